import pg from 'pg'
import type { Alarms } from '../alarms/alarms.ts'
import { DatabaseUnavailable, isConnectionTrouble } from '../unavailable.ts'
import { type CallScope, connectionWaitMs, currentCall } from './call-scope.ts'
import type { Row, TransactionHandle } from './handle.ts'
import { HealthProbe } from './health-probe.ts'
import { type Listener, listen } from './listener.ts'
import { locks } from './locks.ts'
import { type PoolLease, PoolLeasing } from './pool-lease.ts'
import type { CrossTenantPurpose } from './purposes.ts'
import { SlowStatements } from './slow-statements.ts'
import { type Sql, sql } from './sql.ts'
import { isStalePlan, nameByText, onePlan, plain, type StatementKind, send, writing } from './statements.ts'
import { runTransaction } from './transaction.ts'

export { RevokedHandle, type Row } from './handle.ts'
export type { CrossTenantPurpose } from './purposes.ts'

// bigint keys and counts stay below 2^53 in this product: numbers on the wire, not strings.
pg.types.setTypeParser(pg.types.builtins.INT8, value => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new Error(`Beyond 2^53: ${value}`)
  return number
})
// A date has no time zone; it stays the text YYYY-MM-DD.
pg.types.setTypeParser(pg.types.builtins.DATE, value => value)

/** The transaction handle, the only access to data: valid inside one transaction, revoked afterwards. */
export interface Db extends TransactionHandle {
  /** Its database: what a process caches of stored rows belongs to one database. */
  readonly database: Database
}

export interface DatabaseOptions {
  serverUrl: string
  workerUrl: string
  poolSize?: number
  /** No time limits for statements: for a test that stops all of them at once. */
  unlimited?: boolean
}

/** Milliseconds that a statement, a lock, and an idle transaction may take. */
const limits = {
  server: { statement: 15_000, lock: 15_000, idle: 60_000 },
  worker: { statement: 60_000, lock: 60_000, idle: 300_000 },
}
/** A caller waits for the answer: the call gives up on a lock while it can still answer in time. */
const callLimits = ({ connectionBudget }: CallScope) =>
  `set local lock_timeout = ${Math.round(Math.max(shortestLockMs, connectionBudget?.leftMs ?? connectionWaitMs))}; set local statement_timeout = '15s'`
/** A call that has waited long for a connection still waits for a lock as long as locks are usually held. */
const shortestLockMs = 500
/** The database ends what takes too long. If it does not, this process does so this much later. */
const graceMs = 3000

export class Database {
  readonly #server: pg.Pool
  readonly #worker: pg.Pool
  readonly #leasing = new PoolLeasing()
  readonly #listeners = new Set<Listener>()
  #healthProbe: HealthProbe | undefined
  readonly workerUrl: string
  /** Identifies this process to the others, by an advisory lock that is held for as long as the process lives. */
  readonly processNumber = Math.floor(Math.random() * 0x7fffffff)
  /** Statements sent so far; tests use it to prove that a refusal needed none. */
  statements = 0
  /** Slow statements of this process. */
  readonly slow = new SlowStatements()
  readonly #preparedReads: StatementKind = { asQuery: nameByText(), changes: false }
  /**
   * Called with each statement of a tenant's transaction before it is sent; tests use it to prove that the statement
   * names its tenant.
   */
  onTenantStatement: ((text: string, tenant: number) => void) | undefined

  constructor({ serverUrl, workerUrl, poolSize = 12, unlimited = false }: DatabaseOptions) {
    this.workerUrl = workerUrl
    const pool = (connectionString: string, role: 'server' | 'worker') =>
      new pg.Pool({
        connectionString,
        application_name: `timbermark-${role}`,
        max: poolSize,
        // The lease gives up earlier; this limit only closes connections that were never answered.
        connectionTimeoutMillis: 5000,
        idleTimeoutMillis: 30_000,
        keepAlive: true,
        ...(!unlimited && {
          statement_timeout: limits[role].statement,
          lock_timeout: limits[role].lock,
          idle_in_transaction_session_timeout: limits[role].idle,
          query_timeout: limits[role].statement + graceMs,
        }),
      })
    this.#server = pool(serverUrl, 'server')
    this.#worker = pool(workerUrl, 'worker')
    for (const each of [this.#server, this.#worker]) this.#leasing.watch(each)
  }

  /**
   * Starts the health probe. While the database is silent, every transaction is ended and refused with
   * DatabaseUnavailable. Connections are made again when it answers.
   */
  watch(alarms: Alarms): void {
    this.#healthProbe ??= new HealthProbe({
      url: this.workerUrl,
      onDown: () => {
        this.#leasing.open()
        alarms.clear('databaseSilent')
        alarms.raise('databaseDown')
      },
      onSilent: () => {
        alarms.raise('databaseSilent')
        this.#leasing.cut()
        for (const listener of this.#listeners) listener.renew()
      },
      onAnswer: () => {
        this.#leasing.open()
        alarms.clear('databaseDown')
        alarms.clear('databaseSilent')
      },
      onConnect: async client => {
        await client.query('select pg_advisory_lock_shared($1::int, $2::int)', [locks.liveProcess, this.processNumber])
      },
    })
    this.#healthProbe.start()
  }

  /** Does the process with this `life` still hold its connection to the database? */
  async isAlive(db: Db, life: number): Promise<boolean> {
    const row = await db.maybe(sql`
      select 1 from pg_locks where locktype = 'advisory' and classid = ${locks.liveProcess}::int::oid and objid = ${life}::int::oid and granted
        and database = (select oid from pg_database where datname = current_database())`)
    return row !== undefined
  }

  /** Does any other process hold such a connection? Every server and command does. */
  async hasOtherProcesses(db: Db): Promise<boolean> {
    const row = await db.maybe(sql`
      select 1 from pg_locks where locktype = 'advisory' and classid = ${locks.liveProcess}::int::oid and objid <> ${this.processNumber}::int::oid and granted
        and database = (select oid from pg_database where datname = current_database()) limit 1`)
    return row !== undefined
  }

  /** Runs `work` in one transaction that sees only the rows of `tenant` (and shared rows). */
  withTenant<T>(tenant: number, work: (db: Db) => Promise<T>): Promise<T> {
    return this.#transaction(this.#server, beginFor(tenant), tenant, work)
  }

  /**
   * The same for frequent reads: each connection prepares its statements once, so that the database does not plan them
   * for every reader. Their texts must be few. `work` changes nothing: it runs again when a table has changed since.
   * @param options `oneMoment`: every statement sees the database as it is at the first of them
   */
  readTenant<T>(
    tenant: number,
    work: (db: Db) => Promise<T>,
    { oneMoment = false }: { oneMoment?: boolean } = {},
  ): Promise<T> {
    const begin = beginFor(tenant, oneMoment ? ' isolation level repeatable read' : '')
    return this.#readPrepared(this.#server, begin, tenant, work)
  }

  /** Shared rows only (public pages before the tenant is known): row security shows no tenant's rows. */
  withoutTenant<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#transaction(this.#server, `begin; set local app.tenant = ''`, undefined, work)
  }

  /** The few places that must see every tenant, by purpose; uses the worker's role. */
  acrossTenants<T>(_purpose: CrossTenantPurpose, work: (db: Db) => Promise<T>): Promise<T> {
    return this.#transaction(this.#worker, 'begin', undefined, work)
  }

  /**
   * Reads across tenants by one statement, in one round trip where a transaction takes three. It must change nothing:
   * when the connection turns out to be dead, the statement is sent again.
   * @param options `often`: prepared once on each connection, for one of few texts whose planning takes longer than its
   * execution
   */
  async readAcrossTenants<T extends object = Row>(
    _purpose: CrossTenantPurpose,
    statement: Sql,
    { often = false }: { often?: boolean } = {},
  ): Promise<T[]> {
    const until = connectionDeadline()
    let asQuery = often ? this.#preparedReads.asQuery : plain
    for (;;) {
      // Outside of the try: without a connection there is nothing to retry.
      const lease = await this.#borrow(this.#worker, until)
      try {
        return await this.#runSingle<T>(lease, asQuery(statement))
      } catch (error) {
        if (isStalePlan(error)) {
          asQuery = plain
          continue
        }
        if (!(error instanceof DatabaseUnavailable) || performance.now() > until) throw error
      }
    }
  }

  /**
   * Writes across tenants by one statement that is a transaction by itself, in one round trip. Sent once: when the
   * connection breaks, nobody knows whether it was committed.
   * @param options `often`: prepared once on each connection, as for reading
   */
  async writeAcrossTenants<T extends object = Row>(
    _purpose: CrossTenantPurpose,
    statement: Sql,
    { often = false }: { often?: boolean } = {},
  ): Promise<T[]> {
    const borrow = () => this.#borrow(this.#worker, connectionDeadline())
    if (!often) return this.#runSingle<T>(await borrow(), plain(statement))
    try {
      return await this.#runSingle<T>(await borrow(), this.#preparedReads.asQuery(statement))
    } catch (error) {
      // Refused before any of it was executed.
      if (!isStalePlan(error)) throw error
      return this.#runSingle<T>(await borrow(), plain(statement))
    }
  }

  /** One statement that is a transaction by itself, sent once; returns the connection. */
  async #runSingle<T extends object>(lease: PoolLease, query: pg.QueryConfig): Promise<T[]> {
    this.statements++
    try {
      const { rows } = await send(lease, query)
      lease.release(false)
      return rows as T[]
    } catch (error) {
      lease.release(lease.lost || isConnectionTrouble(error) || isStalePlan(error))
      throw error
    }
  }

  async #readPrepared<T>(
    pool: pg.Pool,
    begin: string,
    tenant: number | undefined,
    work: (db: Db) => Promise<T>,
  ): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#transaction(pool, `${begin}; ${onePlan}`, tenant, work, this.#preparedReads)
      } catch (error) {
        // Each connection may hold plans of its own for the table as it was.
        if (!isStalePlan(error) || tries > pool.totalCount + 1) throw error
      }
    }
  }

  async #transaction<T>(
    pool: pg.Pool,
    begin: string,
    tenant: number | undefined,
    work: (db: Db) => Promise<T>,
    kind: StatementKind = writing,
  ): Promise<T> {
    const call = currentCall()
    const lease = await this.#begin(pool, () => (call ? `${begin}; ${callLimits(call)}` : begin))
    return runTransaction(
      {
        lease,
        tenant,
        kind,
        onSend: text => {
          this.statements++
          if (tenant !== undefined) this.onTenantStatement?.(text, tenant)
        },
        onDuration: (text, ms) => this.slow.note(text, ms),
        beforeCommit: async db => {
          if (pool !== this.#server || tenant !== undefined) await call?.beforeCommit?.(db)
        },
      },
      handle => work({ ...handle, database: this }),
    )
  }

  /** Leases a connection within the time. What a call has waited for one connection is deducted from its wait for the next. */
  async #borrow(pool: pg.Pool, until: number): Promise<PoolLease> {
    const budget = currentCall()?.connectionBudget
    const startedAt = performance.now()
    try {
      return await this.#leasing.acquire(pool, until)
    } finally {
      if (budget) budget.leftMs -= performance.now() - startedAt
    }
  }

  /**
   * Begins a transaction. A connection that turns out to be dead is replaced: so far nothing was sent that could happen
   * twice.
   */
  async #begin(pool: pg.Pool, begin: () => string): Promise<PoolLease> {
    const until = connectionDeadline()
    for (;;) {
      const lease = await this.#borrow(pool, until)
      try {
        await send(lease, { text: begin() })
        return lease
      } catch (error) {
        lease.release(true)
        if (!(error instanceof DatabaseUnavailable) || performance.now() > until) throw error
      }
    }
  }

  /** A dedicated connection that receives NOTIFY; reconnects until closed, also when the database becomes silent. */
  listen(channel: string, onNotify: (payload: string) => void, connected: () => void): Omit<Listener, 'renew'> {
    const listener = listen(this.workerUrl, channel, onNotify, connected)
    this.#listeners.add(listener)
    return {
      healthy: listener.healthy,
      confirm: listener.confirm,
      close: () => {
        this.#listeners.delete(listener)
        return listener.close()
      },
    }
  }

  get poolState(): { total: number; idle: number; waiting: number } {
    return { total: this.#server.totalCount, idle: this.#server.idleCount, waiting: this.#server.waitingCount }
  }

  async close(): Promise<void> {
    this.#healthProbe?.close()
    await Promise.all([this.#server.end(), this.#worker.end()])
  }
}

/** Until when to wait for a connection, by the clock of `performance`. */
const connectionDeadline = () => performance.now() + (currentCall()?.connectionBudget?.leftMs ?? connectionWaitMs)

function beginFor(tenant: number, isolation = ''): string {
  if (!Number.isSafeInteger(tenant) || tenant <= 0) throw new Error('A tenant is needed')
  return `begin${isolation}; set local app.tenant = '${tenant}'`
}
