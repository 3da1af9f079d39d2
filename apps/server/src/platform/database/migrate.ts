import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { locks } from './locks.ts'

const folder = join(import.meta.dirname, '../../../migrations')

/** Names of the migrations that this version ships with, in the order in which they are applied. */
export const migrationFiles = (): string[] =>
  readdirSync(folder)
    .filter(entry => entry.endsWith('.sql'))
    .sort()

export interface RoleUrls {
  serverUrl: string
  workerUrl: string
  /** Of the worker's role, past any pooler; default `workerUrl`. */
  directUrl?: string | undefined
  /** A hot standby that reads may be sent to. */
  replica?: { serverUrl: string; workerUrl: string } | undefined
}

/**
 * Migrates a database to the newest schema: each file of `migrations/` once, in order, each in its own transaction. An
 * applied file that changed since is refused. Safe to run from several processes at once.
 * @param begin called with the number of files when there are any to apply
 * @returns names of the files that were applied
 */
export async function migrate(ownerUrl: string, begin: (count: number) => void = () => {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'timbermark-migrate' })
  // A connection that is cut emits an event in addition to failing its query.
  client.on('error', () => {})
  await client.connect()
  const applied: string[] = []
  try {
    await client.query('select pg_advisory_lock($1)', [locks.migrate])
    await client.query(
      'create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    const known = new Map(
      (await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration')).rows.map(
        row => [row.name, row.sha256],
      ),
    )
    const files = migrationFiles()
    const wanted = files.filter(file => !known.has(file)).length
    if (wanted > 0) begin(wanted)
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      if (known.has(file)) {
        if (known.get(file) !== sha256)
          throw new Error(`Migration ${file} was changed after it had been applied; add a new file instead`)
        continue
      }
      await client.query('begin')
      try {
        await client.query(text)
        await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [file, sha256])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`Migration ${file}: ${(error as Error).message}`, { cause: error })
      }
      applied.push(file)
    }
  } finally {
    await client.end()
  }
  return applied
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
