import type { StageKey } from '@timbermark/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { type Company, makeCompany } from '../custody/companies.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { makeRole } from '../system/people.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { walkServedProof } from '../trace/walk-proof.ts'
import { reportWood } from './report-wood.ts'

let world: World
let mill: Company
let first: Goods
let second: Goods
let third: Goods

const stages: StageKey[] = ['felling', 'processing', 'secondaryProcessing']

beforeAll(async () => {
  world = await makeWorld()
  mill = await makeCompany(world, 'MILL', stages)
})

beforeEach(async () => {
  first = await makeGoods(world, mill.admin)
  second = await makeGoods(world, mill.admin)
  third = await makeGoods(world, mill.admin)
})

let days = 0
const append = async () => {
  const sequencer = makeSequencer(world.services)
  while ((await sequencer.append()) > 0);
}

/** Reports about other codes each time, on another day: one stage of a code is reported once. */
const state = (goods: Goods, stage: StageKey, values: object) =>
  reportWood(world, mill, goods.codes[days++ % 40], stage, values, new Date(Date.now() - days * 60_000))

const fell = async (goods: Goods, volume: string, treeSpecies = 'OKO') => {
  const answer = await state(goods, 'felling', { treeSpecies, volume })
  expect(answer.code, answer.msg).toBe(200)
  return answer.data.recordId
}

type Line = [from: Goods, to: Goods, volume: string, species?: string, form?: string]

const body = (lines: readonly Line[], more: object = {}) => ({
  happenedAt: new Date().toISOString(),
  lines: lines.map(([from, to, volume, species = 'OKO', form = 'log']) => ({
    fromBatchId: from.batchId,
    toBatchId: to.batchId,
    species,
    form,
    volume,
  })),
  ...more,
})

const transfer = (lines: readonly Line[], more: object = {}, by: Caller = mill.admin) =>
  by.post<{ id: number; issues: { field: string; error: string; params: object }[] }>(
    '/material/transfer',
    body(lines, more),
  )

const reverse = (id: number, reason = 'Wrong batch') => mill.admin.put(`/material/transfer/${id}/reverse`, { reason })

const faultsOf = ({ data }: Answered<{ issues: { field: string; error: string }[] }>): string[] =>
  data.issues.map(({ field, error }) => `${field} ${error}`)

const accountOf = async (goods: Goods): Promise<string[]> => {
  const { rows } = await mill.admin.get(`/material/entry/list?batchId=${goods.batchId}&limit=50`)
  return rows.map(row => `${row.act} ${row.species} ${row.form} ${row.volume}`).reverse()
}

const close = (goods: Goods) => world.admin.query(`update batch set status = 'closed' where id = $1`, [goods.batchId])

const balanceOf = async (goods: Goods, species = 'OKO', form = 'log'): Promise<number> => {
  const { rows } = await world.admin.query<{ volume: string }>(
    'select volume from material_balance where batch_id = $1 and species = $2 and form = $3',
    [goods.batchId, species, form],
  )
  return Number(rows[0]?.volume ?? 0)
}

test('wood of two batches is merged, sawn together, and each account says where it went', async () => {
  await fell(first, '10')
  await fell(second, '5')
  const answer = await transfer([
    [first, third, '4.25'],
    [second, third, '5'],
  ])
  expect(answer.code, answer.msg).toBe(200)
  expect(await accountOf(first)).toEqual(['felled OKO log 10', 'transferred OKO log -4.25'])
  expect(await accountOf(third)).toEqual(['transferred OKO log 4.25', 'transferred OKO log 5'])
  const [entry] = (await mill.admin.get(`/material/entry/list?batchId=${first.batchId}&limit=1`)).rows
  const { rows } = await mill.admin.get(`/material/transfer/list?batchId=${third.batchId}`)
  expect(rows).toMatchObject([{ volume: '9.25', lines: 2, status: 'posted' }])
  expect(String(rows[0]!.batches)).toMatch(/ \+ .* → /)
  expect(String(rows[0]!.batches)).toContain(String(entry!.counterpart))
  const sawn = { inputSpecies: 'OKO', inputVolume: '9.25', outputVolume: '4' }
  expect((await state(third, 'processing', { ...sawn, inputVolume: '10.5' })).error).toBe('material.overdrawn')
  expect((await state(third, 'processing', sawn)).code).toBe(200)
  const lines = (await mill.admin.get<{ lines: object[] }>(`/material/transfer/${answer.data.id}/lines`)).data.lines
  expect(lines).toMatchObject([
    { from: { id: first.batchId }, to: { id: third.batchId }, volume: '4.25', species: 'OKO', form: 'log' },
    { from: { id: second.batchId }, volume: '5' },
  ])
})

test('a batch is split, in several forms', async () => {
  await fell(first, '10')
  await state(first, 'processing', { inputSpecies: 'OKO', inputVolume: '4', outputVolume: '2' })
  const answer = await transfer([
    [first, second, '6'],
    [first, third, '1.5', 'OKO', 'sawn'],
  ])
  expect(answer.code, answer.msg).toBe(200)
  expect([await balanceOf(first), await balanceOf(second), await balanceOf(third, 'OKO', 'sawn')]).toEqual([0, 6, 1.5])
})

test('what comes over in one line can go on in the next', async () => {
  await fell(first, '3')
  const answer = await transfer([
    [first, second, '3'],
    [second, third, '2'],
  ])
  expect(answer.code, answer.msg).toBe(200)
  expect([await balanceOf(first), await balanceOf(second), await balanceOf(third)]).toEqual([0, 1, 2])
})

describe('refused, and nothing is written', () => {
  test('more than there is, by a millionth, with the line and the batch', async () => {
    await fell(first, '10')
    const answer = await transfer([
      [first, second, '4'],
      [first, third, '6.000001'],
    ])
    expect(faultsOf(answer)).toEqual(['lines.1.volume material.overdrawn'])
    expect(answer.data.issues[0]!.params).toMatchObject({ there: 6, wanted: 6.000001 })
    expect(await accountOf(first)).toEqual(['felled OKO log 10'])
    expect(await accountOf(second)).toEqual([])
    expect((await mill.admin.get(`/material/transfer/list?batchId=${first.batchId}`)).rows).toEqual([])
  })

  test('wood without a source, of another species, and of another form', async () => {
    expect(faultsOf(await transfer([[first, second, '1']]))).toEqual(['lines.0.volume material.speciesMissing'])
    await fell(first, '10')
    expect(faultsOf(await transfer([[first, second, '1', 'SAP']]))).toEqual(['lines.0.volume material.speciesMissing'])
    const sawn: Line = [first, second, '1', 'OKO', 'sawn']
    expect(faultsOf(await transfer([sawn]))).toEqual(['lines.0.volume material.speciesMissing'])
    expect(faultsOf(await transfer([[first, second, '1', 'OKO', 'residue']]))).not.toEqual([])
  })

  test.each(['0', '-1', 'NaN', '1e308', '1.0000001', '24,500', '', '1000001', 'Infinity'])(
    'a volume of "%s"',
    async volume => {
      await fell(first, '10')
      const answer = await transfer([[first, second, volume]])
      expect(answer.code).toBe(500)
      expect(answer.data.issues.map(({ field }) => field)).toEqual(['lines.0.volume'])
      expect(await accountOf(first)).toEqual(['felled OKO log 10'])
    },
  )

  test('a batch to itself, the same line twice, no line, a time to come', async () => {
    await fell(first, '10')
    expect(faultsOf(await transfer([[first, first, '1']]))).toEqual(['lines.0.toBatchId material.transferSame'])
    const line: Line = [first, second, '1']
    expect(faultsOf(await transfer([line, line]))).toEqual(['lines.1.fromBatchId material.transferTwice'])
    expect((await transfer([])).code).toBe(500)
    const later = { happenedAt: new Date(Date.now() + 3 * 86_400_000).toISOString() }
    expect(faultsOf(await transfer([line], later))).toEqual(['happenedAt inFuture'])
    expect(faultsOf(await transfer([line], { happenedAt: 'yesterday' }))).toEqual(['happenedAt notDate'])
  })

  test('out of a voided batch', async () => {
    await fell(first, '10')
    await world.admin.query(`update batch set status = 'voided' where id = $1`, [first.batchId])
    expect(faultsOf(await transfer([[first, second, '1']]))).toEqual(['lines.0.fromBatchId referenceDisabled'])
    const sources = await mill.admin.get<{ batch: { id: number } }[]>('/material/transfer/sources')
    expect(sources.data.map(({ batch }) => batch.id)).not.toContain(first.batchId)
  })

  test('out of a recalled batch, and into one that is closed or of a partner', async () => {
    await fell(first, '10')
    await close(second)
    expect(faultsOf(await transfer([[first, second, '1']]))).toEqual(['lines.0.toBatchId material.transferTarget'])
    await world.admin.query(`update code_request set origin = 'invited' where batch_id = $1`, [third.batchId])
    expect(faultsOf(await transfer([[first, third, '1']]))).toEqual(['lines.0.toBatchId material.transferTarget'])
    await world.admin.query(`update code_request set origin = 'own' where batch_id = $1`, [third.batchId])
    const recall = await mill.admin.post('/catalog/recall/declare', {
      batchId: first.batchId,
      reason: 'Insects',
      advice: 'Return it',
      contact: 'Mill',
      reports: 'ask',
    })
    expect(recall.code, recall.msg).toBe(200)
    expect(faultsOf(await transfer([[first, third, '1']]))).toEqual(['lines.0.fromBatchId material.transferRecalled'])
  })

  test('batches of another enterprise, and those out of the data scope', async () => {
    await fell(first, '10')
    const other = await makeCompany(world, `OTHER-${days}`, stages)
    const theirs = await makeGoods(world, other.admin)
    const missing = ['lines.0.fromBatchId referenceMissing']
    expect(faultsOf(await transfer([[theirs, first, '1']]))).toEqual(missing)
    expect(faultsOf(await transfer([[first, theirs, '1']]))).toEqual(['lines.0.toBatchId referenceMissing'])
    const { rows } = await world.admin.query<{ id: number; deptId: number }>(
      'select tenant_id::int as id, dept_id::int as "deptId" from batch where id = $1',
      [first.batchId],
    )
    const permissions = ['material:transfer:list', 'material:transfer:add']
    const roleId = await makeRole(world, mill.admin, permissions, { dataScope: '5' })
    const narrow = await world.signIn(rows[0]!, [])
    await mill.admin.put(`/system/user/authRole?userId=${narrow.accountId}&roleIds=${roleId}`)
    expect((await narrow.get('/material/transfer/sources')).data).toEqual([])
    expect((await narrow.get('/material/transfer/targets')).data).toEqual([])
    expect(faultsOf(await transfer([[first, second, '1']], {}, narrow))).toEqual([
      ...missing,
      'lines.0.toBatchId referenceMissing',
    ])
    const { id } = (await transfer([[first, second, '1']])).data
    expect((await narrow.get(`/material/transfer/${id}/lines`)).code).toBe(404)
    expect((await narrow.get('/material/transfer/list')).rows).toEqual([])
    expect((await other.admin.get(`/material/transfer/${id}/lines`)).code).toBe(404)
    expect((await other.admin.put(`/material/transfer/${id}/reverse`, { reason: 'Theirs' })).code).toBe(404)
    expect((await narrow.put(`/material/transfer/${id}/reverse`, { reason: 'Not theirs' })).code).toBe(403)
    expect((await transfer([[first, second, '1']], {}, mill.field)).code).toBe(403)
  })
})

describe('a reversal', () => {
  test('takes the wood back, once, and the transfer stays in the accounts', async () => {
    await fell(first, '10')
    const { id } = (await transfer([[first, second, '4']])).data
    expect((await reverse(id, '')).code).toBe(500)
    expect((await reverse(id)).code).toBe(200)
    expect(await accountOf(first)).toEqual(['felled OKO log 10', 'transferred OKO log -4', 'reversed OKO log 4'])
    expect(await accountOf(second)).toEqual(['transferred OKO log 4', 'reversed OKO log -4'])
    expect(await balanceOf(first)).toBe(10)
    expect((await reverse(id)).error).toBe('stateRefused')
    const { data } = await mill.admin.get(`/material/transfer/${id}/lines`)
    expect(data).toMatchObject({ reason: 'Wrong batch', reversedAt: expect.any(String) })
  })

  test('is refused where the wood was used, with the use', async () => {
    await fell(first, '10')
    const { id } = (await transfer([[first, second, '4']])).data
    await state(second, 'processing', { inputSpecies: 'OKO', inputVolume: '4', outputVolume: '2' })
    const refused = await reverse(id)
    expect(refused.error).toBe('material.reliedUpon')
    expect(refused.msg).toContain(new Date().toISOString().slice(0, 4))
    expect(await balanceOf(first)).toBe(6)
    expect((await mill.admin.get(`/material/transfer/list?batchId=${first.batchId}`)).rows[0]).toMatchObject({
      status: 'posted',
    })
  })
})

test('a felling whose wood was transferred cannot be withdrawn; the refusal names the other batch', async () => {
  const record = await fell(first, '10')
  const { id } = (await transfer([[first, second, '10']])).data
  const [line] = (await mill.admin.get<{ lines: { to: { number: string } }[] }>(`/material/transfer/${id}/lines`)).data
    .lines
  const withdraw = () => mill.admin.put(`/stage/record/${record}/void`, { reason: 'Wrong', laterStages: true })
  const refused = await withdraw()
  expect(refused.error).toBe('material.reliedUpon')
  expect(refused.msg).toContain(line!.to.number)
  await reverse(id)
  expect((await withdraw()).code).toBe(200)
})

test('a batch that is recalled after its wood went on is warned of, until the other one is recalled too', async () => {
  await fell(first, '10')
  const { id } = (await transfer([[first, second, '4']])).data
  const warned = async () => {
    const { rows } = await mill.admin.get('/material/transfer/list?recalled=true&status=posted')
    const { lines } = (await mill.admin.get<{ lines: { key: string; count: number }[] }>('/material/warning')).data
    expect(lines.find(({ key }) => key === 'recalledWood')?.count ?? 0).toBe(rows.length)
    return rows.some(row => row.id === id)
  }
  const recall = (goods: Goods) =>
    mill.admin.post<{ id: number }>('/catalog/recall/declare', {
      batchId: goods.batchId,
      reason: 'Insects',
      advice: 'Return it',
      contact: 'Mill',
      reports: 'ask',
    })
  expect(await warned()).toBe(false)
  const recalled = await recall(first)
  expect(await warned()).toBe(true)
  await recall(second)
  expect(await warned()).toBe(false)
  await mill.admin.put(`/catalog/recall/${recalled.data.id}/lift`, { reason: 'Treated' })
  expect(await warned()).toBe(false)
})

test('wood that was used without a source is settled by what comes over', async () => {
  await state(second, 'processing', { inputSpecies: 'OKO', inputVolume: '3', outputVolume: '1.5' })
  await fell(first, '10')
  await transfer([[first, second, '5']])
  expect(await balanceOf(second)).toBe(2)
  const { rows } = await world.admin.query(
    `select undeclared from material_balance where batch_id = $1 and form = 'log'`,
    [second.batchId],
  )
  expect(Number(rows[0]!.undeclared)).toBe(0)
})

test('of two transfers at once of the last wood one is posted, in both directions without a deadlock', async () => {
  await fell(first, '1')
  await fell(second, '1')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => transfer(n % 2 === 0 ? [[first, second, '1']] : [[second, first, '1']])),
  )
  for (const { code, error } of answers)
    expect(code === 200 ? undefined : error).toBe(code === 200 ? undefined : 'material.overdrawn')
  expect((await balanceOf(first)) + (await balanceOf(second))).toBe(2)
  await fell(third, '0.5')
  const last = await Promise.all(
    Array.from({ length: 8 }, (_, n) => transfer([[third, n % 2 === 0 ? first : second, '0.5']])),
  )
  expect(last.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(await balanceOf(third)).toBe(0)
})

test('offers only wood that is there, and only batches that take wood', async () => {
  await fell(first, '10')
  const sources = async () =>
    (await mill.admin.get<{ batch: { id: number }; volume: string }[]>('/material/transfer/sources')).data
  expect((await sources()).filter(({ batch }) => batch.id === first.batchId)).toMatchObject([{ volume: '10' }])
  await transfer([[first, second, '10']])
  expect((await sources()).map(({ batch }) => batch.id)).not.toContain(first.batchId)
  await close(third)
  const targets = (await mill.admin.get<{ id: number }[]>('/material/transfer/targets')).data.map(({ id }) => id)
  expect(targets).toContain(first.batchId)
  expect(targets).not.toContain(third.batchId)
})

test('buyers read from which batches the wood came, proven by their browser, in words as they were sealed', async () => {
  await fell(first, '10')
  await fell(third, '1')
  const { id } = (await transfer([[first, third, '4.25']])).data
  await append()
  const [line] = (await mill.admin.get<{ lines: { from: { number: string } }[] }>(`/material/transfer/${id}/lines`))
    .data.lines
  const wood = { batch: line!.from.number, form: 'log', volume: '4.25' }
  const code = third.codes[45]!
  const page = await world.anonymous.get<{ transfers?: object[] }>(`/trace/${code}`, { 'accept-language': 'fr' })
  expect(page.data.transfers).toMatchObject([{ ...wood, species: 'Okoumé' }])
  const proven = await walkServedProof({ world }, code, { language: 'fr' })
  expect([proven.outcome, proven.faults]).toEqual(['proven', []])
  expect(proven.item!.answer.transfers).toEqual(page.data.transfers)
  // The batch that gave it says nothing of it.
  expect((await world.anonymous.get<object>(`/trace/${first.codes[45]}`)).data).not.toHaveProperty('transfers')

  // Somebody who writes the database cannot change or hide it.
  await world.admin.query('update material_transfer_line set volume = 1 where transfer_id = $1', [id])
  const forged = await transfer([[first, third, '1']])
  expect(forged.error).toBe('ledger.altered')
  await world.admin.query('update material_transfer_line set volume = 4.25 where transfer_id = $1', [id])

  await reverse(id)
  await append()
  const after = await walkServedProof({ world }, code)
  expect([after.outcome, after.item!.answer.transfers]).toEqual(['proven', undefined])
})
