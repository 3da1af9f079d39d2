import pg from 'pg'
import { limitParameters, type PoolRole } from '../platform/database/limits.ts'
import { isPooled, prepareConnection } from '../platform/database/connections.ts'
import type { RoleUrls } from '../platform/database/migrate.ts'
import { type Settings, SettingsError } from '../platform/settings.ts'
import { ConnectionRefused, explainRefusal } from './connection-refusal.ts'
import { errorCode } from '../platform/error-facts.ts'

/** How long a connection may take, milliseconds. */
const connectMs = 5000
/** How often it is asked whether a pooler changes the connection behind an address. */
const looks = 3

/**
 * Tries every connection of a start, so that one that cannot be had is named with its reason; and makes sure that what
 * lasts longer than a transaction does not go through a pooler that ends it with the transaction.
 * @throws SettingsError when somebody has to change something; ConnectionRefused when it may pass by itself
 */
export async function assertConnections(
  settings: Pick<Settings, 'databaseOwnerUrl' | 'databaseWorkerUrl' | 'databaseDirectUrl'>,
  { serverUrl, workerUrl, directUrl }: RoleUrls,
  say: (line: string) => void,
): Promise<void> {
  const { databaseOwnerUrl, databaseWorkerUrl } = settings
  const workerSetting = databaseWorkerUrl ? 'DATABASE_WORKER_URL' : 'DATABASE_URL'
  await tried('DATABASE_URL', serverUrl, client => limitRole(client, 'server', say))
  await tried(workerSetting, workerUrl, client => limitRole(client, 'worker', say))
  if (databaseOwnerUrl) await assertUnshared('DATABASE_OWNER_URL', databaseOwnerUrl)
  await assertUnshared(directUrl ? 'DATABASE_DIRECT_URL' : workerSetting, directUrl ?? workerUrl)
}

/** Runs `work` on a connection of its own. */
async function tried<T>(setting: string, address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'timbermark-start',
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
  })
  // A connection that is cut emits an event in addition to failing its query.
  client.on('error', () => {})
  try {
    await client.connect()
    await prepareConnection(client, [])
    return await work(client)
  } catch (error) {
    if (error instanceof SettingsError) throw error
    const { sentence, final } = explainRefusal(setting, address, error)
    throw final ? new SettingsError(sentence, { cause: error }) : new ConnectionRefused(sentence, error)
  } finally {
    client.connection.stream.destroy()
  }
}

/** @throws SettingsError when the address leads to a pooler that changes the connection with each transaction */
async function assertUnshared(setting: string, address: string): Promise<void> {
  const isShared = await tried(setting, address, async first => {
    if (!isPooled(first)) return false
    const processes = new Set<number>()
    for (let look = 0; look < looks; look++) {
      processes.add(await processOf(first))
      // A pooler that gives each client a connection of its own cannot give this one away.
      if (processes.size > 1 || processes.has(await tried(setting, address, processOf))) return true
    }
    return false
  })
  if (!isShared) return
  const remedy =
    setting === 'DATABASE_OWNER_URL'
      ? 'set it to the address of the database itself'
      : 'set DATABASE_DIRECT_URL to the address of the database itself, for the same role'
  throw new SettingsError(
    `${setting}: a pooler shares the connections of this address between transactions, and locks, notifications and the queue need connections that stay; ${remedy}`,
  )
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}

/**
 * Behind a pooler each transaction brings its limits along. A single statement cannot, hence the role has them as its
 * defaults in this database.
 */
async function limitRole(client: pg.Client, role: PoolRole, say: (line: string) => void): Promise<void> {
  if (!isPooled(client)) return
  const { rows } = await client.query<{ config: string[] | null; database: string }>(`
    select current_database() as database, (select s.setconfig from pg_db_role_setting s
      where s.setrole = (select oid from pg_roles where rolname = current_user)
        and s.setdatabase = (select oid from pg_database where datname = current_database())) as config`)
  const { config, database } = rows[0]!
  const missing = limitParameters(role).filter(([name, value]) => !config?.includes(`${name}=${value}`))
  if (missing.length === 0) return
  const place = `alter role current_user in database ${client.escapeIdentifier(database)}`
  try {
    await client.query(missing.map(([name, value]) => `${place} set ${name} = '${value}'`).join('; '))
  } catch (error) {
    // Another process that starts has just done the same.
    if (errorCode(error) !== 'XX000') throw error
  }
  say(
    `Limits were set for the role of ${role === 'server' ? 'DATABASE_URL' : 'DATABASE_WORKER_URL'}; the pooler's open connections get them when it opens them again.`,
  )
}
