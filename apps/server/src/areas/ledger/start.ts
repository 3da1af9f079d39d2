import type { Services } from '../../platform/services.ts'
import { compareLedger } from './recovery/compare.ts'
import { ledgerLog } from './log/log.ts'
import type { ListScripts } from './log/script-releases.ts'
import { Sequencer } from './log/sequencer.ts'
import { startAnchoring } from './anchor/start.ts'
import { startWitnesses } from './witnesses/witnesses.ts'

const hourMs = 3_600_000

/** Creates the sequencer of this installation, not yet running. @param scripts of the public page, which it enters when they are new */
export function makeSequencer(services: Services, scripts?: ListScripts): Sequencer {
  const { database, secrets, settings, rollbackGuard: memory, alarms, log } = services
  const everyMs = settings.ledgerEverySeconds * 1000
  return new Sequencer({ database, secrets, log: ledgerLog(services), memory, alarms, logger: log, everyMs, scripts })
}

/**
 * Compares the log with the heads that were signed, now and every hour, and starts to append queued entries; processes take
 * turns by a lock. Also asks witnesses for their cosignatures. The start does not wait for the comparison; the first
 * signature does.
 */
export function startLedger(services: Services, scripts?: ListScripts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const compare = () =>
    compareLedger(services, signal).then(
      () => {},
      (error: unknown) => {
        if (!signal.aborted)
          services.log.error({ err: error }, 'the ledger could not be compared with the signed heads')
      },
    )
  const sequencer = makeSequencer(services, scripts)
  const witnesses = startWitnesses(services)
  const anchoring = startAnchoring(services)
  let comparing = compare().then(() => {
    if (!signal.aborted) sequencer.start()
  })
  const hourly = setInterval(() => {
    comparing = comparing.then(compare)
  }, hourMs)
  hourly.unref()
  return {
    async stop() {
      stopping.abort()
      clearInterval(hourly)
      await comparing
      await witnesses.stop()
      await anchoring.stop()
      await sequencer.stop()
    },
  }
}
