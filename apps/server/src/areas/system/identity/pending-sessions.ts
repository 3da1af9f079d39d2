import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { hashToken } from './sessions.ts'
import { tenantOfToken, createToken } from '../../../platform/secrets/tokens.ts'

/** After the password is accepted, the second factor must be shown within this time. */
export const pendingSessionMinutes = 5

/** Stores that the password was accepted and the second factor is still owed. @returns the ticket for the second step, shown once */
export async function openPendingSession(db: Db, account: { id: number; tenantId: number }): Promise<string> {
  const ticket = createToken(account.tenantId, 32)
  await db.execute(sql`
    insert into half_session (tenant_id, token_hash, account_id) values (${account.tenantId}, ${hashToken(ticket)}, ${account.id})`)
  return ticket
}

/** Finds the account of a ticket; undefined when it is unknown, has expired, or the password was changed since it was issued. */
export async function findPendingSession(
  db: Db,
  ticket: string,
): Promise<{ id: number; tenantId: number } | undefined> {
  const tenantId = ticket.length <= 100 ? tenantOfToken(ticket) : undefined
  if (tenantId === undefined) return undefined
  const account = await db.maybe<{ id: number }>(sql`
    select a.id from half_session h join account a on a.tenant_id = ${tenantId} and a.id = h.account_id
    where h.tenant_id = ${tenantId} and h.token_hash = ${hashToken(ticket)}
      and h.created_at > now() - make_interval(mins => ${pendingSessionMinutes})
      and (a.password_changed_at is null or a.password_changed_at < h.created_at)`)
  return account && { id: account.id, tenantId }
}

/** Uses up a ticket: it opens one session only. @returns whether it still existed */
export async function endPendingSession(db: Db, tenantId: number, ticket: string): Promise<boolean> {
  return (
    (await db.execute(
      sql`delete from half_session where tenant_id = ${tenantId} and token_hash = ${hashToken(ticket)}`,
    )) > 0
  )
}
