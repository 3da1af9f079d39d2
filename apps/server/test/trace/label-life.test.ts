import { beforeAll, expect, it } from 'vitest'
import { makeGoods } from '../goods.ts'
import { makeScene, type Scene } from './scene.ts'
import { walkServedProof } from './walk-proof.ts'

let scene: Scene
/** Labels of a request that was never handed in for certification: nothing puts them in use but an act. */
let spare: { requestId: number; codes: string[] }

beforeAll(async () => {
  scene = await makeScene('LABELLIFE')
  spare = await makeGoods(scene.world, scene.admin, { batchId: scene.goods.batchId, certified: false })
  await scene.report('felling', [scene.goods.codes[0]!, scene.goods.codes[1]!], {})
  await scene.append()
})

const act = (verb: string, at: number, more: object = {}) =>
  scene.admin.post(`/code/label/${verb}`, {
    numbers: [{ requestId: spare.requestId, from: at + 1, to: at + 1 }],
    ...more,
  })
const labelOf = async (at: number) => {
  await scene.append()
  const { outcome, faults, item } = await walkServedProof(scene, spare.codes[at]!)
  const stated = await scene.world.anonymous.get<{ label: { state: string } }>(`/trace/${spare.codes[at]}`)
  return { outcome, faults, proven: item?.answer.label.state, stated: stated.data.label.state }
}
const expectLabel = async (at: number, state: string) =>
  expect(await labelOf(at)).toEqual({ outcome: 'proven', faults: [], proven: state, stated: state })

it('a spare label is proven to be not in use, though its batch has a history', async () => {
  await expectLabel(0, 'notInUse')
  const { item } = await walkServedProof(scene, spare.codes[0]!)
  expect(item!.answer.stages.map(({ stage }) => stage)).toEqual(['felling'])
  expect([...item!.records.values()].map(({ named }) => named)).toEqual([{ of: 'batch', count: 2 }])
})

it('an item that a record names is told so', async () => {
  const { item } = await walkServedProof(scene, scene.goods.codes[0]!)
  expect([...item!.records.values()].map(({ named }) => named)).toEqual([{ of: 'item', count: 2 }])
  expect(item!.answer.label.state).toBe('inUse')
})

it('is proven to be in use, lost, and found again, by the ledger alone', async () => {
  await act('activate', 1)
  await expectLabel(1, 'inUse')
  await act('lose', 1, { reason: 'stolen' })
  await expectLabel(1, 'lost')
  await act('reinstate', 1, { note: 'Found' })
  await expectLabel(1, 'inUse')
})

it('names the reason of a spoilage, and keeps the remark closed', async () => {
  await act('spoil', 2, { reason: 'misprint', note: 'Drum 3 of the printer' })
  await expectLabel(2, 'spoiled')
  const { data } = await scene.world.anonymous.get(`/trace/${spare.codes[2]}/proof`)
  expect(JSON.stringify(data)).toContain('misprint')
  expect(JSON.stringify(data)).not.toContain('Drum 3')
})

it('a state that was changed in the database alone contradicts the ledger', async () => {
  await act('lose', 3, { reason: 'lost' })
  await scene.append()
  await scene.world.admin.query(`update label_state set state = 'inUse', was = null where serials @> 3 and request_number = (
    select request_number from code_request where id = ${spare.requestId})`)
  const { outcome, faults } = await walkServedProof(scene, spare.codes[3]!)
  expect(outcome).toBe('suspicious')
  expect(faults).toEqual([{ fault: 'database', about: 'label' }])
})
