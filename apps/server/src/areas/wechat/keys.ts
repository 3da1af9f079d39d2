import { createHmac, hash, hkdfSync } from 'node:crypto'
import { unwrapKey, wrapKey } from '@timbermark/codes/node'
import type { Db } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/installation/secrets.ts'
import { sql } from '../../platform/database/sql.ts'
import { openTenantKey } from '../../platform/secrets/tenant-keys.ts'

/**
 * Key that encrypts credentials, tokens and codes of the messaging platform: derived from the enterprise's key, which the
 * master key wraps. A copy of the database cannot decrypt them, and changing the master key does not affect them.
 */
export class MessagingKeys {
  readonly version: number
  readonly #tenantId: number
  readonly #key: Uint8Array

  private constructor(tenantId: number, version: number, key: Uint8Array) {
    this.#tenantId = tenantId
    this.version = version
    this.#key = key
  }

  /** @param version key version of the row; the newest for new rows */
  static async open(db: Db, secrets: Secrets, tenantId: number, version?: number): Promise<MessagingKeys> {
    const row = await db.one<{ version: number; wrapped: Buffer }>(sql`
      select version, wrapped from tenant_key
      where tenant_id = ${tenantId} and ${version === undefined ? sql`true` : sql`version = ${version}`}
      order by version desc limit 1`)
    return new MessagingKeys(tenantId, row.version, openTenantKey(secrets, { tenantId, ...row }))
  }

  /** @param what column or row it is bound to: it cannot be decrypted for anything else */
  seal(content: Uint8Array, what: string): Buffer {
    return Buffer.from(wrapKey(this.#derive('seal'), content, `wechat/${this.#tenantId}/${what}`))
  }

  sealText(content: string, what: string): Buffer {
    return this.seal(Buffer.from(content, 'utf8'), what)
  }

  /** @throws Error when it is bound to something else, or was changed */
  open(sealed: Uint8Array, what: string): Buffer {
    return Buffer.from(unwrapKey(this.#derive('seal'), sealed, `wechat/${this.#tenantId}/${what}`))
  }

  openText(sealed: Uint8Array, what: string): string {
    return this.open(sealed, what).toString('utf8')
  }

  /**
   * Keyed hashes for finding texts without storing them: SHA-256 over key and text in one call, five times as fast as
   * HMAC. Length extension does not matter: only the first 8 bytes are stored.
   */
  codeHasher(): (text: string) => Buffer {
    const key = this.#derive('code').toString('hex')
    return text => hash('sha256', key + text, 'buffer')
  }

  /** Stored keyed hash of the platform's id of a person. */
  personHash(openid: string): Buffer {
    return createHmac('sha256', this.#derive('person')).update(openid, 'utf8').digest()
  }

  #derive(purpose: 'seal' | 'code' | 'person'): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#key, Buffer.alloc(0), `timbermark/wechat/${purpose}`, 32))
  }
}
