import { randomUUID } from 'node:crypto'
import { type Language, languages, type StageField, type StageKey, stageKeys } from '@timbermark/contract'
import { softRules } from '@timbermark/contract/plausible'
import { measuredVolume, measureOfStage, stageByKey, stages, valueFields } from '@timbermark/contract/stages'
import { phrase } from '@timbermark/phrases/all'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { reportColumns } from '../../src/areas/stage/report/columns.ts'
import { firstRowTable, readWorkbook, type XlsxTable, xlsxLimits } from '../../src/platform/workbook/xlsx/xlsx.ts'
import { authorize, circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { pdf, png } from '../samples.ts'
import { type Dictionaries, fitting, fullValue, variants } from './full-values.ts'

/**
 * The export of records carries all that their import takes: the records of all 18 stages, with every field filled, come
 * back from the workbook of one enterprise as the same records of another.
 */

/** What no cell can hold. */
const withoutColumn = ['photos', 'attachments']

/** Papers with the same codes in every enterprise. */
const papers = ['PERMIT-1', '=DOC (é)', '采伐许可证 2026/7']
const plots = ['UFA-1', '=7 (é)', '0012']
/** The reader's clock: one without daylight saving, one whose clocks go back in reported times, one behind UTC. */
const zones: Record<Language, string> = { zh: 'Asia/Shanghai', fr: 'Europe/Paris', en: 'America/New_York' }
/** The codes of the records of a stage: single, consecutive, and both. */
const reportedCodes = [[0], [10, 11, 12], [20, 22, 23]] as const
const operators = ['Équipe n° 2', '=1+1', '王小明 +1']
const times = ['2026-10-01T08:00:00Z', '2026-10-25T00:30:15.5Z', '2026-10-25T01:30:15Z']
const places = [{ longitude: 9.4543219, latitude: 0.3901 }, { longitude: -73.1, latitude: -4.0000001 }, {}] as const
const reason = "=pesé deux fois; c'est sûr"

interface Enterprise {
  id: number
  admin: Caller
  goods: Goods
  packages: Goods
}

let world: World
let from: Enterprise
let dictionaries: Dictionaries

async function makeEnterprise(identification: string, language: Language): Promise<Enterprise> {
  const tenant = await world.makeTenant(identification)
  const admin = await world.signIn(tenant, ['enterpriseAdmin'], { language })
  const goods = await makeGoods(world, admin)
  const packages = await makeGoods(world, admin, { codeType: 'package', batchId: goods.batchId })
  for (const code of papers) {
    const upload = await admin.upload<{ id: string }>('/common/upload', { name: 'paper.pdf', content: pdf })
    const body = { code, name: 'Paper', type: 'certificate', file: [upload.data.id] }
    expect(await admin.post('/evidence/document', body)).toMatchObject({ code: 200 })
  }
  for (const number of plots) {
    const geometry = '{"type":"Point","coordinates":[9.4543,0.3901]}'
    expect(await admin.post('/material/plot', { name: 'Plot', number, country: 'GA', geometry })).toMatchObject({
      code: 200,
    })
  }
  return { id: tenant.id, admin, goods, packages }
}

const planed = [
  { inputVolume: '0.35', outputVolume: '0.200001', offcutsVolume: '0.1', sawdustVolume: '0.049999', barkVolume: '0' },
  { inputVolume: '0.3', outputVolume: '0.15', offcutsVolume: '0', sawdustVolume: '0.000001', barkVolume: '0.1' },
  { inputVolume: '0.2', outputVolume: '0.1', offcutsVolume: '0.05', sawdustVolume: '0.025', barkVolume: '0.0125' },
]

/** The values of the n-th record of a stage, every field filled. @param codes how many codes the record has */
function valuesOf(stage: StageKey, fields: readonly StageField[], n: number, codes = 1): Record<string, unknown> {
  const values = Object.fromEntries(
    fields.flatMap((field, at) => {
      const value = fitting[field.key]?.[n] ?? fullValue(field, at + n, { dictionaries, papers, plots })
      return value === undefined ? [] : [[field.key, value]]
    }),
  )
  const measure = measureOfStage(stage)
  const measured = measure && measuredVolume(measure, values, codes)
  // The second factory has no more wood than the first one made.
  if (stage === 'secondaryProcessing') return { ...values, ...planed[n] }
  return measure && measured && 'volume' in measured ? { ...values, [measure.volume]: measured.volume } : values
}

async function reportEverything(): Promise<void> {
  const { admin, goods, packages } = from
  const field = await world.signIn({ id: from.id, deptId: null }, ['fieldReporter'])
  await authorize(admin, field.accountId, stageKeys)
  for (const { key, order, shape } of stages)
    for (let n = 0; n < variants; n++) {
      const fields = valueFields(stageByKey(key))
      const parent = shape === 'aggregation' || (order > stageByKey('packing').order && n === 0)
      const files = Object.fromEntries(
        await Promise.all(
          withoutColumn.map(async name => {
            const picture = fields.find(one => one.key === name)?.type === 'images'
            const file = picture ? { name: 'log.png', content: png } : { name: 'paper.pdf', content: pdf }
            return [name, [(await field.upload<{ id: string }>('/common/upload', file)).data.id]] as const
          }),
        ),
      )
      const answer = await field.post('/stage/report', {
        reportId: randomUUID(),
        stage: key,
        templateId: await templateOf(world, key),
        circulationId: await circulationOf(world, 'free'),
        documentCode: papers[n],
        operator: operators[n],
        time: times[n],
        codes: reportedCodes[n]!.map(at => goods.codes[at]),
        ...(parent ? { parentCode: packages.codes[n] } : {}),
        ...places[n],
        confirmed: softRules.map(rule => ({ rule, reason })),
        values: { ...valuesOf(key, fields, n, reportedCodes[n]!.length), ...files },
      })
      expect(answer.code, `${key} ${n}: ${answer.msg} ${JSON.stringify(answer.data)}`).toBe(200)
    }
}

beforeAll(async () => {
  world = await makeWorld()
  const { rows } = await world.admin.query<{ dict_type: string; values: string[] }>(
    `select dict_type, array_agg(dict_value order by dict_sort, dict_value) as values from dict_data
     where status = '0' group by 1`,
  )
  // The goods are of one species, and a report names no other.
  dictionaries = new Map(rows.map(({ dict_type: dict, values }) => [dict, dict === 'tree_species' ? ['OKO'] : values]))
  from = await makeEnterprise('FROM', 'en')
  await reportEverything()
})

async function exported({ admin }: Enterprise, language: Language) {
  const { raw } = await admin.get('/stage/record/export', {
    'accept-language': language,
    'x-time-zone': zones[language],
  })
  const [, ...grids] = await readWorkbook(raw, { kilobytes: 5000 })
  const tables = new Map(grids.map(grid => [grid.sheet!, firstRowTable(grid, xlsxLimits)]))
  return { raw, tables }
}

/** Each code of one enterprise, and its counterpart in the other. */
const counterparts = (here: Enterprise, there: Enterprise) =>
  new Map(
    (['goods', 'packages'] as const).flatMap(kind =>
      here[kind].codes.map((code, n) => [code, there[kind].codes[n]!] as const),
    ),
  )

function translatedTable({ header, rows }: XlsxTable, words: ReadonlyMap<string, string>): XlsxTable {
  return { header, rows: rows.map(row => row.map(cell => words.get(String(cell)) ?? cell)) }
}

/** The exported workbook as it is, but for the codes. */
function translatedBook(raw: Buffer, words: ReadonlyMap<string, string>): Buffer {
  const parts = Object.entries(unzipSync(raw)).map(([path, content]) => {
    const text = strFromU8(content).replace(/(?<=>)[0-9A-Z]{20}(?=<)/g, code => words.get(code) ?? code)
    return [path, strToU8(text)] as const
  })
  return Buffer.from(zipSync(Object.fromEntries(parts)))
}

/** What is stored of the records: points in time as such, whatever their writing; without ids and files. */
async function storedRecords({ id }: Enterprise) {
  const { rows } = await world.admin.query<{ stage: string; values: Record<string, unknown> }>(
    `select r.stage, r.happened_at, r.longitude::text, r.latitude::text, r.operator, r.code_count, d.code as paper,
            r.parent_code is not null as packed, r.flags, r.public_values || r.personal_values as values
     from stage_record r join document d on d.tenant_id = r.tenant_id and d.id = r.document_id
     where r.tenant_id = $1 order by r.stage, r.happened_at`,
    [id],
  )
  return rows.map(({ values, ...row }) => {
    const moments = valueFields(stages.find(({ key }) => key === row.stage)!).filter(({ type }) => type === 'datetime')
    const instants = moments.map(({ key }) => [key, new Date(String(values[key])).toISOString()] as const)
    const { photos, attachments, ...rest } = values
    return { ...row, values: { ...rest, ...Object.fromEntries(instants) } }
  })
}

describe('the export of stage records', () => {
  test('has a column for each field of each stage, except for those that no cell can hold', () => {
    for (const stage of stages) {
      const columns = reportColumns(stage, []).map(({ key }) => key)
      const missing = valueFields(stage).filter(({ key }) => !columns.includes(`values.${key}`))
      expect(
        missing.map(({ key }) => key),
        stage.key,
      ).toEqual(withoutColumn)
    }
  })

  test.each(languages)('in %s comes back as the same records of all 18 stages', async language => {
    const into = await makeEnterprise(`INTO-${language}`, language)
    const before = await exported(from, language)
    expect([...before.tables.keys()]).toEqual(stageKeys.map(key => phrase(language, `stage.${key}`).slice(0, 31)))
    const content = translatedBook(before.raw, counterparts(from, into))
    for (const [n, [name, table]] of [...before.tables].entries()) {
      const stage = stages[n]!
      expect(table.header, name).toEqual(reportColumns(stage, []).map(column => column.titleIn(language)))
      const answer = await into.admin.upload(
        '/stage/record/importData',
        { name: 'records.xlsx', content },
        {
          mode: 'commit',
          templateId: String(await templateOf(world, stage.key)),
          circulationId: String(await circulationOf(world, 'free')),
        },
        { 'x-time-zone': zones[language] },
      )
      expect(answer, `${name} ${JSON.stringify(answer.data)}`).toMatchObject({
        code: 200,
        data: { errors: [], records: variants, source: { sheet: name } },
      })
    }
    const after = await exported(into, language)
    expect([...after.tables.keys()]).toEqual([...before.tables.keys()])
    const back = counterparts(into, from)
    for (const [name, table] of before.tables)
      expect(translatedTable(after.tables.get(name)!, back), name).toEqual(table)
    expect(await storedRecords(into)).toEqual(await storedRecords(from))
  })

  test('carries the fields of templates, and tells the templates of one stage apart', async () => {
    const language = 'fr'
    const attributes = [
      { key: 'plate', label: '车牌 n°', input: 'text', required: true, personal: true },
      { key: 'moisture', label: 'Humidité', input: 'text', kind: 'number', unit: 'percent' },
      { key: 'checkedOn', label: 'Contrôlé le', input: 'text', kind: 'date' },
      { key: 'kind', label: "Type d'essence", input: 'text', kind: 'choice', dict: 'wood_kind' },
      { key: 'site', label: 'Lieu', input: 'text', kind: 'place' },
      { key: 'landing', label: 'Point GPS', input: 'text', kind: 'coordinates' },
      { key: 'tag', label: 'Étiquette', input: 'code' },
    ]
    const required = valuesOf(
      'felling',
      valueFields(stageByKey('felling')).filter(field => field.required),
      0,
    )
    const values = {
      ...required,
      plate: '=AB 12',
      moisture: '12.000001',
      checkedOn: '1900-01-15',
      kind: dictionaries.get('wood_kind')![0],
      site: '@Nzoé',
      landing: ['-73.123', '0.0000001'],
      tag: '+241',
    }
    const templateIn = async ({ admin }: Enterprise) => {
      const body = { name: 'Carnet', displayName: 'Carnet', stage: 'felling', orderNum: 1, attributes }
      const { data } = await admin.post<{ id: number }>('/stage/template', body)
      return [data.id, await templateOf(world, 'felling')] as const
    }
    const [here, there] = [await makeEnterprise('OWN-FROM', language), await makeEnterprise('OWN-INTO', language)]
    for (const [n, templateId] of (await templateIn(here)).entries()) {
      const answer = await here.admin.post('/stage/report', {
        reportId: randomUUID(),
        stage: 'felling',
        templateId,
        circulationId: await circulationOf(world, 'free'),
        documentCode: papers[0],
        operator: operators[0],
        time: times[n],
        codes: [here.goods.codes[n]],
        confirmed: softRules.map(rule => ({ rule, reason })),
        values: n === 0 ? values : required,
      })
      expect(answer, JSON.stringify(answer.data)).toMatchObject({ code: 200 })
    }
    const before = await exported(here, language)
    const content = translatedBook(before.raw, counterparts(here, there))
    for (const templateId of await templateIn(there)) {
      const form = {
        mode: 'commit',
        templateId: String(templateId),
        circulationId: String(await circulationOf(world, 'free')),
      }
      const file = { name: 'records.xlsx', content }
      const answer = await there.admin.upload('/stage/record/importData', file, form, {
        'x-time-zone': zones[language],
      })
      expect(answer, JSON.stringify(answer.data)).toMatchObject({ code: 200, data: { errors: [], records: 1 } })
    }
    const after = await exported(there, language)
    expect([...after.tables.keys()].sort()).toEqual([...before.tables.keys()].sort())
    const back = counterparts(there, here)
    for (const [name, table] of before.tables)
      expect(translatedTable(after.tables.get(name)!, back), name).toEqual(table)
    expect(await storedRecords(there)).toEqual(await storedRecords(here))
  })
})
