import type { Logger } from 'pino'
import type { Database, Db } from '../../platform/database/database.ts'
import { locks } from '../../platform/database/locks.ts'
import { Pulse } from '../../platform/jobs/pulse.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { TraceWarning } from '@timbermark/contract/trace'
import { Buckets } from '../../platform/buckets.ts'
import { Grouped } from '../../platform/grouped.ts'
import { judge } from './judge.ts'
import { keyOf, type MetCode, watchedDays } from './read-met.ts'
import { warningsOfEach } from './warnings.ts'

declare module '../../platform/services.ts' {
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
/** How often the logs are read on. */
const everyMs = 5000
/** Entries read at a time, and how old they have to be: until then one with a smaller number may still be on its way. */
const entries = 2000
const settledSeconds = 10

const logs = { scan: sql`scan_log`, check: sql`check_log` } as const
const timeOf = { scan: sql`l.scanned_at`, check: sql`l.checked_at` } as const

/**
 * Watches what the scans and checks say against codes, beside them and never in their way: they are written as before. Codes
 * whose reader shared his position are judged at once, in groups, one at a time; and the logs are read on, so that nothing is
 * missed that was written by another process, or by one that died.
 */
export class Watcher {
  readonly #database: Database
  readonly #log: Logger
  readonly #waiting = new Map<string, MetCode>()
  readonly #often = new Buckets(often.burst, often.perMinute)
  readonly #warnings: Grouped<MetCode, TraceWarning[]>
  /** The group that is being judged, and the one after it. */
  #round: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #pulse: Pulse | undefined

  constructor(database: Database, log: Logger) {
    this.#database = database
    this.#log = log
    const db: Pick<Db, 'query'> = { query: statement => database.readAcrossTenants('watch', statement) }
    this.#warnings = new Grouped(codes => warningsOfEach(db, codes), { largest: 500, waiting: 5000, patienceMs: 4500 })
  }

  /** What the reader of a code is told of it; of codes that are asked for together by one statement. */
  warnings(code: MetCode): Promise<TraceWarning[]> {
    return this.#warnings.add(code)
  }

  /**
   * Judges a code soon, with others. Resolves when it was; at once when too many wait, or when this code has been judged so
   * often of late that the reading of the logs is enough for it. Never rejects.
   */
  soon(code: MetCode): Promise<void> {
    if (this.#waiting.size >= mostWaiting) return Promise.resolve()
    const key = keyOf(code)
    if (!this.#waiting.has(key) && !this.#often.take(key, performance.now())) return Promise.resolve()
    this.#waiting.set(key, code)
    this.#next ??= this.#round.then(() => {
      const codes = [...this.#waiting.values()]
      this.#waiting.clear()
      this.#next = undefined
      this.#round = this.#judged(codes).catch(error => this.#log.error({ err: error }, 'codes could not be judged'))
      return this.#round
    })
    return this.#next
  }

  #judged(codes: readonly MetCode[]): Promise<void> {
    return this.#database.acrossTenants('watch', async db => {
      // Of two who open the same case the second finds it.
      await db.execute(sql`select pg_advisory_xact_lock(${locks.watch})`)
      await this.#judgeAll(db, codes)
    })
  }

  async #judgeAll(db: Db, codes: readonly MetCode[]): Promise<void> {
    for (let from = 0; from < codes.length; from += together) await judge(db, codes.slice(from, from + together))
  }

  /** Reads the logs on, until `stop`. */
  start(): void {
    this.#pulse = new Pulse(everyMs, this.#log, async () => {
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
      await db.execute(sql`select pg_advisory_xact_lock(${locks.watch})`)
      const read = await db.one<{ last: number | null; n: number }>(sql`
        select max(id) as last, count(*)::int as n from (${this.#nextEntries(log, olderThan)}) e`)
      if (read.last === null) return false
      const codes = await db.query<MetCode>(sql`
        select distinct l.tenant_id as "tenantId", l.request_number as "requestNumber", l.serial
        from ${logs[log]} l, watch_mark m
        where m.log = ${log} and l.id > m.entry and l.id <= ${read.last} and l.longitude is not null and ${timeOf[log]} > now() - make_interval(days => ${watchedDays})`)
      await this.#judgeAll(db, codes)
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
