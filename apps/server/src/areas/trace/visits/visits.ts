import type { Logger } from 'pino'
import type { Database, Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Batcher } from '../../../platform/concurrency/batcher.ts'
import type { Attempt, Attempted, Visit, VisitCounter, Visited } from './visit-counter.ts'
import { loadVisitAnswers } from './visit-answer.ts'
import { writeChecks } from './write-checks.ts'
import { writeScans } from './write-scans.ts'
import { errorCode, errorMessage } from '../../../platform/error-facts.ts'

const options = { largest: 500, waiting: 5000, maxWaitMs: 4500 }
/** Retries of a group that conflicted with another process. */
const maxRetries = 5
const upkeepMs = 6 * 3600 * 1000

/** Scans and checks written in groups, one group of each kind at a time. */
export class Visits implements VisitCounter {
  readonly #database: Database
  readonly #log: Logger
  readonly #read: Pick<Db, 'query'>
  readonly #scans: Batcher<Visit, Visited>
  readonly #checks: Batcher<Attempt, Attempted>
  #timer: NodeJS.Timeout | undefined

  constructor(database: Database, log: Logger) {
    this.#database = database
    this.#log = log
    // A group is written by one statement, which is a transaction by itself.
    const write: Pick<Db, 'query'> = {
      query: statement => database.writeAcrossTenants('scan', statement, { often: true }),
    }
    this.#read = { query: statement => database.readAcrossTenants('scan', statement, { often: true }) }
    const tables = { read: this.#read, write }
    this.#scans = new Batcher(visits => this.#write(() => writeScans(write, visits)), options)
    this.#checks = new Batcher(attempts => this.#write(() => writeChecks(tables, attempts)), options)
  }

  scan(visit: Visit): Promise<Visited> {
    return this.#scans.add(visit)
  }

  check(attempt: Attempt): Promise<Attempted> {
    return this.#checks.add(attempt)
  }

  async known(mark: Buffer): Promise<boolean> {
    return (await loadVisitAnswers(this.#read, [mark])).size > 0
  }

  /** Creates the log partitions of this month and the next, and deletes expired counters, until `stop`. */
  async start(): Promise<void> {
    const upkeep = () => this.upkeep().catch(error => this.#log.error({ err: error }, 'upkeep of the scan logs'))
    await upkeep()
    this.#timer = setInterval(upkeep, upkeepMs)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([this.#scans.settled(), this.#checks.settled()])
  }

  async upkeep(): Promise<void> {
    await this.#database.acrossTenants('scan', async db => {
      await db.query(
        sql`select ensure_log_partitions(current_date), ensure_log_partitions((current_date + interval '1 month')::date)`,
      )
      // After this time the weight of an attempt is negligible.
      await db.execute(sql`delete from check_limit where since < now() - interval '3 days'`)
      await db.execute(sql`delete from spent_work where expires_at < now()`)
      await db.execute(sql`delete from visit_answer where told_at < now() - interval '24 hours'`)
    })
  }

  async #write<T>(write: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await write()
      } catch (error) {
        if (attempt === maxRetries) throw error
        if (isMissingPartition(error)) await this.upkeep()
        else if (!isRace(error)) throw error
      }
    }
  }
}

/** A new month has begun and its log partitions do not exist yet. */
function isMissingPartition(error: unknown): boolean {
  return errorCode(error) === '23514' && errorMessage(error).includes('partition')
}

/** Another process locked the same rows, or counted the same visit just now: the next attempt sees its result. */
function isRace(error: unknown): boolean {
  const { code = '', constraint } = error as { code?: string; constraint?: string }
  return code === '40P01' || code === '40001' || (code === '23505' && constraint === 'visit_answer_pkey')
}
