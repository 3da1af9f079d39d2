import type pg from 'pg'
import { DatabaseUnavailable, isConnectionTrouble } from '../unavailable.ts'

/** How long a database that refuses connections is asked again: it may be starting. */
const startingMs = 2000
const againMs = 100

/** A connection on loan for one transaction. */
export interface PoolLease {
  client: pg.PoolClient
  /** The connection broke or was cut: what failed on it failed because of that. */
  lost: boolean
  /** Back to the pool, or closed when it can not be trusted any more. */
  giveBack(broken: boolean): void
}

/**
 * Lends the connections of the pools, and can cut all that are on loan: whoever waits on one hears of it at once. While
 * it is closed for lending nobody waits for a connection.
 */
export class PoolLeasing {
  readonly #loans = new Set<PoolLease>()
  readonly #waiting = new Set<(error: Error) => void>()
  /** Connections made before the last cut may be dead without anybody having been told. */
  readonly #made = new WeakMap<pg.PoolClient, number>()
  #cuts = 0
  #closed = false
  /** Since when connections have been refused. */
  #refusedSince: number | undefined

  /** Remembers when a pool's connections were made. */
  watch(pool: pg.Pool): void {
    pool.on('connect', client => {
      this.#made.set(client as pg.PoolClient, this.#cuts)
      // The database may end a connection in the very bytes that say it is made: before whoever waits for it can listen.
      client.on('error', () => {})
    })
    pool.on('error', () => {})
  }

  /**
   * @param until by the clock of `performance`
   * @throws DatabaseUnavailable when there is none in time; at once while lending is closed
   */
  async borrow(pool: pg.Pool, until: number): Promise<PoolLease> {
    for (;;) {
      if (this.#closed) throw new DatabaseUnavailable('The database does not answer')
      try {
        const loan = this.#lend(await this.#connection(pool, until - performance.now()))
        this.#refusedSince = undefined
        if ((this.#made.get(loan.client) ?? 0) === this.#cuts) return loan
        loan.giveBack(true)
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error
        this.#refusedSince ??= performance.now()
        // Nothing has been sent yet: a database that is just being started again is waited for.
        if (!isStarting(error) || performance.now() - this.#refusedSince > startingMs)
          throw new DatabaseUnavailable('The database cannot be reached', error)
        await new Promise(done => setTimeout(done, againMs))
      }
    }
  }

  /** Ends every loan and all waiting, and lends nothing until `open`. */
  cut(): void {
    this.#cuts++
    this.#closed = true
    for (const loan of this.#loans) {
      loan.lost = true
      loan.client.connection.stream.destroy()
    }
    for (const giveUp of this.#waiting) giveUp(new DatabaseUnavailable('The database does not answer'))
  }

  open(): void {
    this.#closed = false
  }

  #lend(client: pg.PoolClient): PoolLease {
    // A connection that dies while in use tells so by an event besides failing its query; unheard, it would end the process.
    const lost = () => {
      loan.lost = true
    }
    client.on('error', lost)
    const loan: PoolLease = {
      client,
      lost: false,
      giveBack: broken => {
        this.#loans.delete(loan)
        client.off('error', lost)
        if (broken || loan.lost) client.connection.stream.destroy()
        client.release(broken || loan.lost)
      },
    }
    this.#loans.add(loan)
    return loan
  }

  /** The pool's answer within the time; one that comes too late goes back unused. */
  #connection(pool: pg.Pool, ms: number): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      let waits = true
      const end = () => {
        waits = false
        clearTimeout(timer)
        this.#waiting.delete(giveUp)
      }
      const giveUp = (error: Error) => {
        end()
        reject(error)
      }
      const timer = setTimeout(
        () => giveUp(new DatabaseUnavailable('No connection to the database became free in time')),
        Math.max(ms, 1),
      )
      this.#waiting.add(giveUp)
      pool.connect().then(
        client => {
          if (!waits) return client.release()
          end()
          resolve(client)
        },
        error => {
          if (!waits) return
          end()
          reject(error)
        },
      )
    })
  }
}

/** Refused or broken off while the connection was made, as a database does that is starting or full of connections. */
function isStarting(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return code.startsWith('53') || (isConnectionTrouble(error) && !/timeout|timed out/.test(String(error)))
}
