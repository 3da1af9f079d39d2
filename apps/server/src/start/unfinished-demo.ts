import pg from 'pg'
import { SettingsError } from '../platform/settings.ts'
import { errorCode } from '../platform/error-facts.ts'

/**
 * Was the setup of this database begun and never completed? Nobody was served from it.
 * @param url of an owner or the worker
 */
export async function isUnfinishedDemo(url: string): Promise<boolean> {
  try {
    return await connected(url, async client => {
      const { rows } = await client.query<{ there: boolean }>(
        `select to_regclass('public.installation') is not null as there`,
      )
      if (!rows[0]?.there) return false
      const installation = await client.query<{ state: string }>('select state from installation')
      return installation.rows[0]?.state === 'making'
    })
  } catch (error) {
    // There is no database of this name yet, or one whose removal was interrupted.
    if (['3D000', '55000'].includes(errorCode(error) ?? '')) return false
    throw error
  }
}

/** @param url of a superuser, to another database of the cluster */
export function dropDatabase(url: string, name: string): Promise<void> {
  return connected(url, async client => {
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
  })
}

/**
 * Removes our schemas from a database that is not ours to drop.
 * @param begin called when it begins
 * @throws SettingsError when that needs a right that we were not given, or the schema is not ours alone
 */
export async function emptyDatabase(ownerUrl: string | undefined, workerUrl: string, begin: () => void): Promise<void> {
  if (!ownerUrl)
    throw new SettingsError(
      'DATABASE_OWNER_URL: creating the demonstration in this database was interrupted; set the connection of its owner, so that it can begin again',
    )
  await connected(ownerUrl, async client => {
    const { rows } = await client.query<{ name: string }>(`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and pg_get_userbyid(c.relowner) <> current_user
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`)
    if (rows[0])
      throw new SettingsError(
        `DATABASE_OWNER_URL: creating the demonstration was interrupted, and the table ${rows[0].name} in the same database belongs to another role; use another database for the demonstration`,
      )
    begin()
    // The queue's schema belongs to the worker.
    await connected(workerUrl, worker => worker.query('drop schema if exists graphile_worker cascade'))
    await client.query('begin')
    await client.query('drop schema public cascade')
    await client.query('create schema public')
    await client.query('commit')
  })
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'timbermark-start' })
  // A connection that is cut emits an event in addition to failing its query.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
