import pg from 'pg'
import { type Sql, sql } from './sql.ts'

// bigint keys and counts stay below 2^53 in this product: numbers on the wire, not strings.
pg.types.setTypeParser(pg.types.builtins.INT8, value => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new Error(`Beyond 2^53: ${value}`)
  return number
})
// A date has no time zone; it stays the text YYYY-MM-DD.
pg.types.setTypeParser(pg.types.builtins.DATE, value => value)

export type Row = Record<string, unknown>

/** The only way to reach data: valid inside one transaction, dead afterwards. */
export interface Db {
  /** Tenant whose rows are visible; undefined across tenants. */
  readonly tenant: number | undefined
  query<T extends object = Row>(statement: Sql): Promise<T[]>
  /** The single row of a statement that must find one. @throws when there is none. */
  one<T extends object = Row>(statement: Sql): Promise<T>
  maybe<T extends object = Row>(statement: Sql): Promise<T | undefined>
  /** Number of rows that a write touched. */
  execute(statement: Sql): Promise<number>
  /** Runs after the transaction has been committed (wake-ups); never when it is rolled back. */
  afterCommit(effect: () => void): void
}

export class RevokedHandle extends Error {
  constructor() {
    super('This database handle belongs to a transaction that has ended')
  }
}

export interface DatabaseOptions {
  serverUrl: string
  workerUrl: string
  poolSize?: number
}

/** Why code reads or writes across tenants; each purpose is one place in the code, listed in ARCHITECTURE.md. */
export type CrossTenantPurpose =
  | 'sign-in'
  | 'session'
  | 'directory'
  | 'ledger'
  | 'scan'
  | 'jobs'
  | 'enterprise'
  | 'public-file'
  | 'seed'
  | 'monitor'
  | 'statistics'

export class Database {
  readonly #server: pg.Pool
  readonly #worker: pg.Pool
  readonly workerUrl: string
  /** Statements sent so far; tests use it to prove that a refusal needed none. */
  statements = 0

  constructor({ serverUrl, workerUrl, poolSize = 12 }: DatabaseOptions) {
    this.workerUrl = workerUrl
    const common = {
      max: poolSize,
      connectionTimeoutMillis: 5000,
      idleTimeoutMillis: 30_000,
      statement_timeout: 15_000,
    }
    this.#server = new pg.Pool({ ...common, connectionString: serverUrl, application_name: 'timbermark-server' })
    this.#worker = new pg.Pool({
      ...common,
      connectionString: workerUrl,
      statement_timeout: 60_000,
      application_name: 'timbermark-worker',
    })
    for (const pool of [this.#server, this.#worker]) pool.on('error', () => {})
  }

  /** Runs `work` in one transaction that sees only the rows of `tenant` (and shared ones). */
  withTenant<T>(tenant: number, work: (db: Db) => Promise<T>): Promise<T> {
    if (!Number.isSafeInteger(tenant) || tenant <= 0) throw new Error('A tenant is needed')
    return this.#transaction(this.#server, `begin; select set_config('app.tenant', '${tenant}', true)`, tenant, work)
  }

  /** Shared rows only (public pages before the tenant is known): row security shows no tenant's row. */
  withoutTenant<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#transaction(this.#server, `begin; select set_config('app.tenant', '', true)`, undefined, work)
  }

  /** The few places that must see every tenant, by name; uses the worker's role. */
  acrossTenants<T>(_purpose: CrossTenantPurpose, work: (db: Db) => Promise<T>): Promise<T> {
    return this.#transaction(this.#worker, 'begin', undefined, work)
  }

  async #transaction<T>(
    pool: pg.Pool,
    begin: string,
    tenant: number | undefined,
    work: (db: Db) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect()
    // A connection that dies while in use tells so by an event besides failing its query; unheard, it would end the process.
    const lost = () => {}
    client.on('error', lost)
    let live = true
    const effects: (() => void)[] = []
    const run = async (statement: Sql) => {
      if (!live) throw new RevokedHandle()
      this.statements++
      return client.query({ text: statement.text, values: statement.values as unknown[] })
    }
    const db: Db = {
      tenant,
      query: async <R extends object>(statement: Sql) => (await run(statement)).rows as R[],
      one: async <R extends object>(statement: Sql) => {
        const row = (await run(statement)).rows[0] as R | undefined
        if (!row) throw new Error('Expected a row')
        return row
      },
      maybe: async <R extends object>(statement: Sql) => (await run(statement)).rows[0] as R | undefined,
      execute: async statement => (await run(statement)).rowCount ?? 0,
      afterCommit: effect => void effects.push(effect),
    }
    try {
      await client.query(begin)
      const result = await work(db)
      live = false
      await client.query('commit')
      client.off('error', lost)
      client.release()
      for (const effect of effects) effect()
      return result
    } catch (error) {
      live = false
      // The connection may be in any state after a failure: it is closed, never handed to the next tenant.
      try {
        await client.query('rollback')
        client.off('error', lost)
        client.release(isConnectionError(error))
      } catch {
        client.release(true)
      }
      throw error
    }
  }

  /**
   * Refuses to work with a role that could get round row security.
   * @throws when the server's role is a superuser, bypasses row security, or owns a table.
   */
  async assertSafeRole(): Promise<void> {
    const found = await this.withoutTenant(db =>
      db.one<{ unsafe: boolean; owns: number }>(sql`
        select (r.rolsuper or r.rolbypassrls) as unsafe,
               (select count(*) from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p')) as owns
        from pg_roles r where r.rolname = current_user`),
    )
    if (found.unsafe || found.owns > 0) {
      throw new Error('DATABASE_URL names a role that can bypass row security; use the role timbermark_server')
    }
  }

  /** A dedicated connection that hears NOTIFY; reconnects until closed. */
  listen(
    channel: string,
    heard: (payload: string) => void,
    connected: () => void,
  ): { close(): Promise<void>; healthy(): boolean } {
    let client: pg.Client | undefined
    let closed = false
    let healthy = false
    const connect = async () => {
      while (!closed) {
        const fresh = new pg.Client({
          connectionString: this.workerUrl,
          application_name: 'timbermark-listen',
          keepAlive: true,
        })
        try {
          await fresh.connect()
          await fresh.query(`listen ${channel}`)
          client = fresh
          // Closed while it was connecting: nobody else would end this connection.
          if (closed) void fresh.end()
          fresh.on('notification', message => heard(message.payload ?? ''))
          const lost = new Promise<void>(done => {
            fresh.on('error', () => done())
            fresh.on('end', () => done())
          })
          healthy = true
          connected()
          await lost
        } catch {
          await fresh.end().catch(() => {})
        }
        healthy = false
        if (!closed) await new Promise(done => setTimeout(done, 500))
      }
    }
    const running = connect()
    return {
      healthy: () => healthy,
      async close() {
        closed = true
        await client?.end().catch(() => {})
        await running
      },
    }
  }

  get poolState(): { total: number; idle: number; waiting: number } {
    return { total: this.#server.totalCount, idle: this.#server.idleCount, waiting: this.#server.waitingCount }
  }

  async close(): Promise<void> {
    await Promise.all([this.#server.end(), this.#worker.end()])
  }
}

function isConnectionError(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? ''
  return code.startsWith('08') || code.startsWith('57') || code === 'ECONNRESET' || code === 'EPIPE'
}
