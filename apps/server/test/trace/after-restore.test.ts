import type { TraceAnswer } from '@timbermark/contract/trace'
import { beforeAll, expect, it } from 'vitest'
import { declareBreak } from '../../src/areas/ledger/recovery/recover.ts'
import { LedgerBehind } from '../../src/areas/ledger/log/sequencer.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { makeScene, type Scene } from './scene.ts'
import { walkServedProof } from './walk-proof.ts'

/** What a reader sees of an item while the ledger is behind a signed head, and after a declared break. */
let scene: Scene
let first: number
let waiting: number
/** Number of entries in the database. */
let held: number

const code = () => scene.goods.codes[0]!
const trace = async () => (await scene.world.anonymous.get<TraceAnswer>(`/trace/${code()}`)).data
/** The verdict of the reader's browser, and of each record. */
const proven = async (epoch = 1) => {
  const { outcome, faults, item, log } = await walkServedProof(scene, code(), { epoch })
  return { outcome, faults, records: item!.records.size, pending: item!.pending.length, origin: log.origin }
}

beforeAll(async () => {
  scene = await makeScene('AFTER')
  first = await scene.report('forestSurvey', [code()])
  await scene.append()
  held = Number((await scene.world.admin.query('select max(size) as size from ledger_checkpoint')).rows[0].size)
  // A larger head was signed than the database contains now.
  await scene.world.services.rollbackGuard.noteHead({ epoch: 1, size: 40, root: 'ab'.repeat(32) })
})

it('takes reports while behind and shows them as waiting, the others as proven', async () => {
  waiting = await scene.report('felling', [code()])
  await expect(makeSequencer(scene.world.services).append()).rejects.toThrow(LedgerBehind)
  expect((await trace()).ledger).toEqual({ state: 'pending', anchored: false, breaks: [] })
  expect((await trace()).stages.map(stage => stage.recordId)).toEqual([String(first), String(waiting)])
  expect(await proven()).toMatchObject({ outcome: 'waiting', faults: [], records: 1, pending: 1 })
})

it('shows the alarm on the home page to the operator and to nobody else', async () => {
  const operator = await scene.world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  const home = await operator.get<{ alarms: unknown[] }>('/stats/overview')
  expect(home.data.alarms).toMatchObject([{ key: 'ledgerBehind', detail: { size: held, known: 40 } }])
  expect((await scene.admin.get('/stats/overview')).raw.toString()).not.toContain('ledgerBehind')
})

it('enters the queue after a declared break, shows the break, and every record verifies under the new name', async () => {
  await declareBreak(scene.world.services, 'A backup was restored.')
  await scene.append()
  await expect
    .poll(async () => (await trace()).ledger)
    .toMatchObject({
      state: 'recorded',
      breaks: [{ reason: 'A backup was restored.', size: held, lost: { size: 40, root: 'ab'.repeat(32) } }],
    })
  expect(await proven(2)).toEqual({
    outcome: 'proven',
    faults: [],
    records: 2,
    pending: 0,
    origin: 'trace.example/ledger/2',
  })
  const page = await scene.world.app.inject({ method: 'GET', url: `/c/${code()}` })
  expect(page.payload).toContain('A backup was restored.')
})
