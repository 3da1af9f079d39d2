import type pg from 'pg'
import type { WrappedKey } from '../platform/secrets/tenant-keys.ts'

/** A table that holds rows itself: an ordinary table, or one partition. */
export interface TableInfo {
  table: string
  /** Stored columns, not generated ones. */
  columns: string[]
  /** Row security applies to the owner too. */
  forced: boolean
}

export interface PartInfo {
  table: string
  of: string
  bound: string
}

/** Excludes what belongs to extensions. */
const ours = (alias: string) =>
  `${alias}.relnamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = ${alias}.oid and d.deptype = 'e')`

/**
 * Every table of the product that holds rows. The queue's own schema is left out: its rows only say that a row of the
 * product wants work, and the next start creates them again.
 */
export async function readTables(client: pg.Client): Promise<TableInfo[]> {
  const { rows } = await client.query<TableInfo>(`
    select c.relname as table, c.relforcerowsecurity as forced,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c where c.relkind = 'r' and ${ours('c')} order by c.relname`)
  return rows
}

/** Partitions, e.g. logs by month, and their tables. */
export async function readParts(client: pg.Client): Promise<PartInfo[]> {
  const { rows } = await client.query<PartInfo>(`
    select c.relname as table, p.relname as of, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
    where c.relispartition and c.relkind = 'r' and ${ours('c')} order by c.relname`)
  return rows
}

export async function readSequenceNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'S' and ${ours('c')} order by c.relname`,
  )
  return rows.map(row => row.name)
}

/**
 * Applied migrations in order.
 * @returns none when the database has no schema of ours
 */
export async function readMigrations(client: pg.Client): Promise<{ name: string; sha256: string }[]> {
  const { rows: there } = await client.query<{ known: boolean }>(
    `select to_regclass('public.schema_migration') is not null as known`,
  )
  if (!there[0]?.known) return []
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from public.schema_migration order by name',
  )
  return rows
}

/**
 * The wrapped tenant keys, which show the master key that they belong to.
 * @returns none when the schema is older than they are
 */
export async function readWrappedKeys(client: pg.Client): Promise<WrappedKey[]> {
  const { rows: there } = await client.query<{ known: boolean }>(
    `select to_regclass('public.tenant_key') is not null as known`,
  )
  if (!there[0]?.known) return []
  const { rows } = await client.query<{ tenant: string; version: number; wrapped: Buffer }>(
    'select tenant_id::text as tenant, version, wrapped from public.tenant_key',
  )
  return rows.map(({ tenant, version, wrapped }) => ({ tenantId: Number(tenant), version, wrapped }))
}

/** Session settings that make the database write every value as the same text anywhere. */
export const plainSession = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601';
  set bytea_output = 'hex'; set extra_float_digits = 1; set search_path = public;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`
