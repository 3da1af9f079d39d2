import type { AnswerOf } from '@timbermark/contract'
import type { batchStages } from '@timbermark/contract/calls'
import { beforeAll, expect, test } from 'vitest'
import { type Goods, makeGoods } from '../goods.ts'
import type { Caller } from '../harness.ts'
import { sheetOf } from '../sheet.ts'
import { makeScene, type Scene } from '../trace/scene.ts'

/** How many items, packages and cubic metres of a batch were reported at a stage. */
let scene: Scene
let admin: Caller
let boxes: Goods
/** What the sample report of a felling states. */
let volume: number

type Picture = AnswerOf<typeof batchStages>

const picture = async () => (await admin.get<Picture>(`/catalog/batch/${scene.goods.batchId}/stages`)).data
const felled = async () => (await picture()).stages.find(({ stage }) => stage === 'felling')!.reported
/** The sum of what the stored reports state. */
const statedVolume = async () => {
  const { rows } = await scene.world.admin.query<{ volume: string }>(
    `select sum((public_values ->> 'volume')::numeric) as volume from stage_record where batch_id = $1 and status = 'current'`,
    [scene.goods.batchId],
  )
  return Number(rows[0]!.volume)
}
const change = async (verb: 'pack' | 'unpack', body: object) => {
  const answer = await admin.post(`/code/packing/${verb}`, {
    operator: 'Packer',
    time: '2026-11-01T08:00:00Z',
    ...body,
  })
  expect(answer.code, answer.msg).toBe(200)
}

beforeAll(async () => {
  scene = await makeScene('QUANTITIES')
  admin = scene.admin
  boxes = await makeGoods(scene.world, admin, { codeType: 'package', batchId: scene.goods.batchId })
  const changed = await admin.put('/catalog/batch', { id: scene.goods.batchId, volume: '40', changeReason: 'Measured' })
  expect(changed.code, changed.msg).toBe(200)
})

test('nothing is reported of a batch without reports', async () => {
  const { quantities, stages } = await picture()
  // `makeGoods` hands all codes in for certification: that puts them in use.
  expect(quantities).toEqual({ items: 10_000, packages: 10_000, containers: 0, volume: 40 })
  for (const { reported } of stages) expect(reported).toEqual({ items: 0, packages: 0, containers: 0, volume: null })
})

test('a report that names one item reports that one, and the volume that it states', async () => {
  await scene.report('felling', [scene.goods.codes[4]!])
  volume = await statedVolume()
  expect(volume).toBeGreaterThan(0)
  expect(await felled()).toEqual({ items: 1, packages: 0, containers: 0, volume })
})

test('a package is reported with what is in it, each code once, and without what was taken out', async () => {
  const { codes } = scene.goods
  await change('pack', { parentCode: boxes.codes[0], codes: codes.slice(0, 5) })
  expect(await felled()).toMatchObject({ items: 1, packages: 0 })
  await scene.report('felling', [boxes.codes[0]!])
  expect(await felled()).toEqual({ items: 5, packages: 1, containers: 0, volume: await statedVolume() })
  expect(await statedVolume()).toBeCloseTo(2 * volume, 6)
  await change('unpack', { reason: 'Packed by mistake', codes: codes.slice(3, 5) })
  // The fourth is no longer in the package; the fifth was named itself.
  expect(await felled()).toMatchObject({ items: 4, packages: 1 })
})

test('labels that were spoiled after they were in use still count among what there is', async () => {
  const spoiled = await admin.post('/code/label/spoil', {
    numbers: [{ requestId: scene.goods.requestId, from: 100, to: 109 }],
    reason: 'damaged',
  })
  expect(spoiled.code).toBe(200)
  expect((await picture()).quantities).toMatchObject({ items: 10_000 })
})

test('the board and its export say it of the last reported stage', async () => {
  const { rows } = await admin.get('/stage/progress/list')
  expect(rows.find(row => row.id === scene.goods.batchId)).toMatchObject({
    lastStage: 'felling',
    reportedItems: 4,
    items: 10_000,
    reportedPackages: 1,
    packages: 10_000,
    reportedVolume: String(2 * volume),
    volume: '40',
  })
  const sheet = await sheetOf((await admin.get('/stage/progress/export')).raw)
  const row = sheet.rows[0]!
  const cell = (title: string) => Number(row[sheet.header.indexOf(title)])
  expect([cell('Items reported'), cell('Packages reported'), cell('Volume stated (m³)')]).toEqual([4, 1, 2 * volume])
})

test('a batch of another enterprise is not counted', async () => {
  const stranger = await scene.world.signIn(await scene.world.makeTenant('NOBODY'), ['enterpriseAdmin'])
  expect((await stranger.get(`/catalog/batch/${scene.goods.batchId}/stages`)).error).toBe('notFound')
  expect((await stranger.get('/stage/progress/list')).rows).toEqual([])
})
