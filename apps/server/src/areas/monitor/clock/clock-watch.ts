import {
  type AwaitedMoment,
  clockToleranceSeconds,
  countWaitingAhead,
  repairMoment,
} from '../../../platform/database/future-moments.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Poller } from '../../../platform/jobs/poller.ts'
import { yieldWhenFrozen } from '../../../platform/jobs/run.ts'
import type { Services } from '../../../platform/services.ts'
import { restorePostponed } from '../schedule/dispatch.ts'
import { awaitedMoments } from './moments.ts'
import { isClockTrusted } from '../schedule/clock.ts'

type ClockServices = Pick<Services, 'alarms' | 'database' | 'jobs' | 'log' | 'settings'>

/** Intervals, milliseconds; tests shorten them. */
export interface ClockTimes {
  /** Of looking for work that waits too far ahead, and at the clock. */
  lookMs: number
  /** Of repairing every moment, also those that no look counts. */
  repairMs: number
}

const usualTimes: ClockTimes = { lookMs: 5000, repairMs: 3_600_000 }

/**
 * Brings what waits for a moment further ahead than is ever ordered back to now: it was stored while a clock was wrong.
 * @returns how many rows, by `table.column`
 */
export async function repairMoments(services: Pick<Services, 'database' | 'jobs'>): Promise<Record<string, number>> {
  const repaired: Record<string, number> = {}
  for (const moment of awaitedMoments(services)) {
    // One transaction each: a row that another transaction holds must not hold up the others.
    const rows = await services.database.acrossTenants('jobs', async db => {
      await yieldWhenFrozen(db)
      return repairMoment(db, moment)
    })
    if (rows > 0) repaired[`${moment.table}.${moment.column}`] = rows
  }
  await isClockTrusted(services.database)
  await restorePostponed(services)
  return repaired
}

/**
 * Raises the alarm about work that waits for a moment far ahead; a worker repairs it, at its start, every hour, and when the
 * database's clock was set back or such work is seen.
 */
export function watchClock(services: ClockServices, times: ClockTimes = usualTimes): { stop(): Promise<void> } {
  const { alarms, log } = services
  let repairAt = 0
  let last: { at: number; clock: number } | undefined
  const poller = new Poller(times.lookMs, log, async () => {
    const { ahead, clock } = await look(services, awaitedMoments(services))
    if (ahead > 0) alarms.raise('workWaitsAhead', { waiting: ahead })
    else alarms.clear('workWaitsAhead')
    const now = performance.now()
    const setBack = last !== undefined && clock - last.clock < now - last.at - clockToleranceSeconds * 1000
    last = { at: now, clock }
    if (!services.settings.worker || (ahead === 0 && !setBack && now < repairAt)) return
    const repaired = await repairMoments(services)
    repairAt = performance.now() + times.repairMs
    if (Object.keys(repaired).length > 0)
      log.warn({ repaired }, 'moments that a wrong clock had put too far ahead were repaired')
    alarms.clear('workWaitsAhead')
  })
  void poller.now()
  return { stop: () => poller.stop() }
}

/** Work that waits too far ahead, and the database's clock in milliseconds. */
function look(
  { database }: ClockServices,
  moments: readonly AwaitedMoment[],
): Promise<{ ahead: number; clock: number }> {
  return database.acrossTenants('jobs', async db => {
    const ahead = await countWaitingAhead(db, moments)
    const { clock } = await db.one<{ clock: number }>(
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as clock`,
    )
    return { ahead, clock }
  })
}
