import type pg from 'pg'
import type { Logger } from 'pino'
import type { Alarms } from '../alarms/alarms.ts'
import { createPool } from './connections.ts'
import { parsePosition } from './log-position.ts'
import { PoolLeasing } from './pool-lease.ts'
import { ReplicaLag } from './replica-lag.ts'
import { StandingConnection } from './standing-connection.ts'
import type { PoolRole } from './limits.ts'
import { errorCode, errorMessage } from '../error-facts.ts'

export interface ReplicaOptions {
  serverUrl: string
  workerUrl: string
  poolSize: number
  /** A replica that is further behind is not read from, milliseconds. */
  maxBehindMs?: number
}

/** How long one look at the replica may take, and the pause between two, milliseconds. */
const lookMs = 3000
const pauseMs = 250
const retryMs = 1000
/** A read waits this long for a connection to the replica before it goes to the primary, milliseconds. */
export const replicaWaitMs = 1000

export type ReplicaState = 'unknown' | 'used' | 'behind' | 'down'

/** What the replica has done for this process. */
export interface ReplicaFigures {
  state: ReplicaState
  /** Seconds; null while that is not known. */
  behind: number | null
  /** Transactions that it answered. */
  reads: number
  /** Transactions that the primary answered after the replica had failed them. */
  repeated: number
}

/**
 * A hot standby that reads are sent to. It is read from only while it answers, is a standby of the same installation,
 * and is not far behind.
 */
export class Replica {
  readonly pools: Readonly<Record<PoolRole, pg.Pool>>
  readonly leasing = new PoolLeasing()
  /** Reads that it refused because they wrote or locked; each is a call that should have been declared. */
  readonly refusedWrites: string[] = []
  readonly #options: Required<ReplicaOptions>
  readonly #lag = new ReplicaLag()
  #state: ReplicaState = 'unknown'
  #reads = 0
  #repeated = 0
  #restsUntil = Number.NEGATIVE_INFINITY
  #watch: StandingConnection | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #alarms: Alarms | undefined
  #log: Logger | undefined

  constructor(options: ReplicaOptions) {
    this.#options = { maxBehindMs: 10_000, ...options }
    const pool = (role: PoolRole, url: string) =>
      createPool({ url, role, size: options.poolSize, unlimited: false, purpose: 'read' })
    this.pools = { server: pool('server', options.serverUrl), worker: pool('worker', options.workerUrl) }
    for (const each of Object.values(this.pools)) this.leasing.watch(each)
  }

  /** Nothing is read from it for as long as it may be behind without being out of use. */
  rest(): void {
    this.#restsUntil = performance.now() + this.#options.maxBehindMs
  }

  /** Has it replayed the log up to there, and is it read from at all? */
  canServe(after: bigint | undefined): boolean {
    if (this.#state !== 'used' || performance.now() < this.#restsUntil) return false
    this.#judge()
    return this.#state === 'used' && (after === undefined || after <= this.#lag.replayed)
  }

  get figures(): ReplicaFigures {
    const behindMs = this.#lag.behindMs(performance.now())
    return {
      state: this.#state,
      behind: behindMs === undefined ? null : Math.round(behindMs) / 1000,
      reads: this.#reads,
      repeated: this.#repeated,
    }
  }

  /** Notes where the primary's log ends now. */
  notePrimary(position: string): void {
    this.#lag.notePrimary(parsePosition(position), performance.now())
  }

  noteRead(): void {
    this.#reads++
  }

  /** A read failed here; the primary answers it. */
  noteFailure(error: unknown): void {
    this.#repeated++
    if (errorCode(error) !== '25006') return
    if (this.refusedWrites.length < 100) this.refusedWrites.push(errorMessage(error))
    this.#log?.error({ err: error }, 'a call that writes or locks was sent to the reading replica; the primary did it')
  }

  /**
   * Begins to watch it.
   * @param installation reads the id of the installation on the primary
   */
  start(installation: () => Promise<string>, alarms: Alarms, log?: Logger): void {
    if (this.#timer) return
    this.#alarms = alarms
    this.#log = log
    this.#timer = setInterval(() => this.#judge(), pauseMs)
    this.#timer.unref()
    this.#watch = this.#watching(installation)
    this.#watch.start()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    this.#watch?.close()
    await Promise.all(Object.values(this.pools).map(pool => pool.end()))
  }

  #watching(installation: () => Promise<string>): StandingConnection {
    const watch = new StandingConnection({
      connection: {
        connectionString: this.#options.workerUrl,
        application_name: 'timbermark-replica',
        connectionTimeoutMillis: lookMs,
        query_timeout: lookMs,
      },
      use: async client => {
        await assertSameInstallation(client, await installation())
        while (!watch.closed) {
          this.#lag.noteReplica(parsePosition(await replayedBy(client)))
          this.leasing.open()
          this.#judge(true)
          await watch.pause(pauseMs)
        }
      },
      onFailure: error => this.#failed(error),
      retryMs: () => retryMs,
    })
    return watch
  }

  /** @param answered it has just answered */
  #judge(answered = false): void {
    if (this.#closed || (this.#state === 'down' && !answered)) return
    const behindMs = this.#lag.behindMs(performance.now())
    if (behindMs === undefined) return
    this.#become(behindMs > this.#options.maxBehindMs ? 'behind' : 'used', behindMs)
  }

  #failed(error: unknown): void {
    if (this.#closed) return
    if (this.#state !== 'down') {
      this.#log?.warn({ err: error }, 'the reading replica cannot be used; the primary answers all reads')
      this.leasing.cut()
    }
    this.#become('down', 0)
  }

  #become(state: ReplicaState, behindMs: number): void {
    this.#state = state
    if (state === 'down') this.#alarms?.raise('replicaDown')
    else this.#alarms?.clear('replicaDown')
    if (state === 'behind') this.#alarms?.raise('replicaBehind', { seconds: Math.round(behindMs / 1000) })
    else this.#alarms?.clear('replicaBehind')
  }
}

/** @throws Error when the address leads to another installation's database */
async function assertSameInstallation(client: pg.Client, expected: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from installation')
  if (rows[0]?.id !== expected) throw new Error('DATABASE_READ_URL leads to the database of another installation')
}

/** How far the standby has replayed the log. @throws Error when it is none: a promoted one has a history of its own */
async function replayedBy(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ standby: boolean; replayed: string | null }>(
    'select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as replayed',
  )
  const { standby, replayed } = rows[0]!
  if (!standby) throw new Error('DATABASE_READ_URL leads to a database that is no standby')
  return replayed ?? '0/0'
}
