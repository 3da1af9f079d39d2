import { randomBytes } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { type CodeParts, type CodeRule, maxSerial, parseCode } from '@timbermark/codes'
import { deriveRequestKeys, RequestCodes, type RequestKeys } from '@timbermark/codes/node'
import type { CodeType } from '@timbermark/contract'
import type { Database, Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { Cache, registerCache } from '../../../platform/concurrency/caches.ts'
import { wantedValue } from './foreign-value.ts'
import { openTenantKey, readTenantKeys, tenantKeyContext } from '../../../platform/secrets/tenant-keys.ts'

declare module '../../../platform/services.ts' {
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
  /** Whether others printed the codes: each of their values then stands for the own code of the same serial. */
  foreign: boolean
}

export type OpenedCode =
  | { known: true; code: string; serial: number; entry: DirectoryEntry; codes: RequestCodes }
  | { known: false; code: string | null }

type KnownForeign = Extract<OpenedCode, { known: true }>

interface ForeignRow {
  folded: string
  serial: number
  request: number
}

/** Stands for a request that is not there: its key is made for this process alone, and no code of it is ever printed. */
const nobody: DirectoryEntry = {
  requestNumber: 1,
  requestId: -1,
  tenantId: -1,
  identification: '',
  enterpriseName: '',
  enterpriseActive: false,
  count: maxSerial + 1,
  keyVersion: 1,
  keySalt: '',
  codeRule: 'digits',
  securityLength: 8,
  codeType: 'item',
  status: '',
  foreign: false,
}

/** What is read of so many texts before other requests come in between. */
const atOnce = 500

/** So many are answered at once: a list of codes never has more, and no reader chooses among as many enterprises. */
const mostMeant = 10_000

/**
 * All requests by number, in memory: codes are read and counterfeits refused without asking the database. The database
 * tells every process of a change; while that line is down, an unknown number is looked up before it is called unknown.
 */
export class CodeDirectory {
  readonly #database: Database
  readonly #secrets: Secrets
  readonly #entries = new Cache<number, DirectoryEntry>()
  /** Enterprises that have codes of others: nobody else's texts are looked for among these. */
  #withForeign: ReadonlySet<number> = new Set()
  readonly #tenantKeys = new Map<string, { wrapped: Buffer; key: Uint8Array }>()
  readonly #codes = new Cache<string, RequestCodes>()
  #listener: ReturnType<Database['listen']> | undefined
  #reading: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(database: Database, secrets: Secrets) {
    this.#database = database
    this.#secrets = secrets
    const key = randomBytes(32)
    this.#tenantKeys.set(tenantKeyContext(nobody.tenantId, nobody.keyVersion), { wrapped: Buffer.alloc(0), key })
    // It is a copy of all there is: emptied, it is read anew.
    registerCache('codeDirectory', this.#entries, { of: database, clear: () => this.reload() })
    registerCache('requestKeys', this.#codes, { of: database })
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

  /**
   * Reads everything again. Calls that come while a read runs share the next one: what runs may have looked before the
   * change that they come for.
   */
  reload(): Promise<void> {
    if (!this.#reading) return this.#begin()
    const then = () => {
      this.#next = undefined
      // One that began in between began after all who wait for this.
      return this.#reading ?? this.#begin()
    }
    this.#next ??= this.#reading.then(then, then)
    return this.#next
  }

  #begin(): Promise<void> {
    this.#reading = this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
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
        origin: string
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
          foreign: row.origin === 'foreign',
        })
      }
      for (const number of this.#entries.keys()) if (!present.has(number)) this.#entries.delete(number)
      this.#withForeign = new Set(rows.filter(({ origin }) => origin === 'foreign').map(row => row.tenant_id))
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
    let codes = this.#codes.lookUp(key)
    if (!codes) {
      if (this.#codes.size > 2000) this.#codes.clear()
      codes = new RequestCodes(this.keysOf(entry), entry.requestNumber)
      this.#codes.set(key, codes)
    }
    return codes
  }

  /** Reads a code that this platform printed. A counterfeit is refused without any statement to the database. */
  async open(text: string): Promise<OpenedCode> {
    return (await this.openAll([text], null))[0]!
  }

  /** Reads a code as an enterprise gives it: one of ours, or of those that others printed for this enterprise. */
  async openFor(tenantId: number, text: string): Promise<OpenedCode> {
    return (await this.openAll([text], tenantId))[0]!
  }

  /**
   * Reads several at once, as people and scanners give them: those that others printed by one statement.
   * @param tenantId whose codes of other printers are read too; null for codes that this platform printed alone
   */
  async openAll(texts: readonly string[], tenantId: number | null): Promise<OpenedCode[]> {
    const opened: OpenedCode[] = []
    const wanted = new Map<string, number[]>()
    const fresh = this.#listener?.healthy()
    for (const [n, text] of texts.entries()) {
      const parsed = parseCode(text)
      if (parsed.ok) {
        if (!this.#entries.has(parsed.request) && !fresh) await this.reload()
        opened.push(this.openParsed(parsed.code, parsed))
      } else {
        opened.push({ known: false, code: null })
        const value = tenantId === null ? undefined : wantedValue(text)
        if (value !== undefined) wanted.set(value, [...(wanted.get(value) ?? []), n])
      }
      if (n % atOnce === atOnce - 1) await breathe()
    }
    if (wanted.size === 0 || tenantId === null || this.#haveNone(set => set.has(tenantId))) return opened
    const rows = await this.#meant(sql`f.tenant_id = ${tenantId} and f.folded = any(${[...wanted.keys()]})`)
    for (const { folded, known } of rows) for (const n of wanted.get(folded) ?? []) opened[n] = known
    return opened
  }

  /**
   * The codes for which a value that others printed stands, whichever enterprise has it: one each. Asks nothing while no
   * enterprise has such codes.
   */
  async openForeign(text: string): Promise<KnownForeign[]> {
    const value = parseCode(text).ok ? undefined : wantedValue(text)
    if (value === undefined || this.#haveNone(set => set.size > 0)) return []
    const rows = await this.#meant(sql`f.folded = ${value}`)
    return rows.map(({ known }) => known)
  }

  /** Is it known that there is nothing to look for? Not while the line that tells of changes is down. */
  #haveNone(have: (enterprises: ReadonlySet<number>) => boolean): boolean {
    return this.#listener?.healthy() === true && !have(this.#withForeign)
  }

  /** The own codes that values of others stand for. */
  async #meant(which: Sql): Promise<{ folded: string; known: KnownForeign }[]> {
    const rows = await this.#database.readAcrossTenants<ForeignRow>(
      'directory',
      sql`
        select f.folded, f.serial, r.request_number as request from foreign_code f
        join code_request r on r.tenant_id = f.tenant_id and r.id = f.request_id
        where ${which} order by f.tenant_id limit ${mostMeant}`,
    )
    if (rows.some(({ request }) => !this.#entries.has(request))) await this.reload()
    return rows.flatMap(row => {
      const known = this.#at(row)
      return known ? [{ folded: row.folded, known }] : []
    })
  }

  #at({ request, serial }: ForeignRow): KnownForeign | undefined {
    const entry = this.#entries.lookUp(request)
    if (!entry || serial >= entry.count) return undefined
    const codes = this.codesOf(entry)
    return { known: true, code: codes.code(serial), serial, entry, codes }
  }

  openParsed(code: string, parts: CodeParts): OpenedCode {
    const found = this.#entries.lookUp(parts.request)
    const entry = found ?? nobody
    const codes = this.codesOf(entry)
    // Done for a request that is not there too: the time of a refusal must not tell which numbers were given.
    const serial = codes.open(parts, entry.count)
    return !found || serial === null ? { known: false, code } : { known: true, code, serial, entry, codes }
  }
}
