import type { WoodOrigin } from '@timbermark/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, makeCompany } from '../custody/companies.ts'
import { type Goods, makeBatch, makeGoods } from '../goods.ts'
import { makeWorld, type World } from '../harness.ts'
import { makeDept, makeHolder } from '../system/people.ts'
import { addPlot, chainOf, felled, handOver, originOf, originStages, square, state, transfer } from './origin-world.ts'

/** From goods back to the plots of their wood, and whose plots somebody may see. */
let world: World
let forest: Company
let mill: Company
let factory: Company
let stranger: Company
let goods: Goods
let plotId: number
/** What the mill and the factory took over. */
let atMill: { offerId: number; batchId: number }
let atFactory: { offerId: number; batchId: number }

const share = (by: Company, offerId: number, shares: boolean) =>
  by.admin.put(`/custody/offer/${offerId}/plots`, { sharesPlots: shares })
const shared = async (by: Company, offerId: number, shares: boolean) => {
  const answer = await share(by, offerId, shares)
  expect(answer.code, answer.msg).toBe(200)
}
const ofBatch = (by: Company, batchId: number) => originOf(by.admin, `batchId=${batchId}`)
const chain = async (by: Company, batchId: number) => chainOf(await ofBatch(by, batchId))
const okala = { longitude: 11.605, latitude: -0.705, place: undefined }

beforeAll(async () => {
  world = await makeWorld()
  forest = await makeCompany(world, 'FOREST', originStages)
  mill = await makeCompany(world, 'MILL', originStages)
  factory = await makeCompany(world, 'FACTORY', originStages)
  stranger = await makeCompany(world, 'STRANGER', originStages)
  goods = await makeGoods(world, forest.admin)
  plotId = await addPlot(forest, 'PL-1', square(11.6, -0.71))
  await addPlot(forest, 'PL-2', square(11.7, -0.71))
  await state(world, forest, goods.codes[0], 'felling', felled('5', 'PL-1', '2026-04-01'), okala)
  await state(world, forest, goods.codes[1], 'felling', felled('3.25', 'PL-1', '2026-04-20'), okala)
  await state(world, forest, goods.codes[2], 'felling', felled('4', 'PL-2'), { longitude: 11.705, latitude: -0.705 })
  atMill = await handOver(forest, mill, { codes: goods.codes.slice(0, 20), volume: '8' })
  atFactory = await handOver(mill, factory, { codes: goods.codes.slice(0, 10), volume: '4' })
})

describe('a chain of three companies', () => {
  test('shows own plots to their owner, with days, volume and species of the fellings', async () => {
    const origin = await ofBatch(forest, goods.batchId)
    expect(chainOf(origin)).toEqual(['0 FOREST | PL-1 v1 | PL-2 v1'])
    expect(origin).toMatchObject({ withheld: 0, incomplete: 0, fellingsWithoutPlot: 0, cut: false })
    expect(origin.batches[0]!.fellings[0]).toEqual({
      plot: 0,
      records: 2,
      firstDay: '2026-04-01',
      lastDay: '2026-04-20',
      volume: '8.25',
      afterwards: false,
      species: ['OKO'],
    })
    expect(origin.plots[0]).toMatchObject({
      id: plotId,
      name: 'Parcel PL-1',
      country: 'GA',
      producer: 'Okala Forestry',
      geometry: square(11.6, -0.71),
    })
  })

  test('shows later holders without consent how many plots there are, and where the public records say that it was', async () => {
    for (const [by, batchId, step] of [
      [mill, atMill.batchId, 1],
      [factory, atFactory.batchId, 2],
    ] as const) {
      const origin = await ofBatch(by, batchId)
      const last = origin.batches.at(-1)!
      expect(last).toMatchObject({ step, enterprise: 'Demo FOREST', own: false, batch: null, passed: 'handover' })
      expect(last.withheld).toEqual({ plots: 2, fellings: 3, places: ['Gabon'] })
      expect(origin).toMatchObject({ plots: [], withheld: 2, incomplete: 1 })
      const text = JSON.stringify(origin)
      for (const secret of ['PL-1', 'Parcel', 'Okala', '11.6', '8.25']) expect(text).not.toContain(secret)
    }
    const { rows } = await world.admin.query<{ number: string }>(
      'select batch_number as number from batch where tenant_id <> $1',
      [factory.admin.tenantId],
    )
    const answer = JSON.stringify(await ofBatch(factory, atFactory.batchId))
    const atFactoryBatches = (await factory.admin.get('/catalog/batch/list')).rows.map(row => row.batchNumber)
    for (const { number } of rows.filter(row => !atFactoryBatches.includes(row.number)))
      expect(answer).not.toContain(`"${number}"`)
  })

  test('with consent shows the plots to the receiver and to later holders, until it ends', async () => {
    await shared(forest, atMill.offerId, true)
    expect(await chain(mill, atMill.batchId)).toEqual(['0 MILL', '1 FOREST | PL-1 v1 | PL-2 v1'])
    const origin = await ofBatch(factory, atFactory.batchId)
    expect(chainOf(origin)).toEqual(['0 FACTORY', '1 MILL', '2 FOREST | PL-1 v1 | PL-2 v1'])
    expect(origin.plots[0]).toMatchObject({ id: null, number: 'PL-1', geometry: square(11.6, -0.71) })
    expect(origin.batches[1]).toMatchObject({ batch: null, passed: 'handover', role: 'holder' })
    await shared(forest, atMill.offerId, false)
    expect(await chain(factory, atFactory.batchId)).toEqual(['0 FACTORY', '1 MILL', '2 FOREST | withheld 2'])
    expect(await chain(mill, atMill.batchId)).toEqual(['0 MILL', '1 FOREST | withheld 2'])
    expect(await chain(forest, goods.batchId)).toEqual(['0 FOREST | PL-1 v1 | PL-2 v1'])
  })

  test('the receiver is told when the plots are shown and when that ends, not that nothing changed', async () => {
    const loadMessages = async () => {
      const { rows } = await world.admin.query<{ kind: string; tenant: number; goods: string }>(
        `select payload ->> 'kind' as kind, (payload ->> 'tenantId')::int as tenant, payload -> 'facts' ->> 'goods' as goods
         from job_outbox where name = 'offer-message' and payload ->> 'kind' ~ '^offerPlots' order by id`,
      )
      expect(rows.filter(({ tenant, goods }) => tenant !== mill.admin.tenantId || !goods)).toEqual([])
      return rows.map(({ kind }) => kind)
    }
    await shared(forest, atMill.offerId, false)
    const before = (await loadMessages()).length
    await shared(forest, atMill.offerId, true)
    await shared(forest, atMill.offerId, true)
    await shared(forest, atMill.offerId, false)
    expect((await loadMessages()).slice(before)).toEqual(['offerPlotsShared', 'offerPlotsEnded'])
  })

  test('a later giver cannot decide for the owner of the plots', async () => {
    await shared(mill, atFactory.offerId, true)
    expect(await chain(factory, atFactory.batchId)).toEqual(['0 FACTORY', '1 MILL', '2 FOREST | withheld 2'])
    // The receiver of an offer, a later holder and strangers cannot touch the consent of the giver.
    for (const by of [mill, factory, stranger]) expect((await share(by, atMill.offerId, true)).error).toBe('notFound')
    expect((await forest.field.put(`/custody/offer/${atMill.offerId}/plots`, { sharesPlots: true })).error).toBe(
      'forbidden',
    )
  })

  test('consent is given with the offer, is said to the receiver, and is only for open and accepted offers', async () => {
    const offered = await forest.admin.post<{ id: number }>('/custody/offer', {
      receiver: mill.identification,
      codes: goods.codes.slice(30, 32),
      sharesPlots: true,
    })
    const contents = await mill.admin.get<{ sharesPlots: boolean }>(`/custody/offer/${offered.data.id}/goods`)
    expect(contents.data.sharesPlots).toBe(true)
    await shared(forest, offered.data.id, false)
    const later = await mill.admin.get<{ sharesPlots: boolean }>(`/custody/offer/${offered.data.id}/goods`)
    expect(later.data.sharesPlots).toBe(false)
    await shared(forest, offered.data.id, true)
    const [row] = (await forest.admin.get(`/custody/offer/list?side=given`)).rows
    expect(row).toMatchObject({ id: offered.data.id, sharesPlots: true })
    await mill.admin.put(`/custody/offer/${offered.data.id}/decline`, { reason: 'Not ordered' })
    expect((await share(forest, offered.data.id, false)).error).toBe('stateRefused')
    await expect
      .poll(async () => {
        const { rows } = await world.admin.query<{ param: string }>(
          `select oper_param as param from oper_log where tenant_id = $1 and oper_url like $2 and status = 0 order by id`,
          [forest.admin.tenantId, `%/custody/offer/${offered.data.id}/plots`],
        )
        return rows.map(({ param }) => JSON.parse(param).sharesPlots)
      })
      .toEqual([false, true])
  })
})

test('a corrected felling counts by its newest version, a withdrawn one not at all, and the named shape stays', async () => {
  const { batchId, codes } = await makeGoods(world, forest.admin)
  const first = await state(world, forest, codes[0], 'felling', felled('5', 'PL-1'))
  const second = await state(world, forest, codes[1], 'felling', felled('2', 'PL-2'))
  const answer = await forest.admin.put(`/material/plot`, { id: plotId, geometry: square(11.6, -0.71, 0.02) })
  expect(answer.code, answer.msg).toBe(200)
  const before = await ofBatch(forest, batchId)
  expect(before.plots.find(({ number }) => number === 'PL-1')).toMatchObject({
    version: 1,
    geometry: square(11.6, -0.71),
  })
  const corrected = await forest.admin.put(`/stage/record/${first}/correct`, {
    reason: 'Other plot',
    documentCode: 'PAPER',
    operator: 'Reporter',
    time: new Date(Date.now() - 60_000).toISOString(),
    values: { loggingPermitNumber: 'AAC-1', ...felled('6', 'PL-2') },
  })
  expect(corrected.code, corrected.msg).toBe(200)
  const after = await ofBatch(forest, batchId)
  expect(chainOf(after)).toEqual(['0 FOREST | PL-2 v1'])
  expect(after.batches[0]!.fellings[0]).toMatchObject({ records: 2, volume: '8' })
  expect((await forest.admin.put(`/stage/record/${second}/void`, { reason: 'Wrong' })).code).toBe(200)
  expect((await ofBatch(forest, batchId)).batches[0]!.fellings[0]).toMatchObject({ records: 1, volume: '6' })
  await state(world, forest, codes[2], 'felling', felled('1', 'PL-1'))
  expect(await chain(forest, batchId)).toEqual(['0 FOREST | PL-1 v2 | PL-2 v1'])
})

describe('transfers and handovers together', () => {
  test('are followed through merged batches; a reversed transfer is not', async () => {
    const [one, two] = [await makeGoods(world, forest.admin), await makeGoods(world, forest.admin)]
    await state(world, forest, one.codes[0], 'felling', felled('5', 'PL-2'))
    await state(world, forest, two.codes[0], 'felling', felled('5'))
    const merged = await makeGoods(world, forest.admin)
    const tenant = forest.admin.tenantId
    await transfer(world, tenant, one.batchId, merged.batchId)
    const reversed = await transfer(world, tenant, two.batchId, merged.batchId)
    const { offerId, batchId } = await handOver(forest, mill, { codes: merged.codes.slice(0, 5), sharesPlots: true })
    const sawn = await makeBatch(world, mill.admin)
    await transfer(world, mill.admin.tenantId, batchId, sawn)
    const expected = ['0 MILL', '1 MILL', '2 FOREST', '3 FOREST | PL-2 v1', '3 FOREST | felling 1']
    expect(await chain(mill, sawn)).toEqual(expected)
    const origin = await ofBatch(mill, sawn)
    expect(origin.batches.map(({ passed }) => passed)).toEqual([null, 'transfer', 'handover', 'transfer', 'transfer'])
    expect(origin).toMatchObject({ fellingsWithoutPlot: 1, incomplete: 1 })
    await shared(forest, offerId, false)
    expect((await chain(mill, sawn))[3]).toBe('3 FOREST | withheld 1')
    await world.admin.query(
      `update material_transfer set status = 'reversed', reversed_at = now(), reason = 'Wrong' where id = $1`,
      [reversed],
    )
    expect(await chain(mill, sawn)).toEqual(['0 MILL', '1 MILL', '2 FOREST', '3 FOREST | withheld 1'])
  })

  test('what was felled, or came over, after the goods had left is listed and marked', async () => {
    const [goods, late] = [await makeGoods(world, forest.admin), await makeGoods(world, forest.admin)]
    await state(world, forest, goods.codes[0], 'felling', felled('5', 'PL-2'))
    await state(world, forest, late.codes[0], 'felling', felled('5', 'PL-1'))
    const tenant = forest.admin.tenantId
    const { offerId, batchId } = await handOver(forest, mill, { codes: goods.codes.slice(0, 5), sharesPlots: true })
    await transfer(world, tenant, late.batchId, goods.batchId)
    const marks = async () => {
      const { batches } = await ofBatch(mill, batchId)
      return batches.map(({ step, afterwards, fellings }) => [step, afterwards, ...fellings.map(one => one.afterwards)])
    }
    expect(await marks()).toEqual([
      [0, false],
      [1, false, false],
      [2, false, false],
    ])
    await world.admin.query(`update custody_handover set handed_at = now() - interval '30 days' where offer_id = $1`, [
      offerId,
    ])
    const days = async (record: string, days: number) =>
      world.admin.query(
        `update stage_record set happened_at = now() - make_interval(days => $2), public_values = public_values - 'fellingTime'
         where batch_id = $1 and stage = 'felling'`,
        [record, days],
      )
    await days(String(goods.batchId), 40)
    await days(String(late.batchId), 40)
    expect(await marks()).toEqual([
      [0, false],
      [1, false, false],
      [2, true, false],
    ])
    await days(String(goods.batchId), 3)
    expect((await marks())[1]).toEqual([1, false, true])
    // What the first batch gave to another way at a later time may be in these goods.
    const other = await makeGoods(world, mill.admin)
    const again = await handOver(forest, mill, { codes: goods.codes.slice(6, 9) })
    const last = await transfer(world, mill.admin.tenantId, again.batchId, other.batchId)
    await world.admin.query('update material_transfer set happened_at = now() where id = $1', [last])
    const merged = (await ofBatch(mill, other.batchId)).batches
    expect(merged.map(({ afterwards }) => afterwards)).toEqual([false, false, false, false])
  })

  test('a circle A to B to A ends, and what came back is walked once', async () => {
    const [one, two] = [await makeGoods(world, forest.admin), await makeGoods(world, forest.admin)]
    await state(world, forest, one.codes[0], 'felling', felled('5', 'PL-2'))
    const tenant = forest.admin.tenantId
    await transfer(world, tenant, one.batchId, two.batchId)
    await transfer(world, tenant, two.batchId, one.batchId)
    expect(await chain(forest, two.batchId)).toEqual(['0 FOREST', '1 FOREST | PL-2 v1'])
    const there = await handOver(forest, mill, { codes: two.codes.slice(0, 4) })
    const back = await handOver(mill, forest, { codes: two.codes.slice(0, 4) })
    const again = await handOver(forest, mill, { codes: two.codes.slice(0, 4) })
    expect(await chain(forest, back.batchId)).toEqual(['0 FOREST', '1 MILL', '2 FOREST', '3 FOREST | PL-2 v1'])
    const path = ['0 MILL', '1 FOREST', '2 MILL', '3 FOREST']
    expect(await chain(mill, again.batchId)).toEqual([...path, '4 FOREST | withheld 1'])
    // Any offer of the owner on the way counts for those after it, and for nobody before.
    await shared(forest, again.offerId, true)
    expect(await chain(mill, again.batchId)).toEqual([...path, '4 FOREST | PL-2 v1'])
    expect((await chain(mill, there.batchId)).at(-1)).toBe('2 FOREST | withheld 1')
  })
})

describe('gaps', () => {
  const gaps = async (by: Company, batchId: number) => (await ofBatch(by, batchId)).batches[0]!.gaps

  test('a felling without a plot, a purchase, undeclared wood, and no record at all are each said', async () => {
    const { admin } = mill
    expect(await gaps(mill, await makeBatch(world, admin))).toEqual([{ kind: 'noRecord', records: null, volume: null }])
    const cut = await makeGoods(world, admin)
    await state(world, mill, cut.codes[0], 'felling', felled('7'))
    await state(world, mill, cut.codes[1], 'felling', felled('2'))
    expect(await gaps(mill, cut.batchId)).toEqual([{ kind: 'felling', records: 2, volume: '9' }])
    const bought = await makeGoods(world, admin)
    await state(world, mill, bought.codes[0], 'rawMaterialPurchase', { treeSpecies: 'OKO', volume: '11' })
    expect(await gaps(mill, bought.batchId)).toEqual([{ kind: 'purchase', records: 1, volume: '11' }])
    const used = await makeGoods(world, admin)
    const sawn = { inputSpecies: 'OKO', inputVolume: '2', outputVolume: '1' }
    await state(world, mill, used.codes[0], 'processing', sawn)
    expect(await gaps(mill, used.batchId)).toEqual([{ kind: 'undeclared', records: null, volume: '2' }])
  })

  test('wood that is bought from an earlier holder, or after it was felled, is no gap; other wood in it is', async () => {
    const first = await makeGoods(world, forest.admin)
    await state(world, forest, first.codes[0], 'felling', felled('5', 'PL-2'))
    const { batchId } = await handOver(forest, mill, { codes: first.codes.slice(0, 4) })
    await state(world, mill, first.codes[0], 'rawMaterialPurchase', { treeSpecies: 'OKO', volume: '4' })
    expect(await gaps(mill, batchId)).toEqual([])
    await state(world, forest, first.codes[8], 'rawMaterialPurchase', { treeSpecies: 'OKO', volume: '4' })
    expect(await gaps(forest, first.batchId)).toEqual([])
    const merged = await makeGoods(world, mill.admin)
    const wood = { fromBatchId: batchId, toBatchId: merged.batchId, species: 'OKO', form: 'log', volume: '1' }
    const moved = await mill.admin.post('/material/transfer', { happenedAt: new Date().toISOString(), lines: [wood] })
    expect(moved.code, moved.msg).toBe(200)
    await state(world, mill, merged.codes[0], 'rawMaterialPurchase', { treeSpecies: 'OKO', volume: '4' })
    expect((await gaps(mill, merged.batchId)).map(({ kind }) => kind)).toEqual(['purchase'])
  })

  test('of wood of others only the kind is said, not how much', async () => {
    const used = await makeGoods(world, forest.admin)
    await state(world, forest, used.codes[0], 'processing', {
      inputSpecies: 'OKO',
      inputVolume: '2',
      outputVolume: '1',
    })
    await state(world, forest, used.codes[1], 'felling', felled('1'))
    const { batchId } = await handOver(forest, mill, { codes: used.codes.slice(0, 4) })
    const last = (await ofBatch(mill, batchId)).batches.at(-1)!
    for (const { volume } of last.gaps) expect(volume).toBeNull()
    expect(last.gaps).toContainEqual({ kind: 'felling', records: 1, volume: null })
  })
})

test('a partner that was invited to report the felling stands in the chain; its plots are its own', async () => {
  const its = await makeGoods(world, forest.admin)
  await addPlot(stranger, 'S-1', square(12.1, -0.71))
  const invited = await forest.admin.post<{ id: number }>('/custody/invitation', {
    codes: its.codes.slice(0, 5),
    partner: stranger.identification,
    stages: ['felling'],
    untilOn: '2099-01-01',
  })
  expect(invited.code, invited.msg).toBe(200)
  await stranger.admin.put(`/custody/invitation/${invited.data.id}/accept`, {})
  await state(world, stranger, its.codes[0], 'felling', felled('5', 'S-1'))
  const origin = await ofBatch(forest, its.batchId)
  expect(chainOf(origin)).toEqual(['0 FOREST | noRecord', '1 STRANGER | withheld 1'])
  expect(origin.batches[1]).toMatchObject({ role: 'partner', passed: 'invitation' })
})

describe('a code', () => {
  test('leads to the batch that it is of; a container to those of what is packed in it', async () => {
    const origin = await originOf(forest.admin, `code=${goods.codes[0]}`)
    expect(origin.goods).toBe(goods.codes[0])
    expect(chainOf(origin)[0]).toBe('0 FOREST | PL-1 v1 | PL-2 v1')
    // The label is of the forest; at the factory it opens as what it is there.
    expect(chainOf(await originOf(factory.admin, `code=${goods.codes[0]}`))[0]).toBe('0 FACTORY')

    const [one, two] = [await makeGoods(world, forest.admin), await makeGoods(world, forest.admin)]
    await state(world, forest, one.codes[0], 'felling', felled('5', 'PL-2'))
    await state(world, forest, two.codes[0], 'felling', felled('5'))
    const boxes = await makeGoods(world, forest.admin, { codeType: 'container' })
    for (const { codes } of [one, two]) {
      const packed = await forest.admin.post('/code/packing/pack', {
        parentCode: boxes.codes[0],
        codes: codes.slice(0, 2),
        ranges: [],
        operator: 'Packer',
        time: new Date(Date.now() - 30_000).toISOString(),
      })
      expect(packed.code, packed.msg).toBe(200)
    }
    expect(chainOf(await originOf(forest.admin, `code=${boxes.codes[0]}`))).toEqual([
      '0 FOREST | PL-2 v1',
      '0 FOREST | felling 1',
    ])
    // An empty one is of its own batch.
    expect(chainOf(await originOf(forest.admin, `code=${boxes.codes[1]}`))).toEqual(['0 FOREST | noRecord'])
  })

  test('of another enterprise, or one that does not exist, is refused alike', async () => {
    for (const code of [goods.codes[40], 'NOCODE'])
      expect((await stranger.admin.get(`/material/origin?code=${code}`)).error).toBe('stage.foreignCode')
    expect((await stranger.admin.get(`/material/origin?batchId=${goods.batchId}`)).error).toBe('notFound')
    for (const query of ['', `batchId=${goods.batchId}&code=${goods.codes[0]}`, 'batchId=0', 'batchId=x'])
      expect((await forest.admin.get(`/material/origin?${query}`)).code).not.toBe(200)
  })
})

describe('rights', () => {
  test('the batch must be in scope; own plots need their own right; other roles are refused', async () => {
    const { rows } = await world.admin.query<{ id: string }>('select id from dept where tenant_id = $1 limit 1', [
      forest.admin.tenantId,
    ])
    const [here, there] = [
      await makeDept(forest.admin, Number(rows[0]!.id)),
      await makeDept(forest.admin, Number(rows[0]!.id)),
    ]
    await world.admin.query('update batch set dept_id = $2 where id = $1', [goods.batchId, here])
    const rights = ['material:origin:list', 'material:origin:export']
    const near = await makeHolder(world, forest.admin, here, rights, { dataScope: '3' })
    const far = await makeHolder(world, forest.admin, there, rights, { dataScope: '3' })
    const foresters = await makeHolder(world, forest.admin, here, [...rights, 'material:plot:query'])
    const code = `code=${goods.codes[40]}`
    for (const [path, error] of [
      [`batchId=${goods.batchId}`, 'notFound'],
      [code, 'stage.foreignCode'],
    ] as const) {
      expect((await far.get(`/material/origin?${path}`)).error).toBe(error)
      expect((await far.get(`/material/origin/export?${path}`)).error).toBe(error)
      // Without the right for plots, they are counted.
      expect(chainOf(await originOf(near, path))).toEqual(['0 FOREST | withheld 2'])
      expect(chainOf(await originOf(foresters, path))).toEqual(['0 FOREST | PL-1 v1 | PL-2 v1'])
    }
    expect((await forest.field.get(`/material/origin?batchId=${goods.batchId}`)).error).toBe('forbidden')
    expect((await forest.field.get(`/material/origin/export?batchId=${goods.batchId}`)).error).toBe('forbidden')
  })

  test('the number of an own batch that is out of scope is not said', async () => {
    const dept = await world.admin.query<{ id: string }>('select dept_id as id from batch where id = $1', [
      goods.batchId,
    ])
    const later = await makeBatch(world, forest.admin)
    await world.admin.query('update batch set dept_id = $2 where id = $1', [later, dept.rows[0]!.id])
    const hidden = await makeBatch(world, forest.admin)
    await transfer(world, forest.admin.tenantId, hidden, later)
    const reader = await makeHolder(world, forest.admin, Number(dept.rows[0]!.id), ['material:origin:list'], {
      dataScope: '3',
    })
    const origin: WoodOrigin = await originOf(reader, `batchId=${later}`)
    expect(origin.batches.map(({ batch }) => batch?.id ?? null)).toEqual([later, null])
  })
})
