import type pg from 'pg'
import { StandingConnection } from './standing-connection.ts'
import { errorCode } from '../error-facts.ts'

export interface HealthProbeOptions {
  url: string
  /** Time between two probes. */
  everyMs?: number
  /** After this long without an answer the database counts as silent. */
  silentMs?: number
  /** The database accepts no connection. */
  onDown: (error: unknown) => void
  /** It holds connections and does not answer. */
  onSilent: () => void
  /** It answers: for the first time, or again. */
  onAnswer: () => void
  /** The probe has connected; the connection lives as long as this process can be reached. */
  onConnect?: (client: pg.Client) => Promise<void>
  /** The statement that is asked, when it is more than a sign of life; its row goes to `onRow`. */
  statement?: string
  onRow?: (row: Record<string, unknown>) => void
}

/** How often the silence is measured. */
const checkMs = 250

/**
 * Asks the database over one connection of its own whether it answers. A slow query is no reason to end its connection;
 * a database that does not even answer this probe is. The probe does not keep the process alive, and does not count
 * time during which the process itself was stopped.
 */
export class HealthProbe {
  readonly #options: Required<Omit<HealthProbeOptions, 'onConnect'>> & Pick<HealthProbeOptions, 'onConnect'>
  readonly #connection: StandingConnection
  #answeredAt = performance.now()
  #checkedAt = performance.now()
  #state: 'unknown' | 'answers' | 'down' | 'silent' = 'unknown'
  #timer: NodeJS.Timeout | undefined

  constructor(options: HealthProbeOptions) {
    this.#options = { everyMs: 500, silentMs: 3500, statement: 'select 1', onRow: () => {}, ...options }
    const { url, everyMs, silentMs } = this.#options
    this.#connection = new StandingConnection({
      connection: { connectionString: url, application_name: 'timbermark-pulse', connectionTimeoutMillis: silentMs },
      use: client => this.#ask(client),
      onFailure: (error, connected) => this.#failed(error, connected),
      retryMs: connected => (connected ? everyMs / 10 : everyMs),
    })
  }

  get state(): 'unknown' | 'answers' | 'down' | 'silent' {
    return this.#state
  }

  start(): void {
    this.#answeredAt = this.#checkedAt = performance.now()
    this.#timer = setInterval(() => this.#measure(), checkMs)
    this.#timer.unref()
    this.#connection.start()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#connection.close()
  }

  async #ask(client: pg.Client): Promise<void> {
    const { everyMs, onConnect, statement, onRow } = this.#options
    await onConnect?.(client)
    while (!this.#connection.closed) {
      const { rows } = await client.query<Record<string, unknown>>(statement)
      this.#answered()
      if (rows[0]) onRow(rows[0])
      await this.#connection.pause(everyMs)
    }
  }

  #answered(): void {
    this.#answeredAt = performance.now()
    if (this.#state === 'answers') return
    this.#state = 'answers'
    this.#options.onAnswer()
  }

  /** @param connected the connection had been made: that it ended proves nothing until the next one is tried */
  #failed(error: unknown, connected: boolean): void {
    if (connected) return
    const code = errorCode(error) ?? ''
    // A refusal is an answer too: there are too many connections, or the role may not connect.
    if (/^[0-9A-Z]{5}$/.test(code) && !/^(08|57)/.test(code)) {
      this.#answered()
      return
    }
    if (this.#state === 'down' || (this.#state === 'silent' && code !== 'ECONNREFUSED')) return
    this.#state = 'down'
    this.#options.onDown(error)
  }

  /** The reply may have arrived while the process was busy: it is read before the silence is judged. */
  #measure(): void {
    const now = performance.now()
    const stoodStill = now - this.#checkedAt - 2 * checkMs
    this.#checkedAt = now
    if (stoodStill > 0) this.#answeredAt += stoodStill
    setImmediate(() => {
      if (this.#connection.closed || performance.now() - this.#answeredAt < this.#options.silentMs) return
      if (this.#state === 'silent' || this.#state === 'down') return
      this.#state = 'silent'
      this.#options.onSilent()
      // A query on this connection may never be answered; one on the next may be.
      this.#connection.drop()
    })
  }
}
