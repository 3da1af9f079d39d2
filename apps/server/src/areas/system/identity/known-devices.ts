import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** The header in which a browser sends its device token, and the longest value it may have. */
export const deviceHeader = 'x-known-device'
const maxTokenLength = 64
/** The most recent browsers are known, at most this many per account, until they are unused for this many days. */
const maxDevices = 20
export const knownDeviceDays = 180

interface Account {
  id: number
  tenantId: number
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Returns the hash of the browser's token if the account has signed in there before. */
export async function findKnownDevice(db: Db, account: Account, token: unknown): Promise<Buffer | undefined> {
  if (typeof token !== 'string' || token.length > maxTokenLength) return undefined
  const hash = hashOf(token)
  const known = await db.maybe(sql`
    select 1 from known_device
    where tenant_id = ${account.tenantId} and account_id = ${account.id} and token_hash = ${hash}
      and seen_at > now() - make_interval(days => ${knownDeviceDays})`)
  return known ? hash : undefined
}

/**
 * Stores the browser as known after a sign-in.
 * @param device result of `findKnownDevice`
 * @returns a new token for the browser to store, unless it has one
 */
export async function rememberDevice(
  db: Db,
  { id, tenantId }: Account,
  device: Buffer | undefined,
): Promise<string | undefined> {
  if (device) {
    await db.execute(sql`
      update known_device set seen_at = now()
      where tenant_id = ${tenantId} and account_id = ${id} and token_hash = ${device}`)
    return undefined
  }
  const token = randomBytes(24).toString('base64url')
  await db.execute(sql`
    insert into known_device (tenant_id, account_id, token_hash) values (${tenantId}, ${id}, ${hashOf(token)})`)
  await db.execute(sql`
    delete from known_device where tenant_id = ${tenantId} and account_id = ${id} and token_hash in (
      select token_hash from known_device where tenant_id = ${tenantId} and account_id = ${id}
      order by seen_at desc offset ${maxDevices})`)
  return token
}

/** Removes all known browsers and bound identities of the account, because they may be somebody else's. */
export async function forgetDevicesAndIdentities(db: Db, tenantId: number, accountId: number): Promise<void> {
  await db.execute(sql`delete from known_device where tenant_id = ${tenantId} and account_id = ${accountId}`)
  await db.execute(sql`delete from bound_identity where tenant_id = ${tenantId} and account_id = ${accountId}`)
}
