import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/**
 * Says whose an account name is, in the transaction that makes the account. Signing in names no enterprise, so that a
 * name, however it is capitalized, belongs to one account of all.
 * @throws the database's refusal when somebody else has the name; the contract says what it means
 */
export async function takeSignInName(db: Db, tenantId: number, accountId: number, userName: string): Promise<void> {
  await db.execute(
    sql`insert into sign_in_name (name, tenant_id, account_id) values (lower(${userName}), ${tenantId}, ${accountId})`,
  )
}

/** An account that is removed leaves its name to others. */
export async function freeSignInName(db: Db, tenantId: number, accountId: number): Promise<void> {
  await db.execute(sql`delete from sign_in_name where tenant_id = ${tenantId} and account_id = ${accountId}`)
}

/** Is the name taken, by whomever? Only those who see all enterprises are told. */
export async function isSignInNameTaken(db: Db, userName: string): Promise<boolean> {
  return (await db.maybe(sql`select 1 from sign_in_name where name = ${userName.toLowerCase()}`)) !== undefined
}
