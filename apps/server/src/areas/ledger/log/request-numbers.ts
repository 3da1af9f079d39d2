import type { Db } from '../../../platform/database/database.ts'
import type { RollbackGuard } from '../../../platform/installation/rollback-guard.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'

/**
 * Ensures, in the transaction that adds a request, that its number is above the mark in the rollback guard, and raises
 * the mark to it before the transaction commits.
 * @returns the request's number
 */
export async function claimRequestNumber(db: Db, memory: RollbackGuard, tenantId: number, id: number): Promise<number> {
  const { number } = await db.one<{ number: number }>(
    sql`select request_number as number from code_request where tenant_id = ${tenantId} and id = ${id}`,
  )
  const mark = memory.requests
  const claimed = number > mark ? number : await renumber(db, tenantId, id, mark)
  await recordRequestNumber(db, tenantId, claimed)
  await memory.noteRequests(claimed)
  return claimed
}

/** Records which tenant has the number. The row stays when the request is removed. @throws unique violation for a number in use */
export async function recordRequestNumber(db: Db, tenantId: number, number: number): Promise<void> {
  await db.execute(sql`insert into request_number (number, tenant_id) values (${number}, ${tenantId})`)
}

/** Gives the request a new number: the database was restored to an earlier state while this process runs. */
async function renumber(db: Db, tenantId: number, id: number, mark: number): Promise<number> {
  await db.execute(sql`select request_numbers_above(${mark})`)
  const { number } = await db.one<{ number: number }>(
    sql`
      update code_request set request_number = nextval('code_request_number')
      where tenant_id = ${tenantId} and id = ${id} returning request_number as number`,
  )
  return number
}

/**
 * Lets request numbers continue above `mark`, e.g. the mark in the signed log.
 * @returns the last number that now counts as used
 */
export async function raiseRequestNumbers(
  services: Pick<Services, 'database' | 'rollbackGuard'>,
  mark: number,
): Promise<number> {
  const lastUsed = await services.database.acrossTenants('directory', async db => {
    const { highest } = await db.one<{ highest: number }>(
      sql`select coalesce(max(number), 0) as highest from request_number`,
    )
    const { last } = await db.one<{ last: number }>(
      sql`select request_numbers_above(${Math.max(mark, highest)}) as last`,
    )
    return last
  })
  await services.rollbackGuard.noteRequests(lastUsed)
  return lastUsed
}

/** Compares the database with the rollback guard, warns when the database is older, and continues numbers above both. */
export async function continueRequestNumbers(
  services: Pick<Services, 'database' | 'rollbackGuard' | 'log'>,
): Promise<void> {
  const { database, rollbackGuard, log } = services
  const remembered = rollbackGuard.requests
  const { last } = await database.acrossTenants('directory', db =>
    db.one<{ last: number }>(sql`select request_numbers_above(0) as last`),
  )
  if (last < remembered)
    log.warn(
      `The database is older than what this installation remembers: code requests go on from number ${remembered + 1}`,
    )
  await raiseRequestNumbers(services, remembered)
}
