import pg from 'pg'
import type { Logger } from 'pino'
import type { Alarms } from '../alarms/alarms.ts'
import { DatabaseUnavailable, isConnectionTrouble } from '../unavailable.ts'
import { type CallScope, connectionWaitMs, currentCall } from './call-scope.ts'
import { createPool, isPooled } from './connections.ts'
import type { Row, TransactionHandle } from './handle.ts'
import { HealthProbe } from './health-probe.ts'
import { type PoolRole, transactionLimits } from './limits.ts'
import { type Listener, listen } from './listener.ts'
import { locks } from './locks.ts'
import { type PoolLease, PoolLeasing } from './pool-lease.ts'
import type { CrossTenantPurpose } from './purposes.ts'
import { Replica, replicaWaitMs, type ReplicaFigures } from './replica.ts'
import { SlowStatements } from './slow-statements.ts'
import { type Sql, sql } from './sql.ts'
import {
  isLostName,
  isStalePlan,
  onePlan,
  plain,
  PreparedStatements,
  reading,
  send,
  type StatementKind,
  withCurrentTenant,
  writing,
} from './statements.ts'
import { assertTenant, runTransaction } from './transaction.ts'

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
  /** Of the worker's role, past any pooler: for what lasts longer than a transaction. Default: `workerUrl`. */
  directUrl?: string | undefined
  /** A hot standby that reads may be sent to, by the same two roles. */
  replica?: { serverUrl: string; workerUrl: string } | undefined
  poolSize?: number
  /** No time limits for statements: for a test that stops all of them at once. */
  unlimited?: boolean
}

/** A pool of connections to one database by one role. */
interface Target {
  pool: pg.Pool
  leasing: PoolLeasing
  role: PoolRole
  replica?: Replica
}

/** A caller waits for the answer: the call gives up on a lock while it can still answer in time. */
const callLimits = ({ connectionBudget }: CallScope) =>
  `set local lock_timeout = ${Math.round(Math.max(shortestLockMs, connectionBudget?.leftMs ?? connectionWaitMs))}; set local statement_timeout = '15s'`
/** A call that has waited long for a connection still waits for a lock as long as locks are usually held. */
const shortestLockMs = 500
/** Where the primary's log ends; a database that is a standby itself has no such place. */
const logEnd = 'select case when not pg_is_in_recovery() then pg_current_wal_flush_lsn()::text end as position'

export class Database {
  readonly #server: Target
  readonly #worker: Target
  readonly #leasing = new PoolLeasing()
  readonly #replica: Replica | undefined
  readonly #listeners = new Set<Listener>()
  #healthProbe: HealthProbe | undefined
  readonly workerUrl: string
  /** Connects past any pooler, for what lasts longer than a transaction: session locks, LISTEN, the queue. */
  readonly directUrl: string
  /** Identifies this process to the others, by an advisory lock that is held for as long as the process lives. */
  readonly processNumber = Math.floor(Math.random() * 0x7fffffff)
  /** Statements sent so far; tests use it to prove that a refusal needed none. */
  statements = 0
  /** Slow statements of this process. */
  readonly slow = new SlowStatements()
  readonly #prepared = new PreparedStatements()
  readonly #preparedReads: StatementKind = { asQuery: this.#prepared.asQuery, changes: false }
  /**
   * Called with each statement of a tenant's transaction, below its caller on the stack; tests use it to prove that the
   * statement names its tenant.
   */
  onTenantStatement: ((text: string, tenant: number) => void) | undefined

  constructor({ serverUrl, workerUrl, directUrl, replica, poolSize = 12, unlimited = false }: DatabaseOptions) {
    this.workerUrl = workerUrl
    this.directUrl = directUrl ?? workerUrl
    const target = (url: string, role: PoolRole): Target => {
      const pool = createPool({ url, role, size: poolSize, unlimited })
      this.#leasing.watch(pool)
      return { pool, leasing: this.#leasing, role }
    }
    this.#server = target(serverUrl, 'server')
    this.#worker = target(workerUrl, 'worker')
    this.#replica = replica && new Replica({ ...replica, poolSize })
  }

  /**
   * Starts the health probe. While the database is silent, every transaction is ended and refused with
   * DatabaseUnavailable. Connections are made again when it answers.
   */
  watch(alarms: Alarms, log?: Logger): void {
    this.#leasing.onCrowded = () => alarms.raise('databaseConnections')
    const replica = this.#replica
    this.#healthProbe ??= new HealthProbe({
      url: this.directUrl,
      ...(replica && {
        statement: logEnd,
        onRow: ({ position }) => {
          if (typeof position === 'string') replica.notePrimary(position)
        },
      }),
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
    replica?.start(() => this.#readInstallation(), alarms, log)
  }

  async #readInstallation(): Promise<string> {
    const [row] = await this.readAcrossTenants<{ id: string }>('monitor', sql`select id from installation`)
    return row?.id ?? ''
  }

  /** Is there a reading replica, whatever its state? */
  get hasReplica(): boolean {
    return this.#replica !== undefined
  }

  /** For some seconds the primary answers all reads. */
  restReplica(): void {
    this.#replica?.rest()
  }

  /** What the reading replica does; undefined when there is none. */
  get replicaFigures(): ReplicaFigures | undefined {
    return this.#replica?.figures
  }

  /** Reads that the replica refused because they wrote or locked; tests prove with it that there are none. */
  get replicaRefusals(): readonly string[] {
    return this.#replica?.refusedWrites ?? []
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

  /**
   * Runs `work` in one transaction that sees only the rows of `tenant` (and shared rows). In a call that only reads, the
   * replica may answer.
   */
  withTenant<T>(tenant: number, work: (db: Db) => Promise<T>): Promise<T> {
    const begin = beginFor(tenant)
    return this.#preferReplica('server', (target, kind) => this.#transaction(target, begin, tenant, work, kind))
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
    return this.#preferReplica('server', target => this.#readPrepared(target, begin, tenant, work))
  }

  /** Shared rows only (public pages before the tenant is known): row security shows no tenant's rows. */
  withoutTenant<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#transaction(this.#server, `begin; set local app.tenant = ''`, undefined, work)
  }

  /**
   * The few places that must see every tenant, by purpose; uses the worker's role.
   * @param options `replica`: `work` changes and locks nothing; in a call that only reads, the replica may answer
   */
  acrossTenants<T>(
    _purpose: CrossTenantPurpose,
    work: (db: Db) => Promise<T>,
    { replica = false }: { replica?: boolean } = {},
  ): Promise<T> {
    if (!replica) return this.#transaction(this.#worker, 'begin', undefined, work)
    return this.#preferReplica('worker', (target, kind) =>
      this.#transaction(target, 'begin read only', undefined, work, kind),
    )
  }

  /**
   * Reads across tenants by one statement, in one round trip where a transaction takes three. It must change nothing:
   * when the connection turns out to be dead, the statement is sent again.
   * @param options `often`: prepared once on each connection, for one of few texts whose planning takes longer than its
   * execution; `replica`: in a call that only reads, the replica may answer
   */
  readAcrossTenants<T extends object = Row>(
    _purpose: CrossTenantPurpose,
    statement: Sql,
    { often = false, replica = false }: { often?: boolean; replica?: boolean } = {},
  ): Promise<T[]> {
    if (!replica) return this.#readSingle<T>(this.#worker, statement, often)
    return this.#preferReplica('worker', target => this.#readSingle<T>(target, statement, often))
  }

  /**
   * Reads from the replica when this call may and the replica has what its caller has written. Whatever fails there is
   * decided by the primary: an error may come from the replica's state, and a row that is missing may not have arrived.
   */
  async #preferReplica<T>(role: PoolRole, read: (target: Target, kind: StatementKind) => Promise<T>): Promise<T> {
    const replica = this.#replica
    const scope = currentCall()?.replica
    if (replica && scope && replica.canServe(scope.after)) {
      try {
        const target = { pool: replica.pools[role], leasing: replica.leasing, role, replica }
        const result = await read(target, reading)
        replica.noteRead()
        return result
      } catch (error) {
        replica.noteFailure(error)
      }
    }
    return read(role === 'server' ? this.#server : this.#worker, writing)
  }

  async #readSingle<T extends object>(target: Target, statement: Sql, often: boolean): Promise<T[]> {
    const until = connectionDeadline()
    let asQuery = often ? this.#preparedReads.asQuery : plain
    for (;;) {
      // Outside of the try: without a connection there is nothing to retry.
      const lease = await this.#borrow(target, until)
      try {
        return await this.#runSingle<T>(lease, asQuery(statement))
      } catch (error) {
        if (isLostName(error)) this.#prepared.giveUp()
        if (isStalePlan(error) || isLostName(error)) {
          asQuery = plain
          continue
        }
        if (target.replica || !(error instanceof DatabaseUnavailable) || performance.now() > until) throw error
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
      if (isLostName(error)) this.#prepared.giveUp()
      else if (!isStalePlan(error)) throw error
      return this.#runSingle<T>(await borrow(), plain(statement))
    }
  }

  /** One statement that is a transaction by itself, sent once; returns the connection. */
  async #runSingle<T extends object>(lease: PoolLease, query: pg.QueryConfig): Promise<T[]> {
    this.statements++
    try {
      const { rows } = await send(lease, withCurrentTenant(query, undefined))
      lease.release(false)
      return rows as T[]
    } catch (error) {
      lease.release(lease.lost || isConnectionTrouble(error) || isStalePlan(error) || isLostName(error))
      throw error
    }
  }

  async #readPrepared<T>(target: Target, begin: string, tenant: number, work: (db: Db) => Promise<T>): Promise<T> {
    const run = (kind: StatementKind) => this.#transaction(target, `${begin}; ${onePlan}`, tenant, work, kind)
    // The work may report the failure as its own, or fail of what follows it in the same transaction.
    let unprepared = false
    const onFailure = (error: unknown) => {
      if (isLostName(error)) this.#prepared.giveUp()
      // Each connection may hold plans of its own for the table as it was.
      if (isLostName(error) || isStalePlan(error)) unprepared = true
    }
    try {
      return await run({ ...this.#preparedReads, onFailure })
    } catch (error) {
      if (!unprepared) throw error
      return run(reading)
    }
  }

  async #transaction<T>(
    target: Target,
    begin: string,
    tenant: number | undefined,
    work: (db: Db) => Promise<T>,
    kind: StatementKind = writing,
  ): Promise<T> {
    const call = currentCall()
    const lease = await this.#begin(target, pooled => {
      const limits = pooled ? transactionLimits[target.role] : ''
      return `${begin}${limits}${call ? `; ${callLimits(call)}` : ''}`
    })
    return runTransaction(
      {
        lease,
        tenant,
        kind,
        onQuery: (text, asked) => {
          if (asked !== undefined) this.onTenantStatement?.(text, asked)
        },
        onSend: () => {
          this.statements++
        },
        onDuration: (text, ms) => this.slow.note(text, ms),
        beforeCommit: async db => {
          if (target.replica || (target.role === 'server' && tenant === undefined)) return
          await call?.beforeCommit?.(db)
        },
      },
      handle => work(this.#openDb(handle)),
    )
  }

  #openDb(handle: TransactionHandle): Db {
    return {
      ...handle,
      database: this,
      inTenant: (purpose, tenant, work) => handle.inTenant(purpose, tenant, other => work(this.#openDb(other))),
    }
  }

  /** Leases a connection within the time. What a call has waited for one connection is deducted from its wait for the next. */
  async #borrow({ pool, leasing, replica }: Target, until: number): Promise<PoolLease> {
    if (replica) return leasing.acquire(pool, Math.min(until, performance.now() + replicaWaitMs))
    const budget = currentCall()?.connectionBudget
    const startedAt = performance.now()
    try {
      return await leasing.acquire(pool, until)
    } finally {
      if (budget) budget.leftMs -= performance.now() - startedAt
    }
  }

  /**
   * Begins a transaction. A connection that turns out to be dead is replaced: so far nothing was sent that could happen
   * twice.
   * @param begin its first statements, for a connection that a pooler shares or for one of our own
   */
  async #begin(target: Target, begin: (pooled: boolean) => string): Promise<PoolLease> {
    const until = connectionDeadline()
    for (;;) {
      const lease = await this.#borrow(target, until)
      try {
        await send(lease, { text: begin(isPooled(lease.client)) })
        return lease
      } catch (error) {
        lease.release(true)
        if (target.replica || !(error instanceof DatabaseUnavailable) || performance.now() > until) throw error
      }
    }
  }

  /** A dedicated connection that receives NOTIFY; reconnects until closed, also when the database becomes silent. */
  listen(channel: string, onNotify: (payload: string) => void, connected: () => void): Omit<Listener, 'renew'> {
    const listener = listen(this.directUrl, channel, onNotify, connected)
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
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.#server.pool
    return { total, idle, waiting }
  }

  async close(): Promise<void> {
    this.#healthProbe?.close()
    await Promise.all([this.#server.pool.end(), this.#worker.pool.end(), this.#replica?.close()])
  }
}

/** Until when to wait for a connection, by the clock of `performance`. */
const connectionDeadline = () => performance.now() + (currentCall()?.connectionBudget?.leftMs ?? connectionWaitMs)

function beginFor(tenant: number, isolation = ''): string {
  assertTenant(tenant)
  return `begin${isolation}; set local app.tenant = '${tenant}'`
}
