import { pause } from '../../../platform/concurrency/pause.ts'
import type { Services } from '../../../platform/services.ts'
import { updateAnchorAlarms } from './anchor-alarms.ts'
import { Anchoring, AnchoringStopped } from './anchoring.ts'

/** While an anchor is on its way, the chain is asked this often; otherwise only the database. */
const lookEveryMs = 5000
/** Upper limit of the back-off after failures. */
const longestPauseMs = 300_000
const alarmsEveryMs = 30_000
/** The same failure is logged again after this time. */
const reportAgainMs = 3_600_000

/**
 * Anchors heads of the ledger while the server runs; does nothing when no chain is set. Nothing waits for it: reports are
 * accepted, sealed and shown without the chain.
 */
export function startAnchoring(services: Services, everyMs = lookEveryMs): { stop(): Promise<void> } {
  const { chain } = services.settings
  if (!chain) return { stop: async () => {} }
  const stopping = new AbortController()
  const { signal } = stopping
  const running = loop(services, new Anchoring(services, chain), everyMs, signal)
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function loop(services: Services, anchoring: Anchoring, everyMs: number, signal: AbortSignal): Promise<void> {
  const { log, database } = services
  let failures = 0
  let alarmsAt = Number.NEGATIVE_INFINITY
  let reported: { what: string; at: number } | undefined
  while (!signal.aborted) {
    let pauseMs = everyMs
    try {
      await anchoring.run(signal)
      failures = 0
      reported = undefined
    } catch (error) {
      if (signal.aborted) break
      pauseMs = Math.min(longestPauseMs, everyMs * 2 ** failures++)
      const { message } = error as Error
      if (reported?.what !== message || performance.now() - reported.at > reportAgainMs) {
        reported = { what: message, at: performance.now() }
        if (error instanceof AnchoringStopped)
          log.warn({ fault: error.fault }, `the ledger is not anchored: ${message}`)
        else log.error({ err: error }, 'anchoring of the ledger')
      }
    }
    if (performance.now() - alarmsAt > alarmsEveryMs) {
      alarmsAt = performance.now()
      await database
        .acrossTenants('ledger', db => updateAnchorAlarms(db, anchoring.chain, anchoring.sender))
        .catch((error: unknown) => log.error({ err: error }, 'alarms about anchoring'))
    }
    await pause(pauseMs, signal)
  }
  await anchoring.release().catch(() => {})
}
