import type { Logger } from 'pino'
import type { Database, Db } from '../../../platform/database/database.ts'
import { locks } from '../../../platform/database/locks.ts'
import { Poller } from '../../../platform/jobs/poller.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { TraceWarning } from '@timbermark/contract/trace'
import { TokenBuckets } from '../../../platform/concurrency/token-buckets.ts'
import { Batcher } from '../../../platform/concurrency/batcher.ts'
import { evaluateCodes, recordDetections } from './evaluate-codes.ts'
import { keyOf, type SightedCode, loadSightings, evaluatedDays } from './load-sightings.ts'
import { loadWarnings } from './warnings.ts'

declare module '../../../platform/services.ts' {
  interface Services {
    cloneDetector: CloneDetector
  }
}

/** Codes evaluated by one round of statements. */
const batchSize = 200
/** Most codes that wait for an immediate evaluation; the log reader covers the rest. */
const maxWaiting = 2000
/** Limit of immediate evaluations per code. */
const codeLimit = { burst: 6, perMinute: 12 }
/** Limit of immediate evaluations per code and visitor: repeated visits add nothing. */
const visitorLimit = { burst: 1, perMinute: 0.2 }
/** Interval of the log reader. */
const intervalMs = 5000
/** Entries read at a time, and their least age: until then an entry with a smaller id may still be uncommitted. */
const entriesPerRound = 2000
const settledSeconds = 10

const logs = { scan: sql`scan_log`, check: sql`check_log` } as const
const timeOf = { scan: sql`l.scanned_at`, check: sql`l.checked_at` } as const

type Querier = Pick<Db, 'query'>

/** Warnings shown to readers of codes, by `keyOf`. */
type WarningsByCode = ReadonlyMap<string, TraceWarning[]>

const lockDetection = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(${locks.cloneDetection})`)

/** Groups of codes that one round of statements evaluates. */
const groupsOf = <T>(codes: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(codes.length / batchSize) }, (_, n) => codes.slice(n * batchSize, (n + 1) * batchSize))

async function loadWarningsByCode(db: Querier, codes: readonly SightedCode[]): Promise<WarningsByCode> {
  if (codes.length === 0) return new Map()
  const warnings = await loadWarnings(db, codes)
  return new Map(codes.map((code, n) => [keyOf(code), warnings[n]!]))
}

/**
 * Detects copied labels from scans and checks, asynchronously: it never delays them. Codes whose visitor shared a
 * position are evaluated at once, one group at a time; a log reader covers what other or crashed processes wrote.
 */
export class CloneDetector {
  readonly #database: Database
  /** Planned for each query: a cached plan from when the month's log was short would be used too long. */
  readonly #logs: Querier
  /** Each statement separately: none needs a common snapshot. */
  readonly #read: Querier
  readonly #log: Logger
  /** `wantsWarnings`: a caller waits for the warnings. */
  readonly #waiting = new Map<string, { code: SightedCode; wantsWarnings: boolean }>()
  readonly #codeLimit = new TokenBuckets(codeLimit.burst, codeLimit.perMinute)
  readonly #visitorLimit = new TokenBuckets(visitorLimit.burst, visitorLimit.perMinute)
  readonly #warnings: Batcher<SightedCode, TraceWarning[]>
  /** The group in evaluation, and the next one. */
  #round: Promise<unknown> = Promise.resolve()
  #next: Promise<WarningsByCode> | undefined
  #poller: Poller | undefined

  constructor(database: Database, log: Logger) {
    this.#database = database
    this.#log = log
    this.#logs = { query: statement => database.readAcrossTenants('watch', statement) }
    this.#read = { query: statement => database.readAcrossTenants('watch', statement, { often: true }) }
    this.#warnings = new Batcher(codes => loadWarnings(this.#read, codes), {
      largest: 500,
      waiting: 5000,
      maxWaitMs: 4500,
    })
  }

  /** Warnings for the reader of a code; concurrent calls share one statement. */
  warnings(code: SightedCode): Promise<TraceWarning[]> {
    return this.#warnings.add(code)
  }

  /**
   * Evaluates a code soon, in a group. Resolves with its warnings after that if `wantsWarnings`. Resolves with undefined
   * at once when too many codes wait, or when this code was evaluated too often recently, or for the same visitor (`by`:
   * everything that distinguishes visitors): then the log reader is enough. Never rejects.
   */
  async evaluateSoon(
    code: SightedCode,
    { wantsWarnings = true, by }: { wantsWarnings?: boolean; by?: string } = {},
  ): Promise<TraceWarning[] | undefined> {
    if (this.#waiting.size >= maxWaiting) return undefined
    const key = keyOf(code)
    const now = performance.now()
    if (by !== undefined && !this.#visitorLimit.take(`${key} ${by}`, now)) return undefined
    const waits = this.#waiting.get(key)
    if (!waits && !this.#codeLimit.take(key, now)) return undefined
    this.#waiting.set(key, { code, wantsWarnings: wantsWarnings || waits?.wantsWarnings === true })
    this.#next ??= this.#round.then(() => {
      const all = [...this.#waiting.values()]
      this.#waiting.clear()
      this.#next = undefined
      const judged = this.#evaluateAll(all).catch((error): WarningsByCode => {
        this.#log.error({ err: error }, 'codes could not be judged')
        return new Map()
      })
      this.#round = judged
      return judged
    })
    return (await this.#next).get(key)
  }

  /** Evaluates codes in groups. @returns warnings of those codes that want them */
  async #evaluateAll(all: readonly { code: SightedCode; wantsWarnings: boolean }[]): Promise<WarningsByCode> {
    const results = []
    for (const group of groupsOf(all)) {
      const answered = group.flatMap(one => (one.wantsWarnings ? one.code : []))
      const codes = group.map(one => one.code)
      results.push(await this.#evaluateGroup(codes, answered))
    }
    return new Map(results.flatMap(each => [...each]))
  }

  /** Takes the lock only when there is evidence. */
  async #evaluateGroup(codes: readonly SightedCode[], answered: readonly SightedCode[]): Promise<WarningsByCode> {
    const visits = await loadSightings(this.#logs, codes)
    const result = await evaluateCodes(this.#read, codes, visits)
    if (result)
      await this.#database.acrossTenants('watch', async db => {
        await lockDetection(db)
        await recordDetections(db, result)
      })
    return loadWarningsByCode(this.#read, answered)
  }

  /** Starts the log reader; runs until `stop`. */
  start(): void {
    this.#poller = new Poller(intervalMs, this.#log, async () => {
      for (const log of ['scan', 'check'] as const) while (await this.evaluateLog(log));
    })
    void this.#poller.now()
  }

  async stop(): Promise<void> {
    await this.#poller?.stop()
    await (this.#next ?? this.#round)
    await this.#warnings.settled()
  }

  /**
   * Evaluates the codes of the next entries of a log. @returns whether there may be more
   * @param olderThan seconds
   */
  async evaluateLog(log: 'scan' | 'check', olderThan = settledSeconds): Promise<boolean> {
    return this.#database.acrossTenants('watch', async db => {
      await lockDetection(db)
      const read = await db.one<{ last: number | null; n: number }>(sql`
        select max(id) as last, count(*)::int as n from (${this.#nextEntries(log, olderThan)}) e`)
      if (read.last === null) return false
      const codes = await db.query<SightedCode>(sql`
        select distinct l.tenant_id as "tenantId", l.request_number as "requestNumber", l.serial
        from ${logs[log]} l, watch_mark m
        where m.log = ${log} and l.id > m.entry and l.id <= ${read.last} and l.longitude is not null
          and ${timeOf[log]} > now() - make_interval(days => ${evaluatedDays})`)
      for (const group of groupsOf(codes)) {
        const result = await evaluateCodes(db, group, await loadSightings(db, group))
        if (result) await recordDetections(db, result)
      }
      await db.execute(sql`update watch_mark set entry = ${read.last} where log = ${log}`)
      await db.execute(sql`delete from case_hint where at < now() - make_interval(days => ${evaluatedDays})`)
      return read.n === entriesPerRound
    })
  }

  #nextEntries(log: 'scan' | 'check', olderThan: number): Sql {
    return sql`
      select l.id from ${logs[log]} l, watch_mark m
      where m.log = ${log} and l.id > m.entry and ${timeOf[log]} < now() - make_interval(secs => ${olderThan})
      order by l.id limit ${entriesPerRound}`
  }
}
