import { createHmac, hkdfSync } from 'node:crypto'
import { unwrapKey, wrapKey } from '@timbermark/codes/node'
import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { sql } from '../../../platform/database/sql.ts'
import { openTenantKey } from '../../../platform/secrets/tenant-keys.ts'

/** The account that a factor belongs to. Secret and codes are bound to it, so that they are useless in another row. */
export interface Owner {
  tenantId: number
  accountId: number
}

/**
 * Encryption keys of an enterprise's second factors, derived from its tenant key, which the master key wraps. So rotating
 * the master key changes nothing here, and a copy of the database alone opens no factor.
 */
export class FactorKeys {
  readonly version: number
  readonly #key: Uint8Array

  private constructor(version: number, key: Uint8Array) {
    this.version = version
    this.#key = key
  }

  /** @param version the row's key version; omitted for the newest */
  static async open(db: Db, secrets: Secrets, tenantId: number, version?: number): Promise<FactorKeys> {
    const row = await db.one<{ version: number; wrapped: Buffer }>(sql`
      select version, wrapped from tenant_key
      where tenant_id = ${tenantId} and ${version === undefined ? sql`true` : sql`version = ${version}`}
      order by version desc limit 1`)
    return new FactorKeys(row.version, openTenantKey(secrets, { tenantId, ...row }))
  }

  seal(secret: Uint8Array, { tenantId, accountId }: Owner): Buffer {
    return Buffer.from(wrapKey(this.#derive('seal'), secret, `second-factor/${tenantId}/${accountId}`))
  }

  /** @throws Error when it was sealed for another account, or changed */
  open(sealed: Uint8Array, { tenantId, accountId }: Owner): Uint8Array {
    return unwrapKey(this.#derive('seal'), sealed, `second-factor/${tenantId}/${accountId}`)
  }

  /** The stored hash of a recovery code. */
  hash(code: string, { tenantId, accountId }: Owner): Buffer {
    return createHmac('sha256', this.#derive('recovery')).update(`${tenantId}/${accountId}/${code}`).digest()
  }

  #derive(purpose: 'seal' | 'recovery'): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#key, Buffer.alloc(0), `timbermark/second-factor/${purpose}`, 32))
  }
}
