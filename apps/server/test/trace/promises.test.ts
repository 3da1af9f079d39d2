import type { SealedProof } from '@timbermark/contract/trace'
import { fromBase64Url, parsePromiseNote, toBase64Url } from '@timbermark/ledger/sealed'
import { beforeAll, describe, expect, it } from 'vitest'
import { noPromises } from '../../../trace/src/proof/kept-promises.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { signPromise } from '../../src/areas/ledger/log/promises.ts'
import { declareBreak } from '../../src/areas/ledger/recovery/recover.ts'
import { makeScene, type Scene } from './scene.ts'
import { walkServedProof } from './walk-proof.ts'

/** What the log promises about entries in its queue, as the reader's browser takes it. */
let scene: Scene

const code = () => scene.goods.codes[0]!
const day = 86_400_000
const keysUpTo = (epoch: number) =>
  Array.from({ length: epoch }, (_, before) => ledgerLog(scene.world.services).at(before + 1).verifierKey)

beforeAll(async () => {
  scene = await makeScene('PROMISED')
  await scene.report('forestSurvey', [code()])
  await scene.append()
})

/** A promise of the batch's records that nobody keeps, made two days ago. */
async function brokenPromise(): Promise<{ note: string; at: Date }> {
  const { rows } = await scene.world.admin.query<{ subject: Buffer }>('select records_subject as subject from batch')
  const at = new Date(Date.now() - 2 * day)
  const entry = { subject: rows[0]!.subject, content: Buffer.alloc(32, 7), at }
  return { note: signPromise(ledgerLog(scene.world.services), entry)!, at }
}

describe('an entry in the queue', () => {
  it('is promised with the time at which it was queued, and the promise is kept once it is appended', async () => {
    const before = Date.now()
    await scene.report('felling', [code()])
    const waiting = await walkServedProof(scene, code())
    expect(waiting).toMatchObject({ outcome: 'waiting', faults: [], item: { pending: [{ isPromised: true }] } })
    const [note] = waiting.promises.received
    const { at } = parsePromiseNote(note!)!
    expect(at.getTime()).toBeGreaterThanOrEqual(before)
    expect(at.getTime()).toBeLessThanOrEqual(Date.now())
    // Every process signs the same one.
    expect((await walkServedProof(scene, code())).promises.received).toEqual([note])
    await scene.append()
    const appended = await walkServedProof(scene, code(), { keptPromises: [note!] })
    expect(appended.outcome).toBe('proven')
    expect(appended.promises).toEqual({ ...noPromises, fulfilled: [note] })
  })

  it('is merely stated when its time is not the server’s own, or an earlier version queued it', async () => {
    await scene.report('felling', [scene.goods.codes[1]!])
    const { admin } = scene.world
    const isPromised = async () => (await walkServedProof(scene, code())).item!.pending.map(one => one.isPromised)
    expect(await isPromised()).toEqual([true])
    for (const change of [`queued_at = queued_at + interval '1 hour'`, 'time_mac = null', 'time_mac = mac']) {
      await admin.query('begin')
      await admin.query('alter table ledger_queue disable row level security')
      const { rows } = await admin.query('select id, queued_at, time_mac from ledger_queue')
      await admin.query(`update ledger_queue set ${change}`)
      await admin.query('commit')
      expect([change, await isPromised()]).toEqual([change, [false]])
      for (const row of rows)
        await admin.query('update ledger_queue set queued_at = $1, time_mac = $2 where id = $3', [
          row.queued_at,
          row.time_mac,
          row.id,
        ])
    }
    expect(await isPromised()).toEqual([true])
    await scene.append()
  })
})

describe('a promise that was not kept', () => {
  it('is held against the log', async () => {
    const { note } = await brokenPromise()
    const walk = await walkServedProof(scene, code(), { keptPromises: [note] })
    expect(walk.faults).toEqual([{ fault: 'promise', about: 'promise' }])
    expect([walk.outcome, walk.promises.broken]).toEqual(['suspicious', [note]])
  })

  it('is asked for by its digest, in the form that the answer allows', async () => {
    const served = (entries: string) =>
      scene.world.anonymous.get<SealedProof>(`/trace/${code()}/proof?entries=${entries}`)
    const digest = toBase64Url(fromBase64Url('B'.repeat(43).replace(/.$/, 'A')))
    expect((await served(digest)).data.chains.length).toBeGreaterThan(5)
    expect((await served(`${digest},${digest}`)).code).toBe(200)
    for (const wrong of ['x', `${digest}=`, Array(41).fill(digest).join(',')])
      expect((await served(wrong)).code).not.toBe(200)
  })

  it('may have been lost where the log declares a break, which the answer proves', async () => {
    const { note, at } = await brokenPromise()
    await scene.world.services.rollbackGuard.noteHead({ epoch: 1, size: 4000, root: 'ab'.repeat(32) })
    await declareBreak(scene.world.services, 'A backup was restored.')
    const walk = await walkServedProof(scene, code(), { epoch: 2, keys: keysUpTo(2), keptPromises: [note] })
    expect([walk.outcome, walk.faults]).toEqual(['proven', []])
    expect(walk.promises).toEqual({ ...noPromises, lost: [at.toISOString()] })
    // What is promised under the new name is not excused by it.
    await scene.report('felling', [scene.goods.codes[2]!])
    const promised = await walkServedProof(scene, code(), { keys: keysUpTo(2) })
    expect(promised.item!.pending).toMatchObject([{ isPromised: true }])
  })
})
