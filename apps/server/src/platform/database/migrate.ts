import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { locks } from './locks.ts'
import { assertSchemaKnown, readMigrationFiles } from './migrations.ts'
import { prepareOwner } from './owner-rights.ts'
import { assertServerVersion } from './server-version.ts'
import { errorMessage } from '../error-facts.ts'

export { migrationFiles } from './migrations.ts'

export interface RoleUrls {
  serverUrl: string
  workerUrl: string
  /** Of the worker's role, past any pooler; default `workerUrl`. */
  directUrl?: string | undefined
  /** A hot standby that reads may be sent to. */
  replica?: { serverUrl: string; workerUrl: string } | undefined
}

/** The table of applied migrations. */
export const migrationTable =
  'create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())'

/** What the caller adds to the files. */
export interface MigrationSteps {
  begin?: (count: number) => void
  /** What needs more than SQL. */
  finish?: (owner: pg.ClientBase, applied: readonly string[]) => Promise<void>
}

/**
 * Migrates a database to the newest schema: each file of `migrations/` once, in order, all that are missing in one
 * transaction, so that an upgrade that is refused, fails or is killed changes nothing and the earlier version can be
 * started again. An applied file that changed since, and a schema of a newer version, are refused. Safe to run from several
 * processes at once.
 * @param steps `begin` is called with the number of files when there are any to apply; `finish` after the last one with
 * the names of the files, before they are committed
 * @returns names of the files that were applied
 * @throws SettingsError when the owner lacks a right, or the schema is newer; DatabaseTooOld
 */
export async function migrate(ownerUrl: string, { begin, finish }: MigrationSteps = {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'timbermark-migrate' })
  // A connection that is cut emits an event in addition to failing its query.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ number: number }>(
      `select current_setting('server_version_num')::int as number`,
    )
    assertServerVersion(rows[0]!.number)
    await client.query('select pg_advisory_lock($1)', [locks.migrate])
    const known = await readApplied(client)
    assertSchemaKnown([...known.keys()])
    const files = readMigrationFiles()
    for (const { name, sha256 } of files)
      if (known.has(name) && known.get(name) !== sha256)
        throw new Error(`Migration ${name} was changed after it had been applied; add a new file instead`)
    const wanted = files.filter(({ name }) => !known.has(name))
    if (wanted.length === 0) return []
    begin?.(wanted.length)
    await client.query('begin')
    try {
      await prepareOwner(client)
      await client.query(migrationTable)
      for (const { name, text, sha256 } of wanted) {
        try {
          await client.query(text)
        } catch (error) {
          throw new Error(`Migration ${name}: ${errorMessage(error)}`, { cause: error })
        }
        await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256])
      }
      await finish?.(
        client,
        wanted.map(({ name }) => name),
      )
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
    return wanted.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Names of the applied migrations with the digest of each; none in an empty database. */
async function readApplied(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows: there } = await client.query<{ known: boolean }>(
    `select to_regclass('public.schema_migration') is not null as known`,
  )
  if (!there[0]!.known) return new Map()
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration')
  return new Map(rows.map(row => [row.name, row.sha256]))
}

/** Creates the database and its two login roles in the shipped PostgreSQL cluster, with fresh passwords at every start. */
export async function prepareDatabase(
  urlOf: (database: string) => string,
  database: string,
): Promise<RoleUrls & { ownerUrl: string }> {
  const passwords = {
    timbermark_server: randomBytes(24).toString('hex'),
    timbermark_worker: randomBytes(24).toString('hex'),
  }
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const [role, password] of Object.entries(passwords)) {
      const exists = (await client.query('select 1 from pg_roles where rolname = $1', [role])).rowCount
      await client.query(
        `${exists ? 'alter' : 'create'} role ${role} login nosuperuser nocreatedb nocreaterole nobypassrls password '${password}'`,
      )
    }
    const known = await client.query<{ removed: boolean }>(
      'select datconnlimit = -2 as removed from pg_database where datname = $1',
      [database],
    )
    // Its removal was interrupted: nobody can connect to it any more.
    if (known.rows[0]?.removed) await client.query(`drop database ${client.escapeIdentifier(database)}`)
    if (!known.rows[0] || known.rows[0].removed)
      await client.query(`create database ${client.escapeIdentifier(database)}`)
  } finally {
    await client.end()
  }
  const urlAs = (role: keyof typeof passwords) => {
    const url = new URL(urlOf(database))
    url.username = role
    url.password = passwords[role]
    return url.toString()
  }
  return { ownerUrl: urlOf(database), serverUrl: urlAs('timbermark_server'), workerUrl: urlAs('timbermark_worker') }
}
