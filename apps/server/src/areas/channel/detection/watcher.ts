import type { Logger } from 'pino'
import type { Database, Db } from '../../../platform/database/database.ts'
import { locks } from '../../../platform/database/locks.ts'
import { Poller } from '../../../platform/jobs/poller.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { TraceWarning } from '@timbermark/contract/trace'
import { TokenBuckets } from '../../../platform/concurrency/token-buckets.ts'
import { Batcher } from '../../../platform/concurrency/batcher.ts'
import { judge, note } from './judge.ts'
import { keyOf, type MetCode, readMet, watchedDays } from './load-sightings.ts'
import { warningsOfEach } from './warnings.ts'

declare module '../../../platform/services.ts' {
  interface Services {
    watch: Watcher
  }
}

/** Codes judged by one round of statements. */
const together = 200
/** More codes than these do not wait to be judged at once: the reading of the logs comes to them. */
const mostWaiting = 2000
/** A code that is met oftener is judged so many times at once, and so often a minute after that. */
const often = { burst: 6, perMinute: 12 }
/** Who comes again as he came says nothing new: his visit is judged at once so often. */
const again = { burst: 1, perMinute: 0.2 }
/** How often the logs are read on. */
const everyMs = 5000
/** Entries read at a time, and how old they have to be: until then one with a smaller number may still be on its way. */
const entries = 2000
const settledSeconds = 10

const logs = { scan: sql`scan_log`, check: sql`check_log` } as const
const timeOf = { scan: sql`l.scanned_at`, check: sql`l.checked_at` } as const

type Ask = Pick<Db, 'query'>

/** What readers are told of codes, by `keyOf`. */
type ToldOf = ReadonlyMap<string, TraceWarning[]>

const lockWatch = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(${locks.cloneDetection})`)

/** Groups of codes that are judged by one round of statements. */
const groupsOf = <T>(codes: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(codes.length / together) }, (_, n) => codes.slice(n * together, (n + 1) * together))

async function toldOf(db: Ask, codes: readonly MetCode[]): Promise<ToldOf> {
  if (codes.length === 0) return new Map()
  const told = await warningsOfEach(db, codes)
  return new Map(codes.map((code, n) => [keyOf(code), told[n]!]))
}

/**
 * Watches what the scans and checks say against codes, beside them and never in their way: they are written as before. Codes
 * whose reader shared his position are judged at once, in groups, one at a time; and the logs are read on, so that nothing is
 * missed that was written by another process, or by one that died.
 */
export class Watcher {
  readonly #database: Database
  /** Planned at each reading: a plan of when the month's log was short would be kept for too long. */
  readonly #logs: Ask
  /** Each statement by itself: nothing here is held against another moment. */
  readonly #read: Ask
  readonly #log: Logger
  /** `asked`: somebody waits for what its readers are told. */
  readonly #waiting = new Map<string, { code: MetCode; asked: boolean }>()
  readonly #often = new TokenBuckets(often.burst, often.perMinute)
  readonly #again = new TokenBuckets(again.burst, again.perMinute)
  readonly #warnings: Batcher<MetCode, TraceWarning[]>
  /** The group that is being judged, and the one after it. */
  #round: Promise<unknown> = Promise.resolve()
  #next: Promise<ToldOf> | undefined
  #pulse: Poller | undefined

  constructor(database: Database, log: Logger) {
    this.#database = database
    this.#log = log
    this.#logs = { query: statement => database.readAcrossTenants('watch', statement) }
    this.#read = { query: statement => database.readAcrossTenants('watch', statement, { often: true }) }
    this.#warnings = new Batcher(codes => warningsOfEach(this.#read, codes), {
      largest: 500,
      waiting: 5000,
      maxWaitMs: 4500,
    })
  }

  /** What the reader of a code is told of it; of codes that are asked for together by one statement. */
  warnings(code: MetCode): Promise<TraceWarning[]> {
    return this.#warnings.add(code)
  }

  /**
   * Judges a code soon, with others. Resolves with what its reader is told after that, when it is `asked`; with undefined at
   * once when too many wait, or when this code has been judged so often of late, or for the same visitor (`by`: all by which
   * rules tell visits apart), that the reading of the logs is enough for it. Never rejects.
   */
  async soon(
    code: MetCode,
    { asked = true, by }: { asked?: boolean; by?: string } = {},
  ): Promise<TraceWarning[] | undefined> {
    if (this.#waiting.size >= mostWaiting) return undefined
    const key = keyOf(code)
    const now = performance.now()
    if (by !== undefined && !this.#again.take(`${key} ${by}`, now)) return undefined
    const waits = this.#waiting.get(key)
    if (!waits && !this.#often.take(key, now)) return undefined
    this.#waiting.set(key, { code, asked: asked || waits?.asked === true })
    this.#next ??= this.#round.then(() => {
      const all = [...this.#waiting.values()]
      this.#waiting.clear()
      this.#next = undefined
      const judged = this.#judged(all).catch((error): ToldOf => {
        this.#log.error({ err: error }, 'codes could not be judged')
        return new Map()
      })
      this.#round = judged
      return judged
    })
    return (await this.#next).get(key)
  }

  /** Judges codes in groups. @returns what readers of those that are asked for are told after that */
  async #judged(all: readonly { code: MetCode; asked: boolean }[]): Promise<ToldOf> {
    const told = []
    for (const group of groupsOf(all)) {
      const asked = group.flatMap(one => (one.asked ? one.code : []))
      const codes = group.map(one => one.code)
      told.push(await this.#judgeGroup(codes, asked))
    }
    return new Map(told.flatMap(each => [...each]))
  }

  /** Without a lock as long as nothing speaks against any of them. */
  async #judgeGroup(codes: readonly MetCode[], asked: readonly MetCode[]): Promise<ToldOf> {
    const visits = await readMet(this.#logs, codes)
    const found = await judge(this.#read, codes, visits)
    if (found)
      await this.#database.acrossTenants('watch', async db => {
        await lockWatch(db)
        await note(db, found)
      })
    return toldOf(this.#read, asked)
  }

  /** Reads the logs on, until `stop`. */
  start(): void {
    this.#pulse = new Poller(everyMs, this.#log, async () => {
      for (const log of ['scan', 'check'] as const) while (await this.readOn(log));
    })
    void this.#pulse.now()
  }

  async stop(): Promise<void> {
    await this.#pulse?.stop()
    await (this.#next ?? this.#round)
    await this.#warnings.settled()
  }

  /**
   * Judges the codes of the next entries of a log. @returns whether there may be more
   * @param olderThan seconds
   */
  async readOn(log: 'scan' | 'check', olderThan = settledSeconds): Promise<boolean> {
    return this.#database.acrossTenants('watch', async db => {
      await lockWatch(db)
      const read = await db.one<{ last: number | null; n: number }>(sql`
        select max(id) as last, count(*)::int as n from (${this.#nextEntries(log, olderThan)}) e`)
      if (read.last === null) return false
      const codes = await db.query<MetCode>(sql`
        select distinct l.tenant_id as "tenantId", l.request_number as "requestNumber", l.serial
        from ${logs[log]} l, watch_mark m
        where m.log = ${log} and l.id > m.entry and l.id <= ${read.last} and l.longitude is not null and ${timeOf[log]} > now() - make_interval(days => ${watchedDays})`)
      for (const group of groupsOf(codes)) {
        const found = await judge(db, group, await readMet(db, group))
        if (found) await note(db, found)
      }
      await db.execute(sql`update watch_mark set entry = ${read.last} where log = ${log}`)
      await db.execute(sql`delete from case_hint where at < now() - make_interval(days => ${watchedDays})`)
      return read.n === entries
    })
  }

  #nextEntries(log: 'scan' | 'check', olderThan: number): Sql {
    return sql`
      select l.id from ${logs[log]} l, watch_mark m
      where m.log = ${log} and l.id > m.entry and ${timeOf[log]} < now() - make_interval(secs => ${olderThan})
      order by l.id limit ${entries}`
  }
}
