import { randomBytes } from 'node:crypto'
import { parseNote, readCosignatures, toBase64 } from '@timbermark/ledger'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { declareBreak } from '../../src/areas/ledger/recovery/recover.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { queueEntries } from '../../src/areas/ledger/log/queue.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { addCheckpoint } from '../../src/areas/ledger/witnesses/witness-client.ts'
import { startWitnesses, Witnesses } from '../../src/areas/ledger/witnesses/witnesses.ts'
import { makeWorld, type World } from '../harness.ts'
import { startWitness, type WitnessStandIn } from '../stand-ins/witness.ts'

let world: World
let first: WitnessStandIn
let second: WitnessStandIn
let tenantId: number

const origin = 'trace.example/ledger'
const checkpoint = async () => (await world.app.inject({ method: 'GET', url: '/ledger/checkpoint' })).payload
const sizeOf = async () => Number((await checkpoint()).split('\n')[1])

/** Names of the witnesses that signed the newest head. */
async function signedBy(): Promise<string[]> {
  const keys = [first, second].map(({ cosigner }) => cosigner.key)
  return (await readCosignatures(parseNote(await checkpoint()), keys)).map(({ name }) => name)
}

async function grow(count: number): Promise<void> {
  const { database, secrets } = world.services
  const entries = Array.from({ length: count }, () => ({ subject: randomBytes(32), content: randomBytes(32) }))
  await database.withTenant(tenantId, db => queueEntries(db, secrets, tenantId, entries))
  await makeSequencer(world.services).append()
}

/** Warnings about witnesses that are logged during a task. */
async function warningsDuring(work: () => Promise<void>): Promise<string[]> {
  const warnings: string[] = []
  const warn = vi
    .spyOn(world.services.log, 'warn')
    .mockImplementation((_: unknown, text?: string) => void warnings.push(text ?? ''))
  try {
    await work()
  } finally {
    warn.mockRestore()
  }
  return warnings
}

describe('witnesses of the ledger (C2SP tlog-witness)', () => {
  beforeAll(async () => {
    first = await startWitness('witness.example/first')
    second = await startWitness('witness.example/second')
    world = await makeWorld({ environment: { LEDGER_WITNESSES: `${first.setting}, ${second.setting}` } })
    for (const witness of [first, second]) witness.logs.set(origin, ledgerLog(world.services).verifierKey)
    tenantId = (await world.makeTenant('WITNESSED')).id
    await makeSequencer(world.services).append()
  })

  afterEach(() => {
    for (const witness of [first, second]) {
      witness.fault = undefined
      witness.answers.length = 0
    }
  })

  afterAll(async () => {
    await first.stop()
    await second.stop()
  })

  it('are asked about a log that holds only the statement of its index', async () => {
    await new Witnesses(world.services).ask()
    expect(first.answers).toEqual([200])
  })

  it('sign each head that extends the previous one, and their signatures are served with it', async () => {
    for (const more of [1, 300, 2]) {
      await grow(more)
      // Before that the head has only the log's own signature.
      expect(await signedBy()).toEqual([])
      await new Witnesses(world.services).ask()
      expect(await signedBy()).toEqual(['witness.example/first', 'witness.example/second'])
      expect(parseNote(await checkpoint()).signatures).toHaveLength(3)
    }
    expect(first.answers).toEqual([200, 200, 200])
    expect(first.heads.get(origin)!.size).toBe(307)
  })

  it('are not asked again about a head that they signed', async () => {
    await new Witnesses(world.services).ask()
    expect([...first.answers, ...second.answers]).toEqual([])
  })

  it('are asked again with the size that they answer, when it differs from the stored one', async () => {
    // A restored backup lost rows, and a witness lost its state.
    await world.admin.query('delete from ledger_cosignature')
    second.heads.clear()
    await grow(4)
    await new Witnesses(world.services).ask()
    expect(first.answers).toEqual([409, 200])
    expect(second.answers).toEqual([200])
    await grow(1)
    second.heads.delete(origin)
    await new Witnesses(world.services).ask()
    expect(second.answers).toEqual([200, 409, 200])
    expect(await signedBy()).toHaveLength(2)
  })

  it.each([
    ['down', 'cannot be reached'],
    ['broken', 'it answered 500'],
    ['garbage', 'no list of signatures'],
    ['stranger', 'no signature of its key'],
    ['endless', 'cannot be reached'],
  ] as const)('hold up nobody when one is %s', async (fault, words) => {
    await grow(1)
    first.fault = fault
    const witnesses = new Witnesses(world.services)
    const warnings = await warningsDuring(async () => {
      await witnesses.ask()
      await witnesses.ask()
    })
    expect(await signedBy()).toEqual(['witness.example/second'])
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('the witness witness.example/first has not signed')
    expect(warnings[0]).toContain(words)
    // It signs as soon as it can.
    first.fault = undefined
    await new Witnesses(world.services).ask()
    expect(await signedBy()).toHaveLength(2)
  })

  it('that do not know the log, or know another key of it, are logged', async () => {
    await grow(1)
    const key = first.logs.get(origin)!
    first.logs.delete(origin)
    expect((await warningsDuring(() => new Witnesses(world.services).ask()))[0]).toContain(
      'does not know this log (404)',
    )
    first.logs.set(origin, ledgerLog(world.services).at(2).verifierKey)
    expect((await warningsDuring(() => new Witnesses(world.services).ask()))[0]).toContain(
      "does not trust this log's key (403)",
    )
    first.logs.set(origin, key)
    await new Witnesses(world.services).ask()
    expect(await signedBy()).toHaveLength(2)
  })

  it('refuse a proof that does not lead from their head, and a second history', async () => {
    await grow(1)
    const head = first.heads.get(origin)!
    first.heads.set(origin, { ...head, root: new Uint8Array(32) })
    expect((await warningsDuring(() => new Witnesses(world.services).ask()))[0]).toContain('(422)')
    first.heads.set(origin, { size: await sizeOf(), root: new Uint8Array(32) })
    expect((await warningsDuring(() => new Witnesses(world.services).ask()))[0]).toContain('has another root (409)')
    first.heads.set(origin, { size: 5000, root: new Uint8Array(32) })
    expect((await warningsDuring(() => new Witnesses(world.services).ask()))[0]).toContain(
      'was an old backup restored?',
    )
    expect(await signedBy()).toEqual(['witness.example/second'])
    first.heads.set(origin, head)
    await new Witnesses(world.services).ask()
    expect(await signedBy()).toHaveLength(2)
  })

  it('reject a wrong proof', async () => {
    await grow(1)
    const old = first.heads.get(origin)!.size
    const submission = { old, proof: [new Uint8Array(32)], checkpoint: await checkpoint() }
    await expect(addCheckpoint(first.url, first.cosigner.key, submission)).rejects.toThrow('(422)')
    expect(first.heads.get(origin)!.size).toBe(old)
  })

  it('are asked by the running server, which stops without waiting for one that hangs', async () => {
    await grow(1)
    const running = startWitnesses(world.services, 50)
    await expect.poll(signedBy).toHaveLength(2)
    first.fault = 'silent'
    await grow(1)
    await expect.poll(signedBy).toEqual(['witness.example/second'])
    const began = performance.now()
    expect(await warningsDuring(() => running.stop())).toEqual([])
    expect(performance.now() - began).toBeLessThan(2000)
  })

  it('start from the beginning under a new name of the log', async () => {
    // As after a declared break: a witness treats each name as a separate log.
    const size = await sizeOf()
    await world.services.rollbackGuard.noteHead({ epoch: 1, size: size + 9, root: 'ab'.repeat(32) })
    await declareBreak(world.services, 'A backup was restored.')
    const log = ledgerLog(world.services).at(2)
    for (const witness of [first, second]) witness.logs.set(log.origin, log.verifierKey)
    await grow(1)
    await new Witnesses(world.services).ask()
    expect(first.answers).toEqual([200])
    expect(first.heads.get(log.origin)!.size).toBe(size + 4)
    expect(await signedBy()).toHaveLength(2)
    expect(toBase64(first.heads.get(log.origin)!.root)).toBe((await checkpoint()).split('\n')[2])
  })
})
