import { randomUUID } from 'node:crypto'
import { languages, type StageKey } from '@timbermark/contract'
import { ownCirculation, stageByKey } from '@timbermark/contract/stages'
import { add, decimal, decimalText } from '@timbermark/material'
import { beforeAll, describe, expect, test } from 'vitest'
import { materialStages } from '../../src/areas/material/ledger/post-records.ts'
import { type Company, makeCompany } from '../custody/companies.ts'
import { type Goods, makeGoods, templateOf } from '../goods.ts'
import { makeWorld, type World } from '../harness.ts'
import { platformAdmin } from '../system/people.ts'
import { type ReportAnswer, reportWood, woodValues } from './report-wood.ts'

/**
 * Volumes that are none, for every stage that posts wood and each of its fields of volume: a refusal in the reader's language of which
 * nothing is written, or a value that is stored exactly.
 */
let world: World
let mill: Company
let buyer: Company
const templates = new Map<StageKey, number>()

beforeAll(async () => {
  world = await makeWorld()
  mill = await makeCompany(world, 'BADVOLUMES', materialStages)
  buyer = await makeCompany(world, 'BADBUYER', ['processing'])
  for (const stage of materialStages) templates.set(stage, await templateOf(world, stage))
})

interface Volumes {
  /** Good volumes by field. */
  good: Record<string, string>
  species: string
}

/** The fields of volume of a stage as it declares them. */
function volumesOf(stage: StageKey): Volumes {
  const { material } = stageByKey(stage)
  if (!material) throw new Error(`${stage} posts no wood`)
  if ('source' in material) return { good: { [material.source.volume]: '5' }, species: material.source.species }
  const residues = Object.values(material.residues).map(field => [field, '0.05'] as const)
  const { input, output } = material
  return {
    good: { [input.volume]: '0.8', [output.volume]: '0.4', ...Object.fromEntries(residues) },
    species: input.species,
  }
}

const isConversion = (stage: StageKey) => 'input' in stageByKey(stage).material!
const fields = materialStages.flatMap(stage => Object.keys(volumesOf(stage).good).map(field => [stage, field] as const))
const fieldOf = (stage: StageKey, field: string) => stageByKey(stage).fields.find(({ key }) => key === field)!

/** Neither of them is a volume, in any field. */
const never: readonly unknown[] = [
  '-1',
  -0.001,
  'NaN',
  'Infinity',
  '-Infinity',
  1e308,
  '1e308',
  '1e-3',
  '0.123456789012',
  // A float that is not what was meant.
  0.1 + 0.2,
  '24,500',
  '12a',
  '0x10',
  '00.5',
  '１２',
  '1000000.000001',
  '9'.repeat(60),
  true,
  [1],
  { units: 1 },
]
const absent: readonly unknown[] = ['', null, [], undefined]

/** A batch with wood for the stage, and the codes whose stage is not reported yet. */
async function makeStock(stage: StageKey): Promise<Goods> {
  const goods = await makeGoods(world, mill.admin)
  if (!isConversion(stage)) return goods
  const ok = async (of: StageKey, values: object) =>
    expect((await reportWood(world, mill, goods.codes.at(-1), of, values)).msg).toBe('ok')
  await ok('felling', { treeSpecies: 'OKO', volume: '1000' })
  await ok('processing', { inputSpecies: 'OKO', inputVolume: '500', outputVolume: '250' })
  return goods
}

const send = (goods: Goods, stage: StageKey, at: number, values: object, language = 'en') =>
  mill.field.post<ReportAnswer>(
    '/stage/report',
    {
      reportId: randomUUID(),
      stage,
      templateId: templates.get(stage),
      circulationId: ownCirculation,
      documentCode: 'PAPER',
      operator: 'Reporter',
      time: '2026-05-01T08:00:00Z',
      codes: [goods.codes[at]],
      values: woodValues(stage, values),
    },
    { 'accept-language': language },
  )

/** All that a report writes about its batch. */
async function readWritten({ batchId }: Goods): Promise<unknown> {
  const { rows } = await world.admin.query(
    `select (select coalesce(json_agg(e order by e.id), '[]') from material_entry e where e.batch_id = $1) as entries,
       (select coalesce(json_agg(b order by b.id), '[]') from material_balance b where b.batch_id = $1) as balances,
       (select coalesce(json_agg(json_build_array(r.id, r.version, r.status, r.public_values) order by r.id), '[]')
        from stage_record r where r.batch_id = $1) as records`,
    [batchId],
  )
  return rows[0]
}

async function expectSums({ batchId }: Goods) {
  const { rows } = await world.admin.query(
    `select b.form from material_balance b where b.batch_id = $1 and b.volume <> coalesce((select sum(e.volume) from material_entry e
       where e.batch_id = b.batch_id and e.species = b.species and e.form = b.form), 0)`,
    [batchId],
  )
  expect(rows).toEqual([])
}

async function storedValue(recordId: number, field: string): Promise<unknown> {
  const { rows } = await world.admin.query<{ value: unknown }>(
    'select public_values -> $2 as value from stage_record where id = $1',
    [recordId, field],
  )
  return rows[0]!.value
}

test('the walk knows the stages that post wood', () => {
  expect(materialStages).toEqual(
    expect.arrayContaining(['felling', 'rawMaterialPurchase', 'processing', 'secondaryProcessing']),
  )
  expect(new Set(fields.map(([stage]) => stage)).size).toBe(materialStages.length)
})

describe.each(fields)('%s: %s', (stage, field) => {
  const { good, species } = volumesOf(stage)
  const values = (value: unknown) => ({ [species]: 'OKO', ...good, [field]: value })
  const { required, min = 0 } = fieldOf(stage, field)

  test('takes nothing that is no volume, and a refusal writes nothing', async () => {
    const goods = await makeStock(stage)
    const before = await readWritten(goods)
    const refused = [...never, ...(min > 0 ? ['0', '0.000001'] : []), ...(required ? absent : [])]
    for (const [n, value] of refused.entries()) {
      const what = `${field} = ${JSON.stringify(value)}`
      const language = languages[n % languages.length]!
      const answer = await send(goods, stage, 0, values(value), language)
      expect(answer.code, what).toBe(500)
      const issue = answer.data.issues.find(one => one.field === `values.${field}`)
      expect(['notNumber', 'tooSmall', 'tooLarge', 'required'], what).toContain(issue?.error)
      expect(answer.msg, what).not.toMatch(/error\.|undefined|[{}]/)
      expect(/\p{Script=Han}/u.test(answer.msg), `${what}: ${answer.msg}`).toBe(language === 'zh')
    }
    expect(await readWritten(goods)).toEqual(before)
  })

  test('stores a millionth exactly, and what may be left out as nothing', async () => {
    const goods = await makeStock(stage)
    const exact = decimalText(add(decimal(good[field]!), decimal('0.023456')))
    const accepted = [
      [exact, exact],
      [`${exact}  `, exact],
      ...(min > 0
        ? []
        : [
            ['0', '0'],
            [0, '0'],
            ['0.000001', '0.000001'],
          ]),
      ...(required ? [] : absent.map(value => [value, null])),
    ] as const
    for (const [n, [value, stored]] of accepted.entries()) {
      const answer = await send(goods, stage, n, values(value))
      expect(answer.msg, `${field} = ${JSON.stringify(value)}`).toBe('ok')
      expect(await storedValue(answer.data.recordId, field)).toBe(stored)
      const { rows } = await world.admin.query<{ volume: string }>(
        'select abs(trim_scale(volume))::text as volume from material_entry where record_id = $1',
        [answer.data.recordId],
      )
      const posted = rows.map(({ volume }) => volume)
      if (stored !== null && stored !== '0') expect(posted, `${field} = ${stored}`).toContain(stored)
      else expect(posted).not.toContain('0')
    }
    await expectSums(goods)
  })
})

describe.each(materialStages.filter(isConversion))('%s', stage => {
  const { material } = stageByKey(stage)
  const { input, output } = material as Extract<typeof material, { input: unknown }>

  test.each(['0.800001', '0.801'])('gives no %s m³ of 0.8', async more => {
    const goods = await makeStock(stage)
    const before = await readWritten(goods)
    const answer = await send(goods, stage, 0, { [input.species]: 'OKO', [input.volume]: '0.8', [output.volume]: more })
    expect(answer.error).toBe('plausible.outputAboveInput')
    expect(await readWritten(goods)).toEqual(before)
  })
})

describe('the dictionary of species meanwhile', () => {
  const change = async (value: string, more: Record<string, unknown>) => {
    const root = await platformAdmin(world)
    const { rows } = await root.get(`/system/dict/data/list?dictType=tree_species&dictValue=${value}&limit=50`)
    const { dictCode, dictType, dictLabel, dictValue, dictSort } = rows.find(one => one.dictValue === value)!
    const entry = { dictCode, dictType, dictLabel, dictValue, dictSort }
    const answer = await root.put('/system/dict/data', { ...entry, ...more })
    expect(answer.msg).toBe('ok')
  }

  test('renames a species: its wood is found by its code as before', async () => {
    const goods = await makeStock('processing')
    await change('OKO', { dictLabel: 'Okoumé (renamed)' })
    const answer = await send(goods, 'processing', 0, { inputSpecies: 'OKO', inputVolume: '500', outputVolume: '250' })
    expect(answer.msg).toBe('ok')
    const { rows } = await mill.admin.get('/material/balance/list?limit=50&form=sawn')
    expect(rows.find(row => row.batchId === goods.batchId)).toMatchObject({ species: 'OKO', volume: '500' })
  })

  test('switches a species off: no report names it any more, and what is there stays', async () => {
    const goods = await makeStock('processing')
    await change('OKO', { status: '1' })
    const before = await readWritten(goods)
    for (const language of languages) {
      const answer = await send(
        goods,
        'processing',
        0,
        { inputSpecies: 'OKO', inputVolume: '5', outputVolume: '2.5' },
        language,
      )
      expect(answer.data.issues).toMatchObject([{ field: 'values.inputSpecies', error: 'notOneOf' }])
      expect(/\p{Script=Han}/u.test(answer.msg)).toBe(language === 'zh')
    }
    expect(await readWritten(goods)).toEqual(before)
    await change('OKO', { status: '0' })
    expect(
      (await send(goods, 'processing', 0, { inputSpecies: 'OKO', inputVolume: '5', outputVolume: '2.5' })).msg,
    ).toBe('ok')
  })
})

test('no record in the middle of a chain is withdrawn: each refusal names what relies on its wood', async () => {
  const goods = await makeGoods(world, mill.admin)
  const felled = await send(goods, 'felling', 0, { treeSpecies: 'OKO', volume: '10' })
  const sawn = await send(goods, 'processing', 0, { inputSpecies: 'OKO', inputVolume: '9', outputVolume: '4.5' })
  expect([felled.msg, sawn.msg]).toEqual(['ok', 'ok'])
  const offer = await mill.admin.post<{ id: number }>('/custody/offer', {
    receiver: buyer.identification,
    codes: goods.codes.slice(0, 5),
    volume: '4.25',
  })
  const taken = await buyer.admin.put<{ batchId: number }>(`/custody/offer/${offer.data.id}/accept`, {})
  expect(taken.msg).toBe('ok')
  const [before, beforeOfBuyer] = [await readWritten(goods), await readWritten({ ...goods, ...taken.data })]
  const uses = {
    zh: [/加工.*\(2026-05-01\)/, /Demo BADBUYER/],
    en: [/processing.*\(2026-05-01\)/i, /Demo BADBUYER/],
    fr: [/transformation.*\(2026-05-01\)/i, /Demo BADBUYER/],
  }
  for (const language of languages)
    for (const [n, { recordId }] of [felled.data, sawn.data].entries()) {
      const answer = await mill.admin.put(
        `/stage/record/${recordId}/void`,
        { reason: 'Never happened', laterStages: true },
        { 'accept-language': language },
      )
      expect(answer).toMatchObject({ code: 500, error: 'material.reliedUpon' })
      expect(answer.msg).toMatch(uses[language][n]!)
    }
  expect(await readWritten(goods)).toEqual(before)
  expect(await readWritten({ ...goods, ...taken.data })).toEqual(beforeOfBuyer)
})
