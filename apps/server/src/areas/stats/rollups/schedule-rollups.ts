import { locks } from '../../../platform/database/locks.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import { loadTenantDay } from '../../../platform/tenant-day.ts'
import { allTenants, rollUpDays, type MonthDays } from './roll-up-days.ts'

/** A day pauses for this multiple of its computing time: a busy enterprise is not computed all the time. */
const restFactor = 20
/** Days per claim. */
const daysPerClaim = 31

/**
 * Rolls up every dirty day, newest first, then those of all enterprises together. One process at a time. A day that is
 * written meanwhile stays dirty, and a day claimed by a crashed process is claimed again.
 * @param resting skip days for a while that took long to compute
 * @returns how many days were rolled up
 */
export async function rollUpDirtyDays(
  { database }: Pick<Services, 'database'>,
  { resting = true, signal }: { resting?: boolean; signal?: AbortSignal } = {},
): Promise<number> {
  return database.acrossTenants('statistics', async lock => {
    const { alone, begun } = await lock.one<{ alone: boolean; begun: Date }>(
      sql`select pg_try_advisory_xact_lock(${locks.visitSums}) as alone, clock_timestamp() as begun`,
    )
    if (!alone) return 0
    // The lock is held until the end, however long it takes.
    await lock.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    // Days that become dirty meanwhile are for the next run.
    let counted = 0
    for (const each of [sql`tenant_id <> ${allTenants}`, sql`tenant_id = ${allTenants}`]) {
      for (;;) {
        signal?.throwIfAborted()
        // A transaction that logs a visit locks the row of its day: the claim waits for its end, so nothing is missed.
        const claimed = await database.acrossTenants('statistics', db =>
          db.query<{ tenantId: number; day: string; at: Date }>(sql`
            update visit_day v set state = 'counting' from (
              select tenant_id, day from visit_day
              where state <> 'counted' and ${each}
                and (counted_at is null or counted_at < ${begun} and (not ${resting}::boolean
                  or counted_at + took_ms * ${restFactor}::int * interval '1 ms' < now()))
              order by day desc, tenant_id limit ${daysPerClaim} for update) due
            where v.tenant_id = due.tenant_id and v.day = due.day
            returning v.tenant_id as "tenantId", v.day, now() as at`),
        )
        if (claimed.length === 0) break
        const at = claimed[0]!.at
        for (const month of byMonth(claimed)) {
          signal?.throwIfAborted()
          await rollUpMonthDays({ database }, month, at)
          counted += month.days.length
        }
      }
    }
    return counted
  })
}

type ClaimedDays = Omit<MonthDays, 'zone'>

function rollUpMonthDays({ database }: Pick<Services, 'database'>, month: ClaimedDays, at: Date): Promise<void> {
  return database.acrossTenants('statistics', async db => {
    const started = performance.now()
    // A day may hold millions.
    await db.execute(sql`set local statement_timeout = '10min'`)
    const { tenantId, days } = month
    // Of all enterprises together only sums of their own days are computed.
    const { zone } = await loadTenantDay(db, tenantId === allTenants ? platformTenant : tenantId)
    await rollUpDays(db, { tenantId, zone, days })
    const took = Math.round((performance.now() - started) / days.length)
    // A write to the day meanwhile has made it dirty again.
    await db.execute(sql`
      update visit_day set state = case state when 'counting' then 'counted' else state end, counted_at = ${at}, took_ms = ${took}
      where tenant_id = ${tenantId} and day = any(${[...days]}::date[])`)
    if (tenantId === allTenants) return
    await db.execute(sql`
      insert into visit_day as v (tenant_id, day) select ${allTenants}::bigint, d from unnest(${[...days]}::date[]) d order by d
      on conflict (tenant_id, day) do update set state = 'due' where v.state <> 'due'`)
  })
}

function byMonth(claimed: readonly { tenantId: number; day: string }[]): ClaimedDays[] {
  const months = new Map<string, { tenantId: number; days: string[] }>()
  for (const { tenantId, day } of claimed) {
    const key = `${tenantId} ${day.slice(0, 7)}`
    const month = months.get(key) ?? { tenantId, days: [] }
    month.days.push(day)
    months.set(key, month)
  }
  return [...months.values()]
}

/** Schedules the roll-up of scans and checks, every minute. */
export function scheduleVisitRollups(services: Services): void {
  services.jobs.schedule('visit-sums', '* * * * *', async (_payload, signal) => {
    await rollUpDirtyDays(services, { signal })
  })
}
