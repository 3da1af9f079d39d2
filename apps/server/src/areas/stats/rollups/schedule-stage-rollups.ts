import type { Db } from '../../../platform/database/database.ts'
import { locks } from '../../../platform/database/locks.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { dayAt, loadTenantDay } from '../../../platform/tenant-day.ts'
import { allTenants } from './roll-up-days.ts'
import { rollUpStageDays, rollUpSteps } from './roll-up-stages.ts'

/** Marks per claim, and batches whose steps one statement writes. */
const marksPerClaim = 100_000
const batchesAtOnce = 2000
/** Days of all enterprises together per transaction. */
const daysPerClaim = 31

/**
 * Rolls up changed stages, enterprise by enterprise. One process at a time. The transaction that processes marks also
 * deletes them, so a crash leaves them, and reports meanwhile have new marks.
 * @returns how many marks were processed
 */
export async function rollUpDirtyStages(
  { database }: Pick<Services, 'database'>,
  signal?: AbortSignal,
): Promise<number> {
  return database.acrossTenants('statistics', async lock => {
    const { alone } = await lock.one<{ alone: boolean }>(
      sql`select pg_try_advisory_xact_lock(${locks.stageSums}) as alone`,
    )
    if (!alone) return 0
    await lock.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    const tenants = await lock.query<{ id: number }>(sql`select distinct tenant_id as id from stage_change order by 1`)
    let taken = 0
    for (const { id } of tenants)
      for (;;) {
        signal?.throwIfAborted()
        const marks = await database.acrossTenants('statistics', db => consumeMarks(db, id))
        taken += marks
        if (marks < marksPerClaim) break
      }
    do signal?.throwIfAborted()
    while ((await database.acrossTenants('statistics', rollUpDueDays)) > 0)
    return taken
  })
}

async function consumeMarks(db: Db, tenantId: number): Promise<number> {
  await db.execute(sql`set local statement_timeout = '10min'`)
  const marks = await db.query<{ batch: number | null; day: string | null }>(sql`
    delete from stage_change c using (select id from stage_change where tenant_id = ${tenantId} order by id limit ${marksPerClaim}) taken
    where c.tenant_id = ${tenantId} and c.id = taken.id returning c.batch_id as batch, c.day`)
  if (marks.length === 0) return 0
  const batches = [...new Set(marks.flatMap(({ batch }) => batch ?? []))]
  const dirtyBatches = [...new Set(marks.flatMap(({ batch, day }) => (day === null && batch !== null ? [batch] : [])))]
  const { zone } = await loadTenantDay(db, tenantId)
  const batchDays = await db.query<{ day: string }>(sql`
    select distinct ${dayAt(sql`happened_at`, sql`${zone}`)} as day from stage_record where tenant_id = ${tenantId} and batch_id = any(${dirtyBatches}::bigint[])`)
  const days = new Set([...marks.flatMap(({ day }) => day ?? []), ...batchDays.map(({ day }) => day)])
  for (let from = 0; from < batches.length; from += batchesAtOnce)
    for (const day of await rollUpSteps(db, { tenantId, zone }, batches.slice(from, from + batchesAtOnce)))
      days.add(day)
  for (const month of byMonth(days)) await rollUpStageDays(db, { tenantId, zone, days: month })
  await db.execute(sql`
    insert into stage_day_due (day) select d from unnest(${[...days]}::date[]) d order by d on conflict do nothing`)
  return marks.length
}

const byMonth = (days: Iterable<string>) => Map.groupBy([...days].sort(), day => day.slice(0, 7)).values()

/** Rolls up some due days of all enterprises together, in the transaction that takes them. @returns how many */
async function rollUpDueDays(db: Db): Promise<number> {
  await db.execute(sql`set local statement_timeout = '10min'`)
  const due = await db.query<{ day: string }>(sql`
    delete from stage_day_due where day in (select day from stage_day_due order by day limit ${daysPerClaim}) returning day`)
  const { zone } = await loadTenantDay(db, platformTenant)
  for (const month of byMonth(due.map(({ day }) => day)))
    await rollUpStageDays(db, { tenantId: allTenants, zone, days: month })
  return due.length
}

/** Schedules the roll-up of stages, every minute. */
export function scheduleStageRollups(services: Services): void {
  services.jobs.schedule('stage-sums', '* * * * *', async (_payload, signal) => {
    await rollUpDirtyStages(services, signal)
  })
}
