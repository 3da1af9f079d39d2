import { randomBytes } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type CodeParts, type CodeRule, maxSerial, parseCode } from '@timbermark/codes'
import { deriveRequestKeys, RequestCodes, type RequestKeys } from '@timbermark/codes/node'
import type { CodeType } from '@timbermark/contract'
import type { Database, Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { Cache, registerCache } from '../../../platform/concurrency/caches.ts'
import { parseForeignValue } from './foreign-value.ts'
import { openTenantKey, readTenantKeys, tenantKeyContext } from '../../../platform/secrets/tenant-keys.ts'

declare module '../../../platform/services.ts' {
  interface Services {
    directory: CodeDirectory
  }
}

/** Notifies every process, at commit, that a request or an enterprise has changed. */
export async function notifyDirectoryChange(db: Db): Promise<void> {
  await db.execute(sql`select pg_notify('code_directory', '')`)
}

/** What is needed of a request to open its codes; contains no business data of the enterprise. */
export interface DirectoryEntry {
  requestNumber: number
  requestId: number
  tenantId: number
  identification: string
  enterpriseName: string
  enterpriseActive: boolean
  count: number
  keyVersion: number
  /** Random bytes that go into the derivation of its keys, in hexadecimal; empty for requests from before the salt existed. */
  keySalt: string
  codeRule: CodeRule
  securityLength: number
  codeType: CodeType
  status: string
  /** Whether others printed the codes: each foreign value stands for the platform's code of the same serial. */
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

/** Stand-in for a request that does not exist. Its random key exists only in this process, so no printed code opens with it. */
const unknownRequest: DirectoryEntry = {
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

/** After so many texts the event loop serves other requests. */
const yieldEvery = 500

/** The most foreign codes of one query: no list of codes is longer, and nobody chooses among so many enterprises. */
const maxForeignMatches = 10_000

/**
 * All requests by number, in memory: opens codes and refuses counterfeits without a database query. The database notifies
 * every process of changes; while the notification connection is down, an unknown number triggers a reload first.
 */
export class CodeDirectory {
  readonly #database: Database
  readonly #secrets: Secrets
  readonly #entries = new Cache<number, DirectoryEntry>()
  /** Tenants that have foreign codes; others need no query for them. */
  #tenantsWithForeignCodes: ReadonlySet<number> = new Set()
  readonly #tenantKeys = new Map<string, { wrapped: Buffer; key: Uint8Array }>()
  readonly #codes = new Cache<string, RequestCodes>()
  #listener: ReturnType<Database['listen']> | undefined
  #reading: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(database: Database, secrets: Secrets) {
    this.#database = database
    this.#secrets = secrets
    const key = randomBytes(32)
    this.#tenantKeys.set(tenantKeyContext(unknownRequest.tenantId, unknownRequest.keyVersion), {
      wrapped: Buffer.alloc(0),
      key,
    })
    // The directory is a full copy: clearing it means reloading it.
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
   * Reloads everything. Calls during a reload share the next one, because the running one may have read before the change
   * that they are about.
   */
  reload(): Promise<void> {
    if (!this.#reading) return this.#startReload()
    const then = () => {
      this.#next = undefined
      // A reload that started in between started after all callers that wait here.
      return this.#reading ?? this.#startReload()
    }
    this.#next ??= this.#reading.then(then, then)
    return this.#next
  }

  #startReload(): Promise<void> {
    this.#reading = this.#loadAll().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #loadAll(): Promise<void> {
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
      // Read after the requests: a key is always stored before the first request that uses it.
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
      this.#tenantsWithForeignCodes = new Set(
        rows.filter(({ origin }) => origin === 'foreign').map(row => row.tenant_id),
      )
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
    // The salt is part of the key: after a restore under this process another request may have the same number.
    const key = `${entry.requestNumber}/${entry.tenantId}/${entry.keyVersion}/${entry.keySalt}`
    let codes = this.#codes.lookUp(key)
    if (!codes) {
      if (this.#codes.size > 2000) this.#codes.clear()
      codes = new RequestCodes(this.keysOf(entry), entry.requestNumber)
      this.#codes.set(key, codes)
    }
    return codes
  }

  /** Opens a code that this platform printed. Refuses a counterfeit without any database query. */
  async open(text: string): Promise<OpenedCode> {
    return (await this.openAll([text], null))[0]!
  }

  /** Opens a code for an enterprise: a code of the platform or a foreign code of this enterprise. */
  async openFor(tenantId: number, text: string): Promise<OpenedCode> {
    return (await this.openAll([text], tenantId))[0]!
  }

  /**
   * Opens several texts as people type and scanners send them; foreign codes take one query together.
   * @param tenantId tenant whose foreign codes are opened too; null for the platform's codes only
   */
  async openAll(texts: readonly string[], tenantId: number | null): Promise<OpenedCode[]> {
    const opened: OpenedCode[] = []
    const placesByValue = new Map<string, number[]>()
    const isCurrent = this.#listener?.healthy()
    for (const [n, text] of texts.entries()) {
      const parsed = parseCode(text)
      if (parsed.ok) {
        if (!this.#entries.has(parsed.request) && !isCurrent) await this.reload()
        opened.push(this.openParsed(parsed.code, parsed))
      } else {
        opened.push({ known: false, code: null })
        const value = tenantId === null ? undefined : parseForeignValue(text)
        if (value !== undefined) placesByValue.set(value, [...(placesByValue.get(value) ?? []), n])
      }
      if (n % yieldEvery === yieldEvery - 1) await yieldToEventLoop()
    }
    if (placesByValue.size === 0 || tenantId === null || this.#isKnownEmpty(set => set.has(tenantId))) return opened
    const rows = await this.#loadForeign(
      sql`f.tenant_id = ${tenantId} and f.folded = any(${[...placesByValue.keys()]})`,
    )
    for (const { folded, known } of rows) for (const n of placesByValue.get(folded) ?? []) opened[n] = known
    return opened
  }

  /**
   * Opens a foreign value of any enterprise: one code for each enterprise that has it. Runs no query while no enterprise has
   * foreign codes.
   */
  async openForeign(text: string): Promise<KnownForeign[]> {
    const value = parseCode(text).ok ? undefined : parseForeignValue(text)
    if (value === undefined || this.#isKnownEmpty(set => set.size > 0)) return []
    const rows = await this.#loadForeign(sql`f.folded = ${value}`)
    return rows.map(({ known }) => known)
  }

  /** Whether it is certain that no query is needed; never while the notification connection is down. */
  #isKnownEmpty(have: (enterprises: ReadonlySet<number>) => boolean): boolean {
    return this.#listener?.healthy() === true && !have(this.#tenantsWithForeignCodes)
  }

  /** Loads the platform's codes that foreign values stand for. */
  async #loadForeign(which: Sql): Promise<{ folded: string; known: KnownForeign }[]> {
    const rows = await this.#database.readAcrossTenants<ForeignRow>(
      'directory',
      sql`
        select f.folded, f.serial, r.request_number as request from foreign_code f
        join code_request r on r.tenant_id = f.tenant_id and r.id = f.request_id
        where ${which} order by f.tenant_id limit ${maxForeignMatches}`,
    )
    if (rows.some(({ request }) => !this.#entries.has(request))) await this.reload()
    return rows.flatMap(row => {
      const known = this.#openForeignRow(row)
      return known ? [{ folded: row.folded, known }] : []
    })
  }

  #openForeignRow({ request, serial }: ForeignRow): KnownForeign | undefined {
    const entry = this.#entries.lookUp(request)
    if (!entry || serial >= entry.count) return undefined
    const codes = this.codesOf(entry)
    return { known: true, code: codes.code(serial), serial, entry, codes }
  }

  openParsed(code: string, parts: CodeParts): OpenedCode {
    const existing = this.#entries.lookUp(parts.request)
    const entry = existing ?? unknownRequest
    const codes = this.codesOf(entry)
    // Also done for an unknown request: the time of a refusal must not reveal which request numbers exist.
    const serial = codes.open(parts, entry.count)
    return !existing || serial === null ? { known: false, code } : { known: true, code, serial, entry, codes }
  }
}
