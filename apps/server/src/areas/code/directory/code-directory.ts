import { randomBytes } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type CodeByForm, maxSerial, newestCodeFormat, parseCode, readCodes } from '@timbermark/codes'
import { deriveRequestKeys, RequestCodes, type RequestKeys } from '@timbermark/codes/node'
import type { StageKey } from '@timbermark/contract'
import type { Database } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { Cache, registerCache } from '../../../platform/concurrency/caches.ts'
import { openTenantKey } from '../../../platform/secrets/tenant-keys.ts'
import { choosePlace, followHandovers, placeOf } from './custody-chain.ts'
import type { DirectoryEntry, KeyedEntry } from './directory-entry.ts'
import { foreignValuesOf } from './foreign-value.ts'
import { findMistypedGroup } from './mistyped.ts'
import { RequestLookup } from './request-lookup.ts'

export { type DirectoryEntry, notifyDirectoryChange } from './directory-entry.ts'

declare module '../../../platform/services.ts' {
  interface Services {
    directory: CodeDirectory
  }
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
  codeFormat: newestCodeFormat,
  codeRule: 'digits',
  securityLength: 8,
  codeType: 'item',
  status: '',
  foreign: false,
  received: false,
  invited: false,
  handedOn: false,
}

/** Which code is meant by a text that names several genuine ones: none, since the others would be lost, or the first. */
type Several = 'refused' | 'first'

/** After so many texts the event loop serves other requests. */
const yieldEvery = 500

/** The most foreign codes of one query: no list of codes is longer, and nobody chooses among so many enterprises. */
const maxForeignMatches = 10_000

/** Requests that were looked up together. */
export class LoadedRequests {
  readonly #directory: CodeDirectory
  readonly #entries: ReadonlyMap<number, DirectoryEntry>

  constructor(directory: CodeDirectory, entries: ReadonlyMap<number, DirectoryEntry>) {
    this.#directory = directory
    this.#entries = entries
  }

  /** A request by its number; undefined when there is none. */
  get(requestNumber: number): DirectoryEntry | undefined {
    return this.#entries.get(requestNumber)
  }

  /** The code of a serial; null when the request does not exist. */
  codeAt(requestNumber: number, serial: number): string | null {
    const entry = this.#entries.get(requestNumber)
    return entry ? this.#directory.codesOf(entry).code(serial) : null
  }
}

/** The most derived keys of requests, and the most opened keys of enterprises, that a process remembers. */
const mostRequestKeys = 2000
const mostTenantKeys = 2000

/**
 * Requests by number: opens codes, and refuses counterfeits without a database query when their request is remembered or was
 * never made (`RequestLookup`). Memory does not grow with the number of requests or enterprises.
 */
export class CodeDirectory {
  readonly #database: Database
  readonly #secrets: Secrets
  readonly #lookup: RequestLookup
  /** Sealed keys of the enterprises, by the entries that they came with. */
  readonly #wrapped = new WeakMap<DirectoryEntry, Buffer>()
  /** Opened keys by everything they depend on: a key that changes in the database gets another name here. */
  readonly #tenantKeys = new Cache<string, Uint8Array>(mostTenantKeys)
  readonly #unknownKey = randomBytes(32)
  readonly #codes = new Cache<string, RequestCodes>(mostRequestKeys)

  /** @param most requests that are remembered; default 20,000 */
  constructor(database: Database, secrets: Secrets, most?: number) {
    this.#database = database
    this.#secrets = secrets
    this.#lookup = new RequestLookup(database, most)
    registerCache('codeDirectory', this.#lookup.requests, { of: database, clear: () => this.forgetAll() })
    const clear = () => {
      this.#codes.clear()
      this.#tenantKeys.clear()
    }
    registerCache('requestKeys', this.#codes, { of: database, clear })
  }

  start(): void {
    this.#lookup.start()
  }

  async stop(): Promise<void> {
    await this.#lookup.stop()
  }

  /** Forgets all requests: each is read again when it is needed. */
  forgetAll(): void {
    this.#lookup.forgetAll()
  }

  /** Forgets everything of one enterprise that this process has just changed; other processes are notified. */
  forgetEnterprise(tenantId: number): void {
    this.#lookup.forget({ enterprise: tenantId })
  }

  /**
   * Finds a request by a number that was read from the database.
   * @param options `fresh`: reads it even if it is remembered, because the caller has just changed it
   */
  async find(requestNumber: number, options?: { fresh?: boolean }): Promise<DirectoryEntry | undefined> {
    const entries = await this.#lookup.find([requestNumber], options)
    return this.#entryOf(entries.get(requestNumber))
  }

  /** Finds requests by numbers that were read from the database, by one query at most. */
  async load(requestNumbers: Iterable<number>): Promise<LoadedRequests> {
    const entries = await this.#lookup.find(requestNumbers)
    return new LoadedRequests(this, new Map([...entries].map(([number, keyed]) => [number, this.#entryOf(keyed)!])))
  }

  #entryOf(keyed: KeyedEntry | undefined): DirectoryEntry | undefined {
    if (keyed?.wrapped) this.#wrapped.set(keyed.entry, keyed.wrapped)
    return keyed?.entry
  }

  keysOf(entry: DirectoryEntry): RequestKeys {
    const salt = Buffer.from(entry.keySalt, 'hex')
    const { requestNumber, keyVersion, codeFormat } = entry
    return deriveRequestKeys(this.#tenantKeyOf(entry), requestNumber, keyVersion, salt, codeFormat)
  }

  /** @throws Error when the enterprise has no such key, or another master key sealed it */
  #tenantKeyOf(entry: DirectoryEntry): Uint8Array {
    if (entry === unknownRequest) return this.#unknownKey
    const { tenantId, keyVersion: version } = entry
    const wrapped = this.#wrapped.get(entry)
    if (!wrapped) throw new Error(`No key of version ${version} for enterprise ${tenantId}`)
    const name = `${tenantId}/${version}/${wrapped.toString('base64')}`
    let key = this.#tenantKeys.get(name)
    if (!key) {
      key = openTenantKey(this.#secrets, { tenantId, version, wrapped })
      this.#tenantKeys.set(name, key)
    }
    return key
  }

  codesOf(entry: DirectoryEntry): RequestCodes {
    // The salt is part of the key: after a restore under this process another request may have the same number.
    const key = `${entry.requestNumber}/${entry.tenantId}/${entry.keyVersion}/${entry.keySalt}/${entry.codeFormat}`
    let codes = this.#codes.lookUp(key)
    if (!codes) {
      codes = new RequestCodes(this.keysOf(entry), entry.requestNumber)
      this.#codes.set(key, codes)
    }
    return codes
  }

  /** Opens a code that this platform printed. Refuses a counterfeit without any database query. */
  async open(text: string, several: Several = 'refused'): Promise<OpenedCode> {
    return (await this.openAll([text], null, several))[0]!
  }

  /**
   * Opens a code for an enterprise: a code of the platform, a foreign code of this enterprise, or a code of goods that it received
   * from another one.
   * @param stage what is to be reported, for who was invited more than once
   */
  async openFor(tenantId: number, text: string, stage?: StageKey): Promise<OpenedCode> {
    return (await this.openAll([text], tenantId, 'refused', stage))[0]!
  }

  /**
   * Opens several texts as people type and scanners send them, whatever surrounds the codes (`readCodes`); foreign codes take
   * one query together.
   * @param tenantId tenant whose foreign codes are opened too; null for the platform's codes only
   * @param stage what is to be reported, for who was invited more than once
   */
  async openAll(
    texts: readonly string[],
    tenantId: number | null,
    several: Several = 'refused',
    stage?: StageKey,
  ): Promise<OpenedCode[]> {
    const readings: ReturnType<typeof readCodes>[] = []
    for (const [n, text] of texts.entries()) {
      readings.push(readCodes(text))
      if (n % yieldEvery === yieldEvery - 1) await yieldToEventLoop()
    }
    const requests = new Set(readings.flatMap(({ codes }) => codes.map(({ request }) => request)))
    const entries = await this.#lookup.findGuessed(requests)
    const opened: OpenedCode[] = []
    const placesByValue = new Map<string, number[]>()
    for (const [n, { codes, values }] of readings.entries()) {
      opened.push(this.#openFirst(codes, entries, several))
      if (tenantId !== null && !opened[n]!.known)
        for (const value of foreignValuesOf(values)) placesByValue.set(value, [...(placesByValue.get(value) ?? []), n])
      if (n % yieldEvery === yieldEvery - 1) await yieldToEventLoop()
    }
    if (tenantId === null) return opened
    await this.#openReceived(tenantId, opened, stage)
    if (placesByValue.size === 0 || !(await this.#lookup.mayHaveForeign(tenantId))) return opened
    const rows = await this.#loadForeign(
      sql`f.tenant_id = ${tenantId} and f.folded = any(${[...placesByValue.keys()]})`,
    )
    const knownByValue = new Map(rows.map(({ folded, known }) => [folded, known]))
    // Values of one text stand in the map by likelihood: the first that is known wins.
    for (const [value, places] of placesByValue)
      for (const n of places) if (!opened[n]!.known) opened[n] = knownByValue.get(value) ?? opened[n]!
    return opened
  }

  /**
   * Replaces codes that have come to an enterprise with goods by what they are there: its own request and serial. The code stays
   * what was scanned. What it has handed on and received again is where it came last.
   */
  async #openReceived(tenantId: number, opened: OpenedCode[], stage: StageKey | undefined): Promise<void> {
    const handedOn = opened.flatMap((code, n) => (code.known && code.entry.handedOn ? [{ n, code }] : []))
    const later = await followHandovers(
      this.#database,
      handedOn.map(({ code }) => placeOf(code)),
      tenantId,
    )
    const received = handedOn.flatMap(({ n, code }, at) => {
      const places = later[at]!.filter(one => one.tenantId === tenantId)
      const place = choosePlace(places, stage)
      return place ? [{ n, code: code.code, place }] : []
    })
    const requests = await this.load(received.map(({ place }) => place.request))
    for (const { n, code, place } of received) {
      const entry = requests.get(place.request)
      if (entry) opened[n] = { known: true, code, serial: place.serial, entry, codes: this.codesOf(entry) }
    }
  }

  /**
   * Opens a foreign value of any enterprise: one code for each enterprise that has it. Runs no query while no enterprise has
   * foreign codes.
   */
  async openForeign(text: string): Promise<KnownForeign[]> {
    const values = foreignValuesOf(readCodes(text).values)
    if (values.length === 0 || !(await this.#lookup.mayHaveForeign(null))) return []
    const rows = await this.#loadForeign(sql`f.folded = any(${values})`)
    const meant = values.find(value => rows.some(({ folded }) => folded === value))
    return rows.flatMap(({ folded, known }) => (folded === meant ? known : []))
  }

  /**
   * Finds where a refused code differs from a genuine one by one typing error: the group of five, from 1, and whose code it is;
   * undefined when it does not. The request number is taken as typed. About a thousand block encryptions, as many for a request
   * that does not exist.
   */
  async findMistyped(text: string): Promise<{ group: number; tenantId: number } | undefined> {
    const parsed = parseCode(text)
    const code = parsed.ok ? parsed : readCodes(text).codes[0]
    if (!code) return undefined
    const existing = this.#entryOf((await this.#lookup.findGuessed(new Set([code.request]))).get(code.request))
    const entry = existing ?? unknownRequest
    const group = findMistypedGroup(code.code, this.codesOf(entry), entry.count)
    const isIssued = entry.status === 'completed' || entry.status === 'downloaded'
    return existing && isIssued && group !== undefined ? { group, tenantId: entry.tenantId } : undefined
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
    const requests = await this.load(rows.map(({ request }) => request))
    return rows.flatMap(row => {
      const known = this.#openForeignRow(row, requests.get(row.request))
      return known ? [{ folded: row.folded, known }] : []
    })
  }

  #openForeignRow({ serial }: ForeignRow, entry: DirectoryEntry | undefined): KnownForeign | undefined {
    if (!entry || serial >= entry.count) return undefined
    const codes = this.codesOf(entry)
    return { known: true, code: codes.code(serial), serial, entry, codes }
  }

  /** Opens the codes that one text may hold. Every one is tried: which are genuine must not show in the time. */
  #openFirst(codes: readonly CodeByForm[], entries: ReadonlyMap<number, KeyedEntry>, several: Several): OpenedCode {
    const opened = codes.map(code => this.#openParsed(code, this.#entryOf(entries.get(code.request))))
    const known = opened.filter(code => code.known)
    const isAlone = known.length === 1 || (known.length > 1 && several === 'first')
    return isAlone ? known[0]! : { known: false, code: (known.length === 0 && codes[0]?.code) || null }
  }

  #openParsed(parts: CodeByForm, existing: DirectoryEntry | undefined): OpenedCode {
    const entry = existing ?? unknownRequest
    const codes = this.codesOf(entry)
    // Also done for an unknown request: the time of a refusal must not reveal which request numbers exist.
    const serial = codes.open(parts, entry.count)
    const { code } = parts
    return !existing || serial === null ? { known: false, code } : { known: true, code, serial, entry, codes }
  }
}
