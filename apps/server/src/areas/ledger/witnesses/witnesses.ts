import { parseWitnessKey, type VerifierKey } from '@timbermark/ledger'
import { isPlausiblySeen } from '@timbermark/ledger/sealed'
import type { Services } from '../../../platform/services.ts'
import { consistencyProof } from '../log/consistency.ts'
import { storeCosignature, newestCosigned } from './cosignatures.ts'
import { headTimeOf } from '../log/signed-head.ts'
import { type Head, newestHead } from '../log/store.ts'
import { addCheckpoint, type Submission, WitnessFailed } from './witness-client.ts'

/** Interval of requests. When several heads follow within it, the witnesses sign only the newest. */
const askEveryMs = 10_000
/** Upper limit of the back-off after failures of a witness. */
const longestPauseMs = 600_000
/** The same failure is logged again after this time, not at every attempt. */
const reportAgainMs = 3_600_000

interface Witness {
  key: VerifierKey
  address: string
  /** Time of the next request, and failures since the last signature. */
  next: number
  failures: number
  lastReport?: { what: string; at: number }
}

type WitnessServices = Pick<Services, 'settings' | 'database' | 'log'>

/**
 * Asks witnesses (C2SP tlog-witness) to sign the newest head. They confirm that it extends the head they saw before, so that
 * the log cannot show different histories to different readers. A witness that is down is asked again later; nothing waits.
 */
export class Witnesses {
  readonly #services: WitnessServices
  readonly #witnesses: Witness[]

  constructor(services: WitnessServices) {
    this.#services = services
    this.#witnesses = services.settings.ledgerWitnesses.map(({ key, address }) => ({
      key: parseWitnessKey(key),
      address,
      next: 0,
      failures: 0,
    }))
  }

  /** Asks each witness that has not signed the newest head and is not in its back-off. Never rejects. */
  async ask(signal?: AbortSignal): Promise<void> {
    if (this.#witnesses.length === 0) return
    try {
      const head = await this.#services.database.acrossTenants('ledger', newestHead)
      // Every log extends the empty one: there is nothing to witness.
      if (!head || head.size === 0) return
      const now = performance.now()
      await Promise.all(
        this.#witnesses.filter(({ next }) => next <= now).map(witness => this.#askOne(witness, head, signal)),
      )
    } catch (error) {
      if (!signal?.aborted) this.#services.log.error({ err: error }, 'witnesses of the ledger could not be asked')
    }
  }

  async #askOne(witness: Witness, head: Head, signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#sign(witness, head, signal)
      witness.failures = 0
      witness.lastReport = undefined
    } catch (error) {
      if (signal?.aborted) return
      witness.next = performance.now() + Math.min(longestPauseMs, askEveryMs * 2 ** witness.failures)
      witness.failures++
      this.#reportFailure(witness, error as Error)
    }
  }

  async #sign({ key, address }: Witness, head: Head, signal: AbortSignal | undefined): Promise<void> {
    const { database } = this.#services
    const known = await database.acrossTenants('ledger', db => newestCosigned(db, key))
    if (known === head.size) return
    let answer = await addCheckpoint(address, key, await this.#submission(known, head), signal)
    // Its head differs from the stored cosignature: another process asked meanwhile, or the cosignature was lost.
    if (answer.outcome === 'conflict' && answer.size !== undefined && answer.size !== known) {
      if (answer.size > head.size)
        throw new WitnessFailed(
          `it has signed a head of ${answer.size} entries of this log, which has ${head.size} here: was an old backup restored?`,
        )
      answer = await addCheckpoint(address, key, await this.#submission(answer.size, head), signal)
    }
    if (answer.outcome === 'conflict')
      throw new WitnessFailed(
        `it does not accept that its head of this log is of ${known} entries, or has another root (409)`,
      )
    const { line, time } = answer
    if (!isPlausiblySeen(headTimeOf(head.note), time))
      throw new WitnessFailed(`it says that it signed at ${new Date(time * 1000).toISOString()}: its clock is wrong`)
    await database.acrossTenants('ledger', db => storeCosignature(db, { size: head.size, key, line, time }))
  }

  async #submission(old: number, head: Head): Promise<Submission> {
    const proof =
      old === 0 ? [] : await this.#services.database.acrossTenants('ledger', db => consistencyProof(db, old, head.size))
    if (!proof) throw new WitnessFailed(`there is no proof from ${old} to ${head.size} entries`)
    return { old, proof, checkpoint: head.note }
  }

  #reportFailure(witness: Witness, error: Error): void {
    const { lastReport } = witness
    if (lastReport?.what === error.message && performance.now() - lastReport.at < reportAgainMs) return
    witness.lastReport = { what: error.message, at: performance.now() }
    this.#services.log.warn(
      { err: error, witness: witness.key.name },
      `the witness ${witness.key.name} has not signed the ledger's head: ${error.message}`,
    )
  }
}

/** Asks the witnesses while the server runs; does nothing when none are configured. */
export function startWitnesses(services: WitnessServices, everyMs = askEveryMs): { stop(): Promise<void> } {
  if (services.settings.ledgerWitnesses.length === 0) return { stop: async () => {} }
  const stopping = new AbortController()
  const { signal } = stopping
  const witnesses = new Witnesses(services)
  let asking: Promise<void> | undefined
  const ask = () => {
    asking ??= witnesses.ask(signal).finally(() => {
      asking = undefined
    })
  }
  ask()
  const timer = setInterval(ask, everyMs)
  timer.unref()
  return {
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await asking
    },
  }
}
