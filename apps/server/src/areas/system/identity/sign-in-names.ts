import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/**
 * Reserves an account name in the transaction that creates the account. People sign in without naming an enterprise, so a
 * name is unique over all enterprises, regardless of case.
 * @throws the database's unique violation when the name is taken; the contract maps it to a refusal
 */
export async function takeSignInName(db: Db, tenantId: number, accountId: number, userName: string): Promise<void> {
  await db.execute(
    sql`insert into sign_in_name (name, tenant_id, account_id) values (lower(${userName}), ${tenantId}, ${accountId})`,
  )
}

/** Frees the name and the bound identities of a removed account. */
export async function freeSignInNameAndIdentities(db: Db, tenantId: number, accountId: number): Promise<void> {
  await db.execute(sql`delete from sign_in_name where tenant_id = ${tenantId} and account_id = ${accountId}`)
  await db.execute(sql`delete from bound_identity where tenant_id = ${tenantId} and account_id = ${accountId}`)
}

/** Is the name taken in any enterprise? Works only in transactions that see all enterprises. */
export async function isSignInNameTaken(db: Db, userName: string): Promise<boolean> {
  return (await db.maybe(sql`select 1 from sign_in_name where name = ${userName.toLowerCase()}`)) !== undefined
}
