import { randomBytes } from 'node:crypto'
import { unwrapKey, wrapKey } from '@timbermark/codes/node'
import type { Db } from '../database/database.ts'
import type { Secrets } from '../installation/secrets.ts'
import { sql } from '../database/sql.ts'

/** A key of an enterprise as it is stored. */
export interface WrappedKey {
  tenantId: number
  version: number
  /** Sealed by the master key. */
  wrapped: Buffer
}

/** Tenant and version bind each wrapped key to its row. */
export const tenantKeyContext = (tenantId: number, version: number) => `tenant/${tenantId}/${version}`

const wrapping = (secrets: Secrets) => secrets.derive('tenant-keys')

/**
 * The key itself, 32 bytes.
 * @throws Error when another master key sealed it, or it was changed
 */
export function openTenantKey(secrets: Secrets, { tenantId, version, wrapped }: WrappedKey): Uint8Array {
  return unwrapKey(wrapping(secrets), wrapped, tenantKeyContext(tenantId, version))
}

function sealTenantKey(secrets: Secrets, key: Uint8Array, tenantId: number, version: number): Buffer {
  return Buffer.from(wrapKey(wrapping(secrets), key, tenantKeyContext(tenantId, version)))
}

/**
 * Creates a new random key of this version for an enterprise, unless it has one.
 * @returns whether it was created
 */
export async function addTenantKey(db: Db, secrets: Secrets, tenantId: number, version: number): Promise<boolean> {
  const wrapped = sealTenantKey(secrets, randomBytes(32), tenantId, version)
  const added = await db.execute(
    sql`insert into tenant_key (tenant_id, version, wrapped) values (${tenantId}, ${version}, ${wrapped}) on conflict do nothing`,
  )
  return added > 0
}

/** Makes a request that is being added take its codes from the newest key of its enterprise. */
export async function takeNewestKey(db: Db, tenantId: number, requestId: number): Promise<void> {
  await db.execute(sql`
    update code_request r set key_version = n.version
    from (select max(k.version) as version from tenant_key k where k.tenant_id = ${tenantId}) n
    where r.tenant_id = ${tenantId} and r.id = ${requestId} and r.key_version <> n.version`)
}

export function readTenantKeys(db: Db): Promise<WrappedKey[]> {
  return db.query<WrappedKey>(
    sql`select tenant_id as "tenantId", version, wrapped from tenant_key order by tenant_id, version`,
  )
}

/**
 * Seals the keys of all enterprises by another master key. The keys stay the same, and with them every code.
 * @returns how many
 * @throws Error when the present master key does not open one
 */
export async function rewrapTenantKeys(db: Db, present: Secrets, next: Secrets): Promise<number> {
  const keys = await readTenantKeys(db)
  const wrapped = keys.map(key => sealTenantKey(next, openTenantKey(present, key), key.tenantId, key.version))
  return db.execute(sql`
    update tenant_key k set wrapped = n.wrapped
    from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${keys.map(({ version }) => version)}::integer[],
    ${wrapped}::bytea[]) as n (tenant_id, version, wrapped)
    where k.tenant_id = n.tenant_id and k.version = n.version`)
}

/** Does this master key open every key of the database? An installation that has none yet accepts any. */
export async function opensAllKeys(db: Db, secrets: Secrets): Promise<boolean> {
  return opensKeys(secrets, await readTenantKeys(db))
}

/** Does this master key open all of these? */
export function opensKeys(secrets: Secrets, keys: readonly WrappedKey[]): boolean {
  try {
    for (const key of keys) openTenantKey(secrets, key)
    return true
  } catch {
    return false
  }
}
