import pg from 'pg'

type Callback = Parameters<pg.Pool['connect']>[0]

/**
 * The connections of the queue. When the listening connection is lost while the runner ends, the runner releases it a
 * second time, in a promise that nobody awaits; here the second release does nothing.
 */
class QueuePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect()
    super.connect((error, client, release) => {
      let lent = true
      callback(error, client, reason => {
        if (!lent) return
        lent = false
        // Without a client the pool gives no release either, although its type says so.
        if (client) release(reason)
      })
    })
  }
}

/** @param concurrency jobs that run at once */
export function queuePool(url: string, concurrency: number): pg.Pool {
  const pool = new QueuePool({
    connectionString: url,
    // One for each job's own bookkeeping, one that listens, one for the schedule.
    max: concurrency + 3,
    connectionTimeoutMillis: 5000,
    // Set here and not while connecting: what stands before the database may refuse it as a startup parameter.
    onConnect: async client => void (await client.query(`set statement_timeout = '30s'`)),
    keepAlive: true,
    application_name: 'timbermark-queue',
  })
  // A lost connection fails the statement that needs it; without a listener, its event would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}
