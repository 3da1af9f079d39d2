import pg from 'pg'
import { limitParameters, limits, type PoolRole } from './limits.ts'

/** Connections that a pooler shares between its clients, transaction by transaction. */
const shared = new WeakSet<object>()

/**
 * Does a pooler stand between this connection and the database? Then nothing may be left in its session: the next
 * statement may run in another one.
 */
export const isPooled = (client: pg.ClientBase): boolean => shared.has(client)

/** The database ends what takes too long. If it does not, this process does so this much later. */
const graceMs = 3000
/** How long a fresh connection may take to answer for the first time. */
const firstAnswerMs = 4000

export interface PoolOptions {
  url: string
  role: PoolRole
  size: number
  /** No time limits for statements. */
  unlimited: boolean
  /** Added to the name under which the database lists the connections. */
  purpose?: 'read'
}

/** A pool whose connections have the role's limits. */
export function createPool({ url, role, size, unlimited, purpose }: PoolOptions): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    application_name: `timbermark-${role}${purpose ? `-${purpose}` : ''}`,
    max: size,
    // The lease gives up earlier; this limit only closes connections that were never answered.
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(!unlimited && { query_timeout: limits[role].statement + graceMs }),
    onConnect: client => prepareConnection(client, unlimited ? [] : limitParameters(role)),
  })
}

/**
 * Sets the limits of a fresh connection and finds out whether it is shared, in one round trip. They are no startup
 * parameters, which poolers refuse, and they are not set on a pooler's connection, where they would reach its other
 * clients: there each transaction sets its own.
 *
 * A pooler gives its clients a process number of its own, so that it can route a request to cancel. The database gives
 * the number of the process that answers.
 */
export async function prepareConnection(
  client: pg.ClientBase,
  parameters: readonly (readonly [name: string, value: string])[],
): Promise<void> {
  const { processID } = client as unknown as { processID: number | null }
  const settings = parameters.map(([name, value]) => `, set_config('${name}', '${value}', false)`).join('')
  const question = {
    text: `select 1${settings} from (select pg_backend_pid() as pid) own where pid = ${Number(processID ?? 0)}`,
    query_timeout: firstAnswerMs,
  }
  try {
    const { rowCount } = await client.query(question)
    if (rowCount === 0) shared.add(client)
  } catch (error) {
    // Otherwise the pool would wait for an answer to its goodbye.
    ;(client as pg.Client).connection.stream.destroy()
    throw error
  }
}
