import type { Db } from '../../../platform/database/database.ts'
import { locks } from '../../../platform/database/locks.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import { allTenants } from './roll-up-days.ts'
import { countStageDays, countSteps } from './roll-up-stages.ts'

/** Marks that are taken at once, and batches whose steps are written by one statement. */
const atOnce = 100_000
const batchesAtOnce = 2000

/**
 * Counts what changed of the stages, enterprise after enterprise. One process does it at a time; marks go in the transaction that
 * counts what they stand for, so that a process that dies leaves them, and what is reported meanwhile has marks of its own.
 * @returns how many marks were taken
 */
export async function keepStageSums({ database }: Pick<Services, 'database'>, signal?: AbortSignal): Promise<number> {
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
        const marks = await database.acrossTenants('statistics', db => takeMarks(db, id))
        taken += marks
        if (marks < atOnce) break
      }
    return taken
  })
}

async function takeMarks(db: Db, tenantId: number): Promise<number> {
  await db.execute(sql`set local statement_timeout = '10min'`)
  const marks = await db.query<{ batch: number | null; day: string | null }>(sql`
    delete from stage_change c using (select id from stage_change where tenant_id = ${tenantId} order by id limit ${atOnce}) taken
    where c.tenant_id = ${tenantId} and c.id = taken.id returning c.batch_id as batch, c.day`)
  if (marks.length === 0) return 0
  const batches = [...new Set(marks.flatMap(({ batch }) => batch ?? []))]
  const whole = [...new Set(marks.flatMap(({ batch, day }) => (day === null && batch !== null ? [batch] : [])))]
  const ofWhole = await db.query<{ day: string }>(sql`
    select distinct happened_at::date as day from stage_record where tenant_id = ${tenantId} and batch_id = any(${whole}::bigint[])`)
  const days = new Set([...marks.flatMap(({ day }) => day ?? []), ...ofWhole.map(({ day }) => day)])
  for (let from = 0; from < batches.length; from += batchesAtOnce)
    for (const day of await countSteps(db, tenantId, batches.slice(from, from + batchesAtOnce))) days.add(day)
  for (const month of Map.groupBy([...days].sort(), day => day.slice(0, 7)).values())
    for (const tenant of [tenantId, allTenants]) await countStageDays(db, { tenantId: tenant, days: month })
  return marks.length
}

/** Keeps the sums of the stages, every minute. */
export function scheduleStageSums(services: Services): void {
  services.jobs.schedule('stage-sums', '* * * * *', async (_payload, signal) => {
    await keepStageSums(services, signal)
  })
}
