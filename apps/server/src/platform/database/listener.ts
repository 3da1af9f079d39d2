import pg from 'pg'

/** A connection that receives NOTIFY. */
export interface Listener {
  close(): Promise<void>
  healthy(): boolean
  /**
   * One round trip on the connection: notifications of everything that was committed before have then been received.
   * @returns false when there is no connection, or none that answers; a silent one is replaced
   */
  confirm(): Promise<boolean>
  /** Ends the connection, which may be dead without having been closed; a new one is made. */
  renew(): void
}

/** Time between two tries. */
const retryMs = 500
const connectMs = 4000

/**
 * A dedicated connection that receives NOTIFY on a channel; reconnects until closed.
 * @param connected called after each connect: earlier notifications have been missed
 */
export function listen(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
  connected: () => void,
): Listener {
  let client: pg.Client | undefined
  let closed = false
  let healthy = false
  const connect = async () => {
    while (!closed) {
      const fresh = new pg.Client({
        connectionString: url,
        application_name: 'timbermark-listen',
        connectionTimeoutMillis: connectMs,
        query_timeout: connectMs,
        keepAlive: true,
      })
      client = fresh
      const lost = new Promise<void>(done => {
        fresh.on('error', () => done())
        fresh.on('end', () => done())
      })
      try {
        await fresh.connect()
        await fresh.query(`listen ${channel}`)
        fresh.on('notification', message => onNotify(message.payload ?? ''))
        healthy = true
        connected()
        await lost
      } catch {
        // The next attempt shows whether it matters.
      }
      healthy = false
      fresh.connection.stream.destroy()
      if (!closed) await new Promise(done => setTimeout(done, retryMs))
    }
  }
  const running = connect()
  return {
    healthy: () => healthy,
    async confirm() {
      const confirmed = client
      if (!healthy || !confirmed) return false
      try {
        await confirmed.query('select')
        return healthy && confirmed === client
      } catch {
        confirmed.connection.stream.destroy()
        return false
      }
    },
    renew: () => client?.connection.stream.destroy(),
    async close() {
      closed = true
      client?.connection.stream.destroy()
      await running
    },
  }
}
