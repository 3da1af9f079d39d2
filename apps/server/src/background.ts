import { closeLines } from './areas/code/lines.ts'
import { defineRequestMaking } from './areas/code/make-request.ts'
import { continueNumbers } from './areas/ledger/request-numbers.ts'
import { scheduleBlobSweep } from './areas/file/blob-sweep.ts'
import { sweepWaiting } from './areas/identity/register.ts'
import { sweepSignIn } from './areas/identity/sweep.ts'
import { startLedger } from './areas/ledger/start.ts'
import { defineDivisionSync, firstDivisions } from './areas/division/division-job.ts'
import { scheduleLedgerCheck } from './areas/trace/nightly.ts'
import { sweepCallKeys } from './platform/http/call-keys.ts'
import type { Services } from './platform/services.ts'

/** Work beside the requests: jobs, the ledger's sequencer, the directory of codes, the logs of scans. */
export async function startBackground(services: Services): Promise<{ stop(): Promise<void> }> {
  let ledger: { stop(): Promise<void> } | undefined
  const stop = async () => {
    await services.jobs.stop()
    await ledger?.stop()
    await services.visits.stop()
    await services.watch.stop()
    await closeLines()
    await services.directory.stop()
  }
  try {
    await continueNumbers(services)
    await services.directory.start()
    defineRequestMaking(services)
    defineDivisionSync(services)
    scheduleLedgerCheck(services)
    scheduleBlobSweep(services)
    services.jobs.schedule('call-keys-sweep', '20 * * * *', async () => void (await sweepCallKeys(services.database)))
    services.jobs.schedule('sign-in-sweep', '40 * * * *', async () => {
      await sweepSignIn(services.database)
      await sweepWaiting(services.database)
    })
    services.jobs.watch(services.alarms)
    if (services.settings.worker) {
      await services.jobs.start()
      // Test databases do without some three thousand rows that few tests look at.
      if (services.settings.mode !== 'test') await firstDivisions(services)
    }
    await services.visits.start()
    if (services.settings.worker) services.watch.start()
    ledger = services.settings.worker ? startLedger(services) : undefined
    return { stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}
