import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { hashToken } from './sessions.ts'
import { tenantOfToken, createToken } from '../../../platform/secrets/tokens.ts'

/** Whoever knew the password has so long to show the second factor. */
export const halfMinutes = 5

/** Remembers that somebody knew the password. @returns the ticket that the second step carries, told once */
export async function openHalf(db: Db, account: { id: number; tenantId: number }): Promise<string> {
  const ticket = createToken(account.tenantId, 32)
  await db.execute(sql`
    insert into half_session (tenant_id, token_hash, account_id) values (${account.tenantId}, ${hashToken(ticket)}, ${account.id})`)
  return ticket
}

/** Whose ticket it is; undefined when it is none, is too old, or the password was set anew since it was given. */
export async function halfOf(db: Db, ticket: string): Promise<{ id: number; tenantId: number } | undefined> {
  const tenantId = ticket.length <= 100 ? tenantOfToken(ticket) : undefined
  if (tenantId === undefined) return undefined
  const found = await db.maybe<{ id: number }>(sql`
    select a.id from half_session h join account a on a.tenant_id = h.tenant_id and a.id = h.account_id
    where h.tenant_id = ${tenantId} and h.token_hash = ${hashToken(ticket)}
      and h.created_at > now() - make_interval(mins => ${halfMinutes})
      and (a.password_changed_at is null or a.password_changed_at < h.created_at)`)
  return found && { id: found.id, tenantId }
}

/** A ticket opens one session. @returns whether it was still there */
export async function endHalf(db: Db, tenantId: number, ticket: string): Promise<boolean> {
  return (
    (await db.execute(
      sql`delete from half_session where tenant_id = ${tenantId} and token_hash = ${hashToken(ticket)}`,
    )) > 0
  )
}
