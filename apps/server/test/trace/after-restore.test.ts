import type { ProofAnswer, TraceAnswer } from '@timbermark/contract/trace'
import { checkRecord } from '@timbermark/ledger'
import { beforeAll, expect, it } from 'vitest'
import { declareBreak } from '../../src/areas/ledger/recover.ts'
import { LedgerBehind } from '../../src/areas/ledger/sequencer.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { makeScene, type Scene } from './scene.ts'

/** What a reader sees of goods while the ledger is behind what was signed, and after a declared break. */
let scene: Scene
let first: number
let waiting: number

const code = () => scene.goods.codes[0]!
const trace = async () => (await scene.world.anonymous.get<TraceAnswer>(`/trace/${code()}`)).data
const proof = async () => (await scene.world.anonymous.get<ProofAnswer>(`/trace/${code()}/proof`)).data
const verdicts = async () => {
  const { records, checkpoint, log } = await proof()
  return Promise.all(
    records.map(async record => (await checkRecord(record, { checkpoint, verifierKey: log.verifierKey })).verdict),
  )
}

beforeAll(async () => {
  scene = await makeScene('AFTER')
  first = await scene.report('forestSurvey', [code()])
  await scene.append()
  // More had been signed here than the database holds now.
  await scene.world.services.memory.noteHead({ epoch: 1, size: 40, root: 'ab'.repeat(32) })
})

it('takes reports while behind and shows them as waiting, the others as proven', async () => {
  waiting = await scene.report('felling', [code()])
  await expect(makeSequencer(scene.world.services).append()).rejects.toThrow(LedgerBehind)
  expect((await trace()).ledger).toEqual({ state: 'pending', anchored: false, breaks: [] })
  expect((await trace()).stages.map(stage => stage.recordId)).toEqual([String(first), String(waiting)])
  expect(await verdicts()).toEqual(['match', 'queued'])
})

it('tells the operator, and nobody else, on the home page', async () => {
  const operator = await scene.world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  const home = await operator.get<{ alarms: unknown[] }>('/stats/overview')
  expect(home.data.alarms).toMatchObject([{ key: 'ledgerBehind', detail: { size: 1, known: 40 } }])
  expect((await scene.admin.get('/stats/overview')).raw.toString()).not.toContain('ledgerBehind')
})

it('seals what waited after a declared break, tells of it, and every record verifies under the new name', async () => {
  await declareBreak(scene.world.services, 'A backup was restored.')
  await scene.append()
  await expect
    .poll(async () => (await trace()).ledger, { timeout: 15_000 })
    .toMatchObject({
      state: 'recorded',
      breaks: [{ reason: 'A backup was restored.', size: 1, lost: { size: 40, root: 'ab'.repeat(32) } }],
    })
  expect(await verdicts()).toEqual(['match', 'match'])
  expect((await proof()).log.origin).toBe('trace.example/ledger/2')
  const page = await scene.world.app.inject({ method: 'GET', url: `/c/${code()}` })
  expect(page.payload).toContain('A backup was restored.')
})
