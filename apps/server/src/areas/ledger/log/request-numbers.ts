import type { Db } from '../../../platform/database/database.ts'
import type { RollbackGuard } from '../../../platform/installation/rollback-guard.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'

/**
 * Sees to it, in the transaction that adds a request, that its number is above every one that this installation
 * remembers, and that it is itself remembered before the transaction commits.
 * @returns the request's number
 */
export async function keepNumber(db: Db, memory: RollbackGuard, tenantId: number, id: number): Promise<number> {
  const { number } = await db.one<{ number: number }>(
    sql`select request_number as number from code_request where tenant_id = ${tenantId} and id = ${id}`,
  )
  const mark = memory.requests
  const kept = number > mark ? number : await renumber(db, tenantId, id, mark)
  await noteNumber(db, tenantId, kept)
  await memory.noteRequests(kept)
  return kept
}

/** Says whose the number is. It stays given when the request is removed. @throws the database's refusal when it was given */
export async function noteNumber(db: Db, tenantId: number, number: number): Promise<void> {
  await db.execute(sql`insert into request_number (number, tenant_id) values (${number}, ${tenantId})`)
}

/** The database was put back to an earlier time under this process. */
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
 * Lets request numbers go on above `mark`, e.g. one that the signed log names.
 * @returns the last number that counts as given now
 */
export async function raiseNumbers(
  services: Pick<Services, 'database' | 'rollbackGuard'>,
  mark: number,
): Promise<number> {
  const given = await services.database.acrossTenants('directory', async db => {
    const { highest } = await db.one<{ highest: number }>(
      sql`select coalesce(max(number), 0) as highest from request_number`,
    )
    const { last } = await db.one<{ last: number }>(
      sql`select request_numbers_above(${Math.max(mark, highest)}) as last`,
    )
    return last
  })
  await services.rollbackGuard.noteRequests(given)
  return given
}

/** Compares the database with what is remembered, says when it is older, and lets numbers go on above both. */
export async function continueNumbers(services: Pick<Services, 'database' | 'rollbackGuard' | 'log'>): Promise<void> {
  const { database, rollbackGuard: memory, log } = services
  const remembered = memory.requests
  const { given } = await database.acrossTenants('directory', db =>
    db.one<{ given: number }>(sql`select request_numbers_above(0) as given`),
  )
  if (given < remembered)
    log.warn(
      `The database is older than what this installation remembers: code requests go on from number ${remembered + 1}`,
    )
  await raiseNumbers(services, remembered)
}
