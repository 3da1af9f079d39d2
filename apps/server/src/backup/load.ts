import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { plainSession, readParts, readSequenceNames, readTables, readWrappedKeys } from './catalogue.ts'
import type { FileForm } from '../platform/backup/encryption.ts'
import { BackupError, DamagedBackup } from '../platform/backup/errors.ts'
import type { Backup } from '../platform/backup/format.ts'
import type { Progress } from './progress.ts'
import { LinesWith, openLines } from './table-file.ts'
import { tableFile } from './verify.ts'
import { opensKeys, type WrappedKey } from '../platform/secrets/tenant-keys.ts'
import { locks } from '../platform/database/locks.ts'
import { migrationTable } from '../platform/database/migrate.ts'
import { readMigrationFiles } from '../platform/database/migrations.ts'
import { prepareOwner } from '../platform/database/owner-rights.ts'
import type { Secrets } from '../platform/installation/secrets.ts'

/**
 * The migrations that lead to the schema of a backup, and those that the next start adds.
 * @throws BackupError when the backup has one that this version does not know, or with other content
 */
export function migrationsOf(backup: Pick<Backup, 'migrations' | 'software'>): { texts: string[]; newer: string[] } {
  const migrations = new Map(readMigrationFiles().map(migration => [migration.name, migration]))
  const texts = backup.migrations.map(({ name, sha256 }) => {
    const known = migrations.get(name)
    if (!known)
      throw new BackupError(`The backup was made by a newer version (${name} is unknown here): update, then restore`)
    if (known.sha256 !== sha256)
      throw new BackupError(`The backup's migration ${name} differs from this version's: use the version that made it`)
    return known.text
  })
  const recorded = new Set(backup.migrations.map(({ name }) => name))
  return { texts, newer: [...migrations.keys()].filter(name => !recorded.has(name)) }
}

/** @returns a table of ours in this database; undefined when it holds none, so that a restore may use it */
export async function occupied(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'graphile_worker')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1 limit 1`)
  return rows[0]?.name
}

/** Which rows of a backup are loaded. */
export interface RowFilter {
  /** Rows of other tenants are left out. */
  tenant: number
  /** Is anything of this table loaded? */
  reads(table: string): boolean
}

export interface Loading {
  /** How the files of the backup are read. */
  form: FileForm
  progress: Progress
  signal?: AbortSignal
  /** The master key that the rows must belong to; undefined when they are only checked. */
  key?: Secrets
  /** Loads these rows only; then references to others are not checked. */
  only?: RowFilter
  /** Receives the transaction id, by which a later run can see whether it was committed. */
  aboutToCommit: (transaction: string) => Promise<void>
}

/**
 * Creates the schema of a backup and fills it, in one transaction: complete or not at all. Needs no more rights than to
 * own the tables: foreign keys are dropped while rows are loaded in any order, and added again, which checks each row.
 * @returns rows loaded
 * @throws BackupError when the database is not empty or the backup does not fit its own schema
 */
export async function loadDatabase(
  ownerUrl: string,
  folder: string,
  backup: Backup,
  { form, progress, signal, key, only, aboutToCommit }: Loading,
): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'timbermark-restore', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  const stop = () => void client.end().catch(() => {})
  signal?.addEventListener('abort', stop, { once: true })
  try {
    await client.query(plainSession)
    await client.query('begin')
    // The lock of migrations: a start that comes meanwhile waits, and then finds everything.
    await client.query('select pg_advisory_xact_lock($1)', [locks.migrate])
    const table = await occupied(client)
    if (table) throw new BackupError(`The database is not empty (it has ${table}): a restore needs an empty one`)
    await prepareOwner(client)
    await client.query(migrationTable)
    for (const text of migrationsOf(backup).texts) await client.query(text)
    // A migration may have changed these settings.
    await client.query(plainSession)
    progress.done(`schema made (${backup.migrations.length} migrations)`)
    await makeParts(client, backup)
    const restraints = await suspendConstraints(client)
    const rows = await fillTables(client, { folder, backup, form, progress, signal, only })
    if (key) assertRowsOfKey(key, await readWrappedKeys(client))
    await setSequences(client, backup)
    await restraints.restore(only !== undefined)
    await client.query('analyze')
    signal?.throwIfAborted()
    // From here on it cannot be interrupted: the result would be unknown.
    signal?.removeEventListener('abort', stop)
    const { rows: transactionRows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id')
    await aboutToCommit(transactionRows[0]!.id)
    await client.query('commit')
    return rows
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}

/** Creates the partitions that today's run of the migrations did not create: months of the backup's time. */
async function makeParts(client: pg.Client, backup: Backup): Promise<void> {
  const there = new Map((await readParts(client)).map(part => [part.table, part]))
  for (const { table, of, bound } of backup.partitions) {
    const known = there.get(table)
    if (known?.bound === bound && known.of === of) continue
    if (known) throw new BackupError(`The part ${table} of ${of} differs from the backup`)
    await client.query(
      `create table public.${client.escapeIdentifier(table)} partition of public.${client.escapeIdentifier(of)} ${bound}`,
    )
    await client.query('select protect($1::regclass)', [`public.${table}`])
  }
}

/**
 * Removes what prevents loading rows table by table: foreign keys, triggers, and row security for the owner. Rows that
 * the migrations inserted are removed too: the backup has them.
 */
async function suspendConstraints(client: pg.Client): Promise<{ restore(unchecked: boolean): Promise<void> }> {
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2`)
  const { rows: triggered } = await client.query<{ table: string }>(`
    select distinct tgrelid::regclass::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgparentid = 0 and c.relnamespace = 'public'::regnamespace`)
  const { rows: forced } = await client.query<{ table: string }>(`
    select oid::regclass::text as table from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relforcerowsecurity`)
  const { rows: all } = await client.query<{ table: string }>(`
    select oid::regclass::text as table from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`)
  // The ledger's guards first: they refuse to truncate its tables.
  for (const { table } of triggered) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${all.map(({ table }) => table).join(', ')}`)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table } of forced) await client.query(`alter table ${table} no force row level security`)
  return {
    async restore(unchecked) {
      const how = unchecked ? ' not valid' : ''
      for (const { table, name, definition } of references)
        await client.query(`alter table ${table} add constraint ${name} ${definition}${how}`)
      for (const { table } of triggered) await client.query(`alter table ${table} enable trigger user`)
      for (const { table } of forced) await client.query(`alter table ${table} force row level security`)
    },
  }
}

async function fillTables(
  client: pg.Client,
  {
    folder,
    backup,
    form,
    progress,
    signal,
    only,
  }: Pick<Loading, 'form' | 'progress' | 'signal' | 'only'> & { folder: string; backup: Backup },
): Promise<number> {
  const backed = new Set(backup.tables.map(({ table }) => table))
  const parts = new Set((await readParts(client)).map(({ table }) => table))
  for (const { table } of await readTables(client))
    if (!backed.has(table) && !parts.has(table)) throw new DamagedBackup(`The backup lacks the table ${table}`)
  let loaded = 0
  for (const [position, { table, columns, rows }] of backup.tables.entries()) {
    signal?.throwIfAborted()
    if (only && !only.reads(table)) continue
    const list = columns.map(column => client.escapeIdentifier(column)).join(', ')
    const into = client.query(copyFrom(`copy public.${client.escapeIdentifier(table)} (${list}) from stdin`))
    const { unpacked } = openLines(tableFile(folder, table), form)
    const at = columns.indexOf('tenant_id')
    if (only && at !== -1) await pipeline(unpacked, new LinesWith(at, String(only.tenant)), into, { signal })
    else await pipeline(unpacked, into, { signal })
    if (!only && into.rowCount !== rows)
      throw new DamagedBackup(`${into.rowCount} of ${rows} rows of ${table} could be restored`)
    loaded += into.rowCount ?? 0
    progress.now(`${position + 1} of ${backup.tables.length} tables, ${loaded} rows`)
  }
  progress.done(`${loaded} rows loaded`)
  return loaded
}

/**
 * The backup's recorded key may differ from the key that sealed its rows.
 * @throws BackupError
 */
function assertRowsOfKey(key: Secrets, wrapped: readonly WrappedKey[]): void {
  if (!opensKeys(key, wrapped))
    throw new BackupError(
      'The rows belong to another master key than the backup was made with: no code could be read. The key must be the one that the server had then',
    )
}

async function setSequences(client: pg.Client, backup: Backup): Promise<void> {
  const backed = new Set(backup.sequences.map(({ sequence }) => sequence))
  for (const sequence of await readSequenceNames(client))
    if (!backed.has(sequence)) throw new DamagedBackup(`The backup lacks the sequence ${sequence}`)
  for (const { sequence, last, called } of backup.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [`public.${sequence}`, last, called])
}
