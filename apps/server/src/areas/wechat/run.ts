import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/database/database.ts'
import { identifier, type Sql, sql } from '../../platform/database/sql.ts'
import { isTransientError, TakenOver, yieldWhenFrozen } from '../../platform/jobs/run.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { longestAskedWait, MessagingError } from './answers.ts'
import type { RequestKey } from './segments.ts'

/** Waits between two polls, seconds: doubling from the first to the longest. */
const firstWait = 5
const longestWait = 300
/** The longest wait that is ever ordered, seconds: an answer of the platform may ask for more than the own longest. */
export const longestMessagingWait = Math.max(longestWait, longestAskedWait)

/** Result of a run: finished, or to be continued after so many seconds. */
export type Ended = 'done' | { again: number }

export const waitAfter = (waits: number): number => Math.min(firstWait * 2 ** Math.min(waits, 10), longestWait)

/**
 * One run of work with the platform: only the run that began last may write. It writes a lasting failure to its row and retries temporary ones later.
 */
export class MessagingRun {
  readonly services: Services
  readonly key: RequestKey
  readonly #table: 'platform_request' | 'platform_activation'
  readonly #job: string
  readonly #token = randomUUID()

  constructor(services: Services, table: 'platform_request' | 'platform_activation', job: string, key: RequestKey) {
    this.services = services
    this.key = key
    this.#table = table
    this.#job = job
  }

  /** Condition: the row still belongs to this run. */
  get mine(): Sql {
    return sql`tenant_id = ${this.key.tenantId} and id = ${this.key.id} and run = ${this.#token}`
  }

  inTenant<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.services.database.withTenant(this.key.tenantId, async db => {
      await yieldWhenFrozen(db)
      return work(db)
    })
  }

  /** @returns whether there is work */
  begin(): Promise<boolean> {
    const { tenantId, id } = this.key
    return this.inTenant(
      async db =>
        (await db.execute(sql`
          update ${identifier(this.#table)} set run = ${this.#token}
          where tenant_id = ${tenantId} and id = ${id} and next_at is not null`)) > 0,
    )
  }

  /** Writes to the row if it still belongs to this run. @throws TakenOver */
  write(change: Sql, more?: (db: Db) => Promise<void>): Promise<void> {
    return this.inTenant(async db => {
      // The row first: it decides between two runs.
      if ((await db.execute(sql`update ${identifier(this.#table)} set ${change} where ${this.mine}`)) === 0)
        throw new TakenOver()
      await more?.(db)
    })
  }

  /**
   * Does the work and writes its end.
   * @param stopped further changes to the row after a lasting refusal
   */
  async during(work: () => Promise<Ended>, stopped: () => Sql, signal: AbortSignal): Promise<void> {
    try {
      const ended = await work()
      if (ended !== 'done') await this.#again(ended.again)
    } catch (error) {
      // A stop is no failure: the next process continues the work.
      if (signal.aborted || error instanceof TakenOver || isTransientError(error)) throw error
      await this.#tell(error, stopped)
    }
  }

  #again(seconds: number, failure: Sql = sql`failure = null, failure_code = null`): Promise<void> {
    const change = sql`${failure}, run = null, next_at = now() + make_interval(secs => ${seconds})`
    return this.write(change, db =>
      this.services.jobs.add(db, this.#job, this.key, keyOf(this.#job, this.key), seconds),
    )
  }

  async #tell(error: unknown, stopped: () => Sql): Promise<void> {
    const { log } = this.services
    if (error instanceof MessagingError) {
      // The platform's support needs its complete message.
      log.warn({ work: this.#job, id: this.key.id, said: error.message }, 'messaging platform')
      const failure = sql`failure = ${error.key}, failure_code = ${error.errcode ?? null}`
      if (error.cure === 'later') {
        const { waits } = await this.inTenant(db =>
          db.one<{ waits: number }>(sql`
            select coalesce(max(waits), 0)::int as waits from ${identifier(this.#table)} where ${this.mine}`),
        )
        return this.#again(Math.max(waitAfter(waits), error.waitSeconds), sql`${failure}, waits = waits + 1`)
      }
      return this.write(sql`${failure}, next_at = null, run = null, ${stopped()}`)
    }
    if (!(error instanceof Refusal)) log.error({ err: error, work: this.#job, id: this.key.id }, 'messaging platform')
    const key = error instanceof Refusal ? error.key : 'wechat.interrupted'
    return this.write(sql`failure = ${key}, failure_code = null, next_at = null, run = null, ${stopped()}`)
  }
}

export const keyOf = (job: string, { id }: RequestKey) => `${job}-${id}`
