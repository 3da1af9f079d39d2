import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../harness.ts'
import { tenantTables } from '../tenancy/tables.ts'

/**
 * The rules that allow a database to be distributed over several machines by tenant, checked in the catalogue. They apply to
 * one PostgreSQL too: docs/decisions/database-and-statistics.md.
 */
let world: World
/** Tables of which each row belongs to one enterprise. */
let tables: number[] = []
const rows = async <T extends object>(statement: string, values: unknown[] = []): Promise<T[]> =>
  (await world.admin.query<T>(statement, values)).rows

beforeAll(async () => {
  world = await makeWorld()
  tables = (
    await rows<{ oid: number }>(
      `select oid from pg_class where relnamespace = 'public'::regnamespace and relname = any ($1)`,
      [await tenantTables(world.admin)],
    )
  ).map(table => table.oid)
})

test('no policy reads a table: the tenant is compared with a plain value', async () => {
  const policies = await rows<{ where: string; text: string }>(
    `select tablename || '.' || policyname as where, concat_ws(' ', qual, with_check) as text from pg_policies where schemaname = 'public'`,
  )
  expect(policies.length).toBeGreaterThan(50)
  expect(policies.filter(policy => /select/i.test(policy.text))).toEqual([])
})

test('a policy for the role of requests names the tenant, unless everybody may read the row', async () => {
  const policies = await rows<{ where: string; text: string }>(
    `select tablename || '.' || policyname as where, concat_ws(' ', qual, with_check) as text from pg_policies
     where schemaname = 'public' and 'timbermark_server' = any(roles) and not (cmd = 'SELECT' and qual = 'true')`,
  )
  expect(policies.filter(policy => !policy.text.includes('current_tenant()'))).toEqual([])
})

test('every statement reads the tenant again, and without a setting there is none', async () => {
  const [{ volatility }] = (await rows<{ volatility: string }>(
    `select provolatile as volatility from pg_proc where oid = 'current_tenant()'::regprocedure`,
  )) as [{ volatility: string }]
  // An immutable function would be folded into a prepared statement, a volatile one would run for every row.
  expect(volatility).toBe('s')
  await world.admin.query('prepare tenant_of_statement as select current_tenant() as tenant')
  const readTenant = async (tenant: string) => {
    await world.admin.query(`begin; set local app.tenant = '${tenant}'`)
    const { rows } = await world.admin.query('execute tenant_of_statement')
    await world.admin.query('commit')
    return rows[0].tenant
  }
  expect([await readTenant('7'), await readTenant('8'), await readTenant('')]).toEqual([7, 8, null])
})

/** References from one enterprise to another: only those of the trade. */
const acrossTenants = new Map([
  ['quote.quote_owner_tenant_id_listing_id_fkey', 'a quote is about the listing of another enterprise'],
])

test('each table of tenants has a required tenant column, and its primary key begins with it', async () => {
  const keys = await rows<{ name: string; required: boolean; key: string | null }>(
    `select t.name, a.attnotnull as required, pg_get_constraintdef(k.oid) as key
     from (select oid, relname as name from pg_class where oid = any ($1)) t join pg_attribute a on a.attrelid = t.oid and a.attname = 'tenant_id'
     left join pg_constraint k on k.conrelid = t.oid and k.contype = 'p'`,
    [tables],
  )
  expect(keys.length).toBeGreaterThan(40)
  expect(keys.filter(table => !table.required || !table.key?.startsWith('PRIMARY KEY (tenant_id, '))).toEqual([])
})

test('no unique key and no exclusion constraint of a tenant’s table spans tenants', async () => {
  const keys = await rows<{ name: string; columns: string[] }>(
    `select i.indexrelid::regclass::text as name,
            array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any (i.indkey::int2[])) as columns
     from (select oid, relname as name from pg_class where oid = any ($1)) t join pg_index i on i.indrelid = t.oid where i.indisunique or i.indisexclusion`,
    [tables],
  )
  expect(keys.length).toBeGreaterThan(70)
  expect(keys.filter(key => !key.columns.includes('tenant_id'))).toEqual([])
})

test('a reference stays inside the tenant or leads to a shared table; no deletion sets a reference to null', async () => {
  const references = await rows<{ name: string; fromTenant: boolean; toTenant: boolean; definition: string }>(
    `with tenant as (select unnest($1::oid[]) as oid)
     select k.conrelid::regclass || '.' || k.conname as name, pg_get_constraintdef(k.oid) as definition,
            k.conrelid in (select oid from tenant) as "fromTenant", k.confrelid in (select oid from tenant) as "toTenant"
     from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0`,
    [tables],
  )
  expect(references.length).toBeGreaterThan(75)
  const wrong = references.filter(
    ({ name, fromTenant, toTenant, definition }) =>
      /on delete set (null|default)/i.test(definition) ||
      (toTenant && !fromTenant) ||
      (toTenant &&
        !acrossTenants.has(name) &&
        !/^FOREIGN KEY \(tenant_id, \w+(, \w+)*\) REFERENCES \w+\(tenant_id, id(, \w+)*\)/.test(definition)),
  )
  expect(wrong).toEqual([])
})

test('the database writes nothing by itself: triggers only of the trade and as guards of the ledger, functions with the rights of another role only as listed', async () => {
  const triggers = await rows<{ name: string; guards: boolean }>(
    `select tgrelid::regclass || '.' || tgname as name, tgfoid in ('refuse_change'::regproc, 'refuse_other_tile'::regproc, 'refuse_other_key'::regproc, 'refuse_other_first_number'::regproc, 'refuse_unless_thinned'::regproc) as guards
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  const names = (guards: boolean) => triggers.filter(trigger => trigger.guards === guards).map(({ name }) => name)
  expect(names(false)).toEqual(['listing.listing_pictures', 'quote.quote_counted'])
  // These write nothing: they refuse changes that the ledger never makes.
  expect(names(true)).toEqual([
    'ledger_break.kept',
    'ledger_break.kept_whole',
    'ledger_checkpoint.kept',
    'ledger_checkpoint.kept_whole',
    'ledger_checkpoint.thinned',
    'ledger_entry.kept',
    'ledger_entry.kept_whole',
    'ledger_key.kept',
    'ledger_key.kept_whole',
    'ledger_key.same_key',
    'ledger_key_change.kept',
    'ledger_key_change.kept_whole',
    'ledger_request_key.kept',
    'ledger_request_key.kept_whole',
    'ledger_request_key.same_number',
    'ledger_script.kept',
    'ledger_script.kept_whole',
    'ledger_tile.grows',
    'ledger_tile.kept',
    'ledger_tile.kept_whole',
  ])
  const fromMigrations = `p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
  const definers = await rows<{ name: string }>(
    `select proname as name from pg_proc p where ${fromMigrations} and prosecdef order by 1`,
  )
  expect(definers.map(({ name }) => name)).toEqual([
    // The two triggers of the trade run it and show_pictures.
    'count_quote',
    // Drops months of the logs, never the newest three (docs/decisions/database-and-statistics.md).
    'drop_log_partitions',
    // Creates tables, writes no rows.
    'ensure_log_partitions',
    // Moves a sequence.
    'request_numbers_above',
    'show_pictures',
    // Removes heads of the ledger that need not stay; no role has the right to.
    'thin_heads',
  ])
})

test('no SQL function takes parameters and reads a table: the planner could not see its parameters', async () => {
  const functions = await rows<{ name: string }>(
    `select proname as name from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and l.lanname = 'sql' and p.pronargs > 0
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
  )
  // Three read no table; two say which heads of the ledger may go, for a trigger and the task that removes them.
  expect(functions.map(({ name }) => name)).toEqual([
    'is_lasting_entry',
    'mask_phone',
    'may_thin_head',
    'pinyin_initials',
    'thin_heads',
  ])
})

test('an upsert into a table with row security takes its values from the new row, not from the clock of a machine', async () => {
  const source = join(import.meta.dirname, '../../src')
  const names = new Set(
    (
      await rows<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity`,
      )
    ).map(table => table.name),
  )
  const withClock = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts'))
    .flatMap(file => {
      const statements =
        readFileSync(join(source, file), 'utf8').match(/insert into \w+ [^`]*?do update(?:(?!insert into)[^`])*/g) ?? []
      return statements
        .filter(statement => names.has(/insert into (\w+)/.exec(statement)![1]!))
        .filter(statement =>
          /now\(\)/.test(statement.slice(statement.indexOf('do update')).split(/\breturning\b|\),\n/)[0]!),
        )
        .map(statement => `${file}: ${statement.slice(0, 60)}`)
    })
  expect(withClock).toEqual([])
})
