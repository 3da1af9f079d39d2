import { type CodeParts, type CodeRule, parseCode } from '@timbermark/codes'
import { deriveRequestKeys, RequestCodes, type RequestKeys } from '@timbermark/codes/node'
import type { CodeType } from '@timbermark/contract'
import type { Database, Db } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/installation/secrets.ts'
import { sql } from '../../platform/database/sql.ts'
import { Cache, keepCache } from '../../platform/caches.ts'
import { openTenantKey, readTenantKeys, tenantKeyContext } from './tenant-keys.ts'

declare module '../../platform/services.ts' {
  interface Services {
    directory: CodeDirectory
  }
}

/** Every process hears, once the transaction is kept, that a request or an enterprise is not what it was. */
export async function tellDirectory(db: Db): Promise<void> {
  await db.execute(sql`select pg_notify('code_directory', '')`)
}

/** What must be known of a request to read its codes: nothing that belongs to the enterprise's business. */
export interface DirectoryEntry {
  requestNumber: number
  requestId: number
  tenantId: number
  identification: string
  enterpriseName: string
  enterpriseActive: boolean
  count: number
  keyVersion: number
  /** Random bytes that enter its keys, in hexadecimal; empty for a request of before there were any. */
  keySalt: string
  codeRule: CodeRule
  securityLength: number
  codeType: CodeType
  status: string
}

export type OpenedCode =
  | { known: true; code: string; serial: number; entry: DirectoryEntry; codes: RequestCodes }
  | { known: false; code: string | null }

/**
 * All requests by number, in memory: codes are read and counterfeits refused without asking the database. The database
 * tells every process of a change; while that line is down, an unknown number is looked up before it is called unknown.
 */
export class CodeDirectory {
  readonly #database: Database
  readonly #secrets: Secrets
  readonly #entries = new Cache<number, DirectoryEntry>()
  readonly #tenantKeys = new Map<string, { wrapped: Buffer; key: Uint8Array }>()
  readonly #codes = new Cache<string, RequestCodes>()
  #listener: ReturnType<Database['listen']> | undefined
  #loading: Promise<void> | undefined
  #stale = false

  constructor(database: Database, secrets: Secrets) {
    this.#database = database
    this.#secrets = secrets
    // It is a copy of all there is: emptied, it is read anew.
    keepCache('codeDirectory', this.#entries, () => this.reload())
    keepCache('requestKeys', this.#codes)
  }

  async start(): Promise<void> {
    await this.reload()
    this.#listener = this.#database.listen(
      'code_directory',
      () => void this.reload().catch(() => {}),
      () => void this.reload().catch(() => {}),
    )
  }

  async stop(): Promise<void> {
    await this.#listener?.close()
  }

  /** Reads everything again; calls that come while a read runs share the next one. */
  async reload(): Promise<void> {
    if (this.#loading) {
      this.#stale = true
      return this.#loading
    }
    this.#loading = this.#read().finally(() => {
      this.#loading = undefined
      if (this.#stale) {
        this.#stale = false
        void this.reload().catch(() => {})
      }
    })
    return this.#loading
  }

  async #read(): Promise<void> {
    await this.#database.acrossTenants('directory', async db => {
      const rows = await db.query<{
        request_number: number
        tenant_id: number
        request_id: number
        count: number
        key_version: number
        key_salt: Buffer
        code_rule: CodeRule
        security_length: number
        code_type: CodeType
        status: string
        identification: string
        enterprise_name: string
        enterprise_status: string
      }>(sql`select * from code_directory`)
      // After the requests: a key is there before the first request that has its codes from it.
      for (const key of await readTenantKeys(db)) {
        const context = tenantKeyContext(key.tenantId, key.version)
        if (this.#tenantKeys.get(context)?.wrapped.equals(key.wrapped)) continue
        this.#tenantKeys.set(context, { wrapped: key.wrapped, key: openTenantKey(this.#secrets, key) })
      }
      const present = new Set<number>()
      for (const row of rows) {
        present.add(row.request_number)
        this.#entries.set(row.request_number, {
          requestNumber: row.request_number,
          requestId: row.request_id,
          tenantId: row.tenant_id,
          identification: row.identification,
          enterpriseName: row.enterprise_name,
          enterpriseActive: row.enterprise_status === '0',
          count: row.count,
          keyVersion: row.key_version,
          keySalt: row.key_salt.toString('hex'),
          codeRule: row.code_rule,
          securityLength: row.security_length,
          codeType: row.code_type,
          status: row.status,
        })
      }
      for (const number of this.#entries.keys()) if (!present.has(number)) this.#entries.delete(number)
    })
  }

  get(requestNumber: number): DirectoryEntry | undefined {
    return this.#entries.get(requestNumber)
  }

  keysOf(entry: DirectoryEntry): RequestKeys {
    const tenantKey = this.#tenantKeys.get(tenantKeyContext(entry.tenantId, entry.keyVersion))
    if (!tenantKey) throw new Error(`No key of version ${entry.keyVersion} for enterprise ${entry.tenantId}`)
    return deriveRequestKeys(tenantKey.key, entry.requestNumber, entry.keyVersion, Buffer.from(entry.keySalt, 'hex'))
  }

  codesOf(entry: DirectoryEntry): RequestCodes {
    // By the salt too: a database that is restored under this process may give the number to another request.
    const key = `${entry.requestNumber}/${entry.tenantId}/${entry.keyVersion}/${entry.keySalt}`
    let codes = this.#codes.look(key)
    if (!codes) {
      if (this.#codes.size > 2000) this.#codes.clear()
      codes = new RequestCodes(this.keysOf(entry), entry.requestNumber)
      this.#codes.set(key, codes)
    }
    return codes
  }

  /** Reads a code as people and scanners give it. A counterfeit is refused without any statement to the database. */
  async open(text: string): Promise<OpenedCode> {
    const parsed = parseCode(text)
    if (!parsed.ok) return { known: false, code: null }
    if (!this.#entries.has(parsed.request) && !this.#listener?.healthy()) await this.reload()
    return this.openParsed(parsed.code, parsed)
  }

  openParsed(code: string, parts: CodeParts): OpenedCode {
    const entry = this.#entries.look(parts.request)
    if (!entry) return { known: false, code }
    const codes = this.codesOf(entry)
    const serial = codes.open(parts, entry.count)
    return serial === null ? { known: false, code } : { known: true, code, serial, entry, codes }
  }
}
