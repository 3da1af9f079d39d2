import type { Socket } from 'node:net'
import pg from 'pg'

export interface StandingConnectionOptions {
  connection: pg.ClientConfig
  /** Uses the connection once it is made; it is made again when this returns or throws. */
  use: (client: pg.Client) => Promise<void>
  /** It could not be made, or `use` threw. Not called after `close`. */
  onFailure: (error: unknown, connected: boolean) => void
  /** Pause before it is made again, milliseconds. */
  retryMs: (connected: boolean) => number
}

/** One connection outside the pools that is made again whenever it ends. It does not keep the process alive. */
export class StandingConnection {
  readonly #options: StandingConnectionOptions
  #client: pg.Client | undefined
  #closed = false
  #wake: () => void = () => {}

  constructor(options: StandingConnectionOptions) {
    this.#options = options
  }

  get closed(): boolean {
    return this.#closed
  }

  start(): void {
    void this.#run()
  }

  /** Ends the connection, which may be dead without having been closed; another one is made. */
  drop(): void {
    this.#client?.connection.stream.destroy()
  }

  close(): void {
    this.#closed = true
    this.#wake()
    this.drop()
  }

  /** Ends early when it is closed. */
  pause(ms: number): Promise<void> {
    return new Promise(done => {
      const timer = setTimeout(done, ms)
      timer.unref()
      this.#wake = () => {
        clearTimeout(timer)
        done()
      }
    })
  }

  async #run(): Promise<void> {
    const { connection, use, onFailure, retryMs } = this.#options
    while (!this.#closed) {
      const client = new pg.Client({ keepAlive: true, ...connection })
      client.on('error', () => {})
      this.#client = client
      let connected = false
      try {
        const connecting = client.connect()
        ;(client.connection.stream as Socket).unref()
        await connecting
        connected = true
        await use(client)
      } catch (error) {
        if (!this.#closed) onFailure(error, connected)
      }
      client.connection.stream.destroy()
      if (!this.#closed) await this.pause(retryMs(connected))
    }
  }
}
