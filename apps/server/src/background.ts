import { sealEarlierSteps } from './areas/certification/seal-step.ts'
import { closeLines } from './areas/code/request/lines.ts'
import { defineCodeGeneration } from './areas/code/request/generate-codes.ts'
import { continueRequestNumbers } from './areas/ledger/log/request-numbers.ts'
import { ServedHeads } from './areas/ledger/log/served-heads.ts'
import { startLedger } from './areas/ledger/start.ts'
import { listPageScripts } from './areas/trace/page/page-scripts.ts'
import { defineActivation } from './areas/wechat/activate.ts'
import { defineCodeFetching } from './areas/wechat/fetch-codes.ts'
import { forgetVisitors } from './areas/wechat/visitors.ts'
import { defineDivisionSync, queueFirstSync } from './areas/system/division/division-job.ts'
import { watchClock } from './areas/monitor/clock/clock-watch.ts'
import { startHeartbeat } from './areas/monitor/state/heartbeat.ts'
import { defineOperatorMail } from './areas/system/notice/operator-mail.ts'
import { sealEarlierPackings } from './areas/code/packing/seal-packing.ts'
import { taskHandlers } from './areas/monitor/schedule/handlers.ts'
import { defineTasks, startSchedules } from './areas/monitor/schedule/start.ts'
import { defineSealBackfill } from './areas/ledger/sealing/seal-backfill.ts'
import { scheduleStageRollups } from './areas/stats/rollups/schedule-stage-rollups.ts'
import { scheduleVisitRollups } from './areas/stats/rollups/schedule-rollups.ts'
import { defineOfferMessages } from './areas/custody/offer-messages.ts'
import { defineTradeMessages } from './areas/trade/trade-messages.ts'
import type { Services } from './platform/services.ts'

/** Defines every kind of job; before the jobs start. */
export function defineJobs(services: Services): void {
  defineCodeGeneration(services)
  defineDivisionSync(services)
  defineSealBackfill(services, {
    job: 'certification-seal',
    table: 'certification_step',
    kind: 'certification',
    first: 'oldest',
    seal: sealEarlierSteps,
  })
  // The newest packing is sealed first: readers see no ended packing of a half sealed history.
  defineSealBackfill(services, {
    job: 'packing-seal',
    table: 'packing',
    kind: 'packing',
    first: 'newest',
    seal: sealEarlierPackings,
  })
  defineTasks(services, taskHandlers)
  defineOperatorMail(services)
  scheduleVisitRollups(services)
  scheduleStageRollups(services)
  defineTradeMessages(services)
  defineOfferMessages(services)
  defineCodeFetching(services)
  defineActivation(services)
  services.jobs.schedule('platform-visitors-sweep', '50 3 * * *', () => forgetVisitors(services))
}

/** Background work: jobs, the ledger's sequencer, the code directory, the logs of scans. */
export async function startBackground(services: Services): Promise<{ stop(): Promise<void> }> {
  let ledger: { stop(): Promise<void> } | undefined
  let schedules: { stop(): Promise<void> } | undefined
  let clock: { stop(): Promise<void> } | undefined
  let heartbeat: { stop(): Promise<void> } | undefined
  const heads = new ServedHeads(services)
  const stop = async () => {
    await heads.stop()
    await clock?.stop()
    await heartbeat?.stop()
    await schedules?.stop()
    await services.jobs.stop()
    await ledger?.stop()
    await services.visits.stop()
    await services.cloneDetector.stop()
    await closeLines()
    await services.directory.stop()
  }
  try {
    await continueRequestNumbers(services)
    services.directory.start()
    defineJobs(services)
    services.jobs.watch(services.alarms)
    clock = watchClock(services)
    if (services.settings.worker) {
      await services.jobs.start()
      schedules = startSchedules(services)
      // Test databases omit some three thousand rows that few tests need.
      if (services.settings.mode !== 'test') await queueFirstSync(services)
    }
    await services.visits.start()
    heartbeat = startHeartbeat(services)
    heads.start()
    if (services.settings.worker) services.cloneDetector.start()
    ledger = services.settings.worker ? startLedger(services, epoch => listPageScripts(services, epoch)) : undefined
    return { stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}
