import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Progress } from '../../src/backup/progress.ts'
import type { Settings } from '../../src/platform/settings.ts'
import type { World } from '../harness.ts'
import { openWorlds } from '../open-worlds.ts'

/** A folder of a test file, removed at its end. */
export function folderAside(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timbermark-backup-'))
  openWorlds.push(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const quiet: Progress = { now() {}, done() {}, warn() {} }

export const newFolder = (name = 'b') => join(folderAside(), name)

/** A copy of a backup that a test may corrupt. */
export function copyOf(backup: string): string {
  const copy = newFolder('copy')
  cpSync(backup, copy, { recursive: true })
  return copy
}

/** Waits for a condition instead of a fixed time; the limit only catches a condition that never becomes true. */
export async function waitFor(met: () => boolean, limitMs = 120_000): Promise<void> {
  for (const until = Date.now() + limitMs; !met(); ) {
    if (Date.now() > until) throw new Error('What was waited for did not come')
    await new Promise(wake => setTimeout(wake, 10))
  }
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  // A server that ends between two answers is reported here as well; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const at = (url: string, database: string, as?: { user: string; password: string }) => {
  const address = new URL(url)
  address.pathname = `/${database}`
  if (as) Object.assign(address, { username: as.user, password: as.password })
  return address.toString()
}

/** Settings of a test's installation as a backup of an external database reads them. */
export const installation = (world: World): Settings => ({
  ...world.services.settings,
  databaseOwnerUrl: world.databaseUrl,
  databaseWorkerUrl: world.services.database.workerUrl,
})

/**
 * Settings of an empty installation: a new data folder, a new database.
 * @param owner a role that is no superuser
 */
export async function emptyPlace(world: World, owner?: { user: string; password: string }): Promise<Settings> {
  const name = `restored_${randomBytes(6).toString('hex')}`
  openWorlds.push(() =>
    withClient(world.databaseUrl, async client => {
      await client.query(`drop database if exists ${name} with (force)`)
    }),
  )
  await withClient(world.databaseUrl, async client => {
    if (owner) {
      await client.query(`create role ${owner.user} login createrole password '${owner.password}'`)
      // A superuser of the tests created the worker's role, so only a superuser can grant it.
      await client.query(`grant timbermark_worker to ${owner.user} with inherit true, set true`)
    }
    await client.query(`create database ${name}${owner ? ` owner ${owner.user}` : ''}`)
  })
  const dataDir = newFolder('data')
  return {
    ...world.services.settings,
    dataDir,
    masterKeyFile: world.services.settings.masterKeyFile,
    databaseOwnerUrl: at(world.databaseUrl, name, owner),
    databaseWorkerUrl: at(world.services.database.workerUrl, name),
  }
}

/** Rows of every table as text, in a fixed order: equal databases give equal results. */
export async function contents(url: string): Promise<Record<string, string>> {
  return withClient(url, async client => {
    await client.query(`set timezone = 'UTC'`)
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    )
    const tableContents: Record<string, string> = {}
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ said: string }>(
        `select count(*) || ' rows ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text collate "C")), '') as said from public.${name} t`,
      )
      tableContents[name] = rows[0]!.said
    }
    return tableContents
  })
}

/** Everything that protects the rows: constraints, policies, forced row security, triggers, grants, indexes. */
export async function guards(url: string): Promise<string[]> {
  const { rows } = await withClient(url, client =>
    client.query<{ line: string }>(`
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated as line
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select tablename || ' ' || policyname || ' ' || coalesce(cmd, '') || ' ' || roles::text || coalesce(qual, '') || coalesce(with_check, '') from pg_policies where schemaname = 'public'
      union all select relname || ' ' || relkind::text || ' ' || relrowsecurity || ' ' || relforcerowsecurity from pg_class where relnamespace = 'public'::regnamespace
      union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger join pg_class c on c.oid = tgrelid where not tgisinternal and c.relnamespace = 'public'::regnamespace
      union all select table_name || ' ' || grantee || ' ' || privilege_type from information_schema.role_table_grants where table_schema = 'public' and grantee in ('timbermark_server', 'timbermark_worker')
      union all select indexdef from pg_indexes where schemaname = 'public' order by 1`),
  )
  return rows.map(row => row.line)
}

/** The next value of every sequence. */
export async function nextNumbers(url: string): Promise<Record<string, string>> {
  return withClient(url, async client => {
    const names = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1`,
    )
    const next: Record<string, string> = {}
    for (const { name } of names.rows) {
      const { rows } = await client.query<{ said: string }>(
        `select last_value || ' ' || is_called as said from ${name}`,
      )
      next[name] = rows[0]!.said
    }
    return next
  })
}
