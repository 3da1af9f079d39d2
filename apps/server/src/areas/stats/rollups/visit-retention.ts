import type { Database } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { startOfDay, zoneOf } from '../../../platform/tenant-day.ts'
import { allTenants } from './roll-up-days.ts'

/** Decimal places of coarse positions: about a kilometre. */
const coarseDigits = 2
/** Days read at once; each is processed in its own transaction. */
const daysPerRound = 500

interface Bounds {
  /** Complete months that the logs retain besides the current one. */
  months: number
  /** Days after which an entry loses its exact position, network and device. */
  preciseDays: number
}

/**
 * Coarsens old entries of the scan and check logs, and drops months that are older still. Roll-ups stay, and so does
 * evidence of cases until its month is dropped.
 * @returns coarsened entries, dropped months, and days that must be rolled up first
 */
export async function applyVisitRetention(
  database: Database,
  { months, preciseDays }: Bounds,
  signal: AbortSignal,
): Promise<{ coarse: number; months: number; waiting: number }> {
  const coarse = await makeCoarse(database, preciseDays, signal)
  signal.throwIfAborted()
  return database.acrossTenants('statistics', async db => {
    const { before, waiting } = await db.one<{ before: string; waiting: number }>(sql`
      select b.before::text, (
        select count(*)::int from visit_day v where v.state <> 'counted' and v.tenant_id <> ${allTenants} and v.day <= b.before) as waiting
      from (select (date_trunc('month', current_date) - make_interval(months => ${months}))::date as before) b`)
    // A day without roll-up would count as zero once its entries are gone.
    if (waiting > 0) return { coarse, months: 0, waiting }
    // A dropped day can never be computed again: its roll-ups stay. Months are dropped by UTC: in the east the first day that the
    // logs retain has lost its first hours.
    await db.execute(sql`delete from visit_day where day <= ${before}::date`)
    const { dropped } = await db.one<{ dropped: number }>(sql`select drop_log_partitions(${before}::date) as dropped`)
    return { coarse, months: Math.ceil(dropped / 2), waiting }
  })
}

async function makeCoarse(database: Database, days: number, signal: AbortSignal): Promise<number> {
  for (let coarse = 0; ; ) {
    const due = await database.acrossTenants('statistics', db =>
      db.query<{ tenantId: number; day: string }>(sql`
        select tenant_id as "tenantId", day::text from visit_day
        where coarse_at is null and day < current_date - ${days}::int order by day, tenant_id limit ${daysPerRound}`),
    )
    for (const one of due) {
      signal.throwIfAborted()
      coarse += await coarsenDay(database, one)
    }
    if (due.length < daysPerRound) return coarse
  }
}

/** One day of one enterprise, atomically. @returns how many entries changed */
function coarsenDay(database: Database, { tenantId, day }: { tenantId: number; day: string }): Promise<number> {
  return database.acrossTenants('statistics', async db => {
    // A day may hold millions.
    await db.execute(sql`set local statement_timeout = '10min'`)
    const zone = zoneOf(sql`${tenantId}`)
    const [from, to] = [startOfDay(sql`${day}::date`, zone), startOfDay(sql`${day}::date + 1`, zone)]
    const coarsen = (log: Sql, kind: 'scan' | 'check', at: Sql, assignments: Sql) =>
      db.execute(sql`
        update ${log} t set longitude = round(longitude, ${coarseDigits}), latitude = round(latitude, ${coarseDigits}), ${assignments}
        where t.tenant_id = ${tenantId} and ${at} >= ${from} and ${at} < ${to}
          and not exists (
            select from case_visit v where v.tenant_id = t.tenant_id and v.log = ${kind} and v.entry = t.id
              and v.request_number = t.request_number and v.serial = t.serial)`)
    const changed =
      (await coarsen(sql`scan_log`, 'scan', sql`t.scanned_at`, sql`ip = null, device = null`)) +
      (await coarsen(sql`check_log`, 'check', sql`t.checked_at`, sql`ip = null`))
    await db.execute(sql`update visit_day set coarse_at = now() where tenant_id = ${tenantId} and day = ${day}::date`)
    return changed
  })
}
