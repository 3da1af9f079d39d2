import { sealSteps } from './areas/certification/seal-step.ts'
import { closeLines } from './areas/code/request/lines.ts'
import { defineCodeGeneration } from './areas/code/request/generate-codes.ts'
import { continueRequestNumbers } from './areas/ledger/log/request-numbers.ts'
import { startLedger } from './areas/ledger/start.ts'
import { defineActivation } from './areas/wechat/activate.ts'
import { defineCodeFetching } from './areas/wechat/fetch-codes.ts'
import { forgetVisitors } from './areas/wechat/visitors.ts'
import { defineDivisionSync, queueFirstSync } from './areas/system/division/division-job.ts'
import { startPulse } from './areas/monitor/state/heartbeat.ts'
import { defineOperatorMail } from './areas/system/notice/operator-mail.ts'
import { sealPackings } from './areas/code/packing/seal-packing.ts'
import { taskHandlers } from './areas/monitor/schedule/handlers.ts'
import { defineTasks, startSchedules } from './areas/monitor/schedule/start.ts'
import { defineSealBackfill } from './areas/ledger/sealing/seal-backfill.ts'
import { scheduleStageSums } from './areas/stats/rollups/schedule-stage-rollups.ts'
import { scheduleVisitSums } from './areas/stats/rollups/schedule-rollups.ts'
import { defineTradeMessages } from './areas/trade/trade-messages.ts'
import type { Services } from './platform/services.ts'

/** Tells the jobs how each kind of work is done; before they start. */
export function defineJobs(services: Services): void {
  defineCodeGeneration(services)
  defineDivisionSync(services)
  defineSealBackfill(services, {
    job: 'certification-seal',
    table: 'certification_step',
    first: 'oldest',
    seal: sealSteps,
  })
  // What a code is in now is told first: of what is half sealed, readers see nothing that has ended.
  defineSealBackfill(services, { job: 'packing-seal', table: 'packing', first: 'newest', seal: sealPackings })
  defineTasks(services, taskHandlers)
  defineOperatorMail(services)
  scheduleVisitSums(services)
  scheduleStageSums(services)
  defineTradeMessages(services)
  defineCodeFetching(services)
  defineActivation(services)
  services.jobs.schedule('platform-visitors-sweep', '50 3 * * *', () => forgetVisitors(services))
}

/** Work beside the requests: jobs, the ledger's sequencer, the directory of codes, the logs of scans. */
export async function startBackground(services: Services): Promise<{ stop(): Promise<void> }> {
  let ledger: { stop(): Promise<void> } | undefined
  let schedules: { stop(): Promise<void> } | undefined
  let pulse: { stop(): Promise<void> } | undefined
  const stop = async () => {
    await pulse?.stop()
    await schedules?.stop()
    await services.jobs.stop()
    await ledger?.stop()
    await services.visits.stop()
    await services.watch.stop()
    await closeLines()
    await services.directory.stop()
  }
  try {
    await continueRequestNumbers(services)
    await services.directory.start()
    defineJobs(services)
    services.jobs.watch(services.alarms)
    if (services.settings.worker) {
      await services.jobs.start()
      schedules = startSchedules(services)
      // Test databases do without some three thousand rows that few tests look at.
      if (services.settings.mode !== 'test') await queueFirstSync(services)
    }
    await services.visits.start()
    pulse = startPulse(services)
    if (services.settings.worker) services.watch.start()
    ledger = services.settings.worker ? startLedger(services) : undefined
    return { stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}
