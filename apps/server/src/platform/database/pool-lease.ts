import type pg from 'pg'
import { DatabaseUnavailable, isConnectionTrouble } from '../unavailable.ts'
import { errorCode, errorMessage } from '../error-facts.ts'

/** For how long a database that refuses connections is tried again: it may be starting. */
const startingMs = 2000
const retryMs = 100

/** A connection leased for one transaction. */
export interface PoolLease {
  client: pg.PoolClient
  /** The connection broke or was cut: every failure on it has that cause. */
  lost: boolean
  /** Returns the connection to the pool, or closes it when it cannot be trusted any more. */
  release(broken: boolean): void
}

/**
 * Leases the connections of the pools, and can cut all leased ones: code that waits on one fails at once. While leasing
 * is closed nobody waits for a connection.
 */
export class PoolLeasing {
  /** Called when a connection was refused because there are too many. */
  onCrowded: () => void = () => {}
  readonly #leases = new Set<PoolLease>()
  readonly #waiting = new Set<(error: Error) => void>()
  /** By connection: connections made before the last cut may be dead without anybody having noticed. */
  readonly #cutsAtConnect = new WeakMap<pg.PoolClient, number>()
  #cuts = 0
  #closed = false
  /** Since when connections have been refused. */
  #refusedSince: number | undefined

  /** Records when a pool's connections are made. */
  watch(pool: pg.Pool): void {
    pool.on('connect', client => {
      this.#cutsAtConnect.set(client as pg.PoolClient, this.#cuts)
      // The database may end a connection in the same packet that accepts it, before the caller can attach a listener.
      client.on('error', () => {})
    })
    pool.on('error', () => {})
  }

  /**
   * @param until by the clock of `performance`
   * @throws DatabaseUnavailable when no connection is free in time; at once while leasing is closed
   */
  async acquire(pool: pg.Pool, until: number): Promise<PoolLease> {
    for (;;) {
      if (this.#closed) throw new DatabaseUnavailable('The database does not answer')
      try {
        const lease = this.#lease(await this.#connection(pool, until - performance.now()))
        this.#refusedSince = undefined
        if ((this.#cutsAtConnect.get(lease.client) ?? 0) === this.#cuts) return lease
        lease.release(true)
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error
        if (isCrowded(error)) this.onCrowded()
        this.#refusedSince ??= performance.now()
        // Nothing has been sent yet: wait for a database that is just restarting.
        if (!isStarting(error) || performance.now() - this.#refusedSince > startingMs)
          throw new DatabaseUnavailable('The database cannot be reached', error)
        await new Promise(done => setTimeout(done, retryMs))
      }
    }
  }

  /** Ends every lease and every wait, and leases nothing until `open`. */
  cut(): void {
    this.#cuts++
    this.#closed = true
    for (const lease of this.#leases) {
      lease.lost = true
      lease.client.connection.stream.destroy()
    }
    for (const giveUp of this.#waiting) giveUp(new DatabaseUnavailable('The database does not answer'))
  }

  open(): void {
    this.#closed = false
  }

  #lease(client: pg.PoolClient): PoolLease {
    // A connection that dies while in use emits an event in addition to failing its query; without a listener it would
    // end the process.
    const lost = () => {
      lease.lost = true
    }
    client.on('error', lost)
    const lease: PoolLease = {
      client,
      lost: false,
      release: broken => {
        this.#leases.delete(lease)
        client.off('error', lost)
        if (broken || lease.lost) client.connection.stream.destroy()
        client.release(broken || lease.lost)
      },
    }
    this.#leases.add(lease)
    return lease
  }

  /** The pool's connection within the time; one that comes too late is returned unused. */
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

/** Refused because the database, or the pooler before it, takes no more connections. */
export function isCrowded(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  const message = errorMessage(error)
  return code === '53300' || /^no more connections allowed/.test(message)
}

/** Refused or broken off while connecting, as a database does that is starting or has no free connections. */
function isStarting(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  return code.startsWith('53') || (isConnectionTrouble(error) && !/timeout|timed out/.test(String(error)))
}
