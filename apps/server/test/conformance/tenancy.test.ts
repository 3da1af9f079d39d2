import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../harness.ts'
import { tenantTables } from '../tenancy/tables.ts'

/**
 * The rules by which a database can be spread over several machines by tenant, read from the catalogue. They hold on one
 * PostgreSQL too: docs/decisions/database-and-statistics.md.
 */
let world: World
/** Those whose rows belong to one enterprise each. */
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

test('no policy looks into a table: the tenant is compared with a plain value', async () => {
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

test('the tenant is read anew by every statement, and without one there is none', async () => {
  const [{ volatility }] = (await rows<{ volatility: string }>(
    `select provolatile as volatility from pg_proc where oid = 'current_tenant()'::regprocedure`,
  )) as [{ volatility: string }]
  // Immutable would be folded into a prepared statement, and volatile would be asked for every row.
  expect(volatility).toBe('s')
  await world.admin.query('prepare asked as select current_tenant() as tenant')
  const asked = async (tenant: string) => {
    await world.admin.query(`begin; set local app.tenant = '${tenant}'`)
    const { rows } = await world.admin.query('execute asked')
    await world.admin.query('commit')
    return rows[0].tenant
  }
  expect([await asked('7'), await asked('8'), await asked('')]).toEqual([7, 8, null])
})

/** What one enterprise refers to of another: the trade, and nothing else. */
const acrossTenants = new Map([
  ['quote.quote_owner_tenant_id_listing_id_fkey', 'a quote is about the listing of another enterprise'],
])

test('each row of a tenant says whose it is, and its primary key begins with that', async () => {
  const found = await rows<{ name: string; required: boolean; key: string | null }>(
    `select t.name, a.attnotnull as required, pg_get_constraintdef(k.oid) as key
     from (select oid, relname as name from pg_class where oid = any ($1)) t join pg_attribute a on a.attrelid = t.oid and a.attname = 'tenant_id'
     left join pg_constraint k on k.conrelid = t.oid and k.contype = 'p'`,
    [tables],
  )
  expect(found.length).toBeGreaterThan(40)
  expect(found.filter(table => !table.required || !table.key?.startsWith('PRIMARY KEY (tenant_id, '))).toEqual([])
})

test('no key and no exclusion of a tenant’s table reaches over tenants', async () => {
  const keys = await rows<{ name: string; columns: string[] }>(
    `select i.indexrelid::regclass::text as name,
            array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any (i.indkey::int2[])) as columns
     from (select oid, relname as name from pg_class where oid = any ($1)) t join pg_index i on i.indrelid = t.oid where i.indisunique or i.indisexclusion`,
    [tables],
  )
  expect(keys.length).toBeGreaterThan(70)
  expect(keys.filter(key => !key.columns.includes('tenant_id'))).toEqual([])
})

test('a reference stays inside the tenant or leads to what is shared; nothing is set to null behind the code’s back', async () => {
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

test('nothing is written behind the code’s back: no triggers but the trade’s and the ledger’s guards, no functions with another role’s rights', async () => {
  const triggers = await rows<{ name: string; guards: boolean }>(
    `select tgrelid::regclass || '.' || tgname as name, tgfoid in ('refuse_change'::regproc, 'refuse_other_tile'::regproc, 'refuse_other_key'::regproc) as guards
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  const names = (guards: boolean) => triggers.filter(trigger => trigger.guards === guards).map(({ name }) => name)
  expect(names(false)).toEqual(['listing.listing_pictures', 'quote.quote_counted'])
  // These write nothing: they refuse what the ledger never does.
  expect(names(true)).toEqual([
    'ledger_break.kept',
    'ledger_break.kept_whole',
    'ledger_checkpoint.kept',
    'ledger_checkpoint.kept_whole',
    'ledger_entry.kept',
    'ledger_entry.kept_whole',
    'ledger_key.kept',
    'ledger_key.kept_whole',
    'ledger_key.same_key',
    'ledger_key_change.kept',
    'ledger_key_change.kept_whole',
    'ledger_tile.grows',
    'ledger_tile.kept',
    'ledger_tile.kept_whole',
  ])
  const own = `p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
  const definers = await rows<{ name: string }>(
    `select proname as name from pg_proc p where ${own} and prosecdef order by 1`,
  )
  expect(definers.map(({ name }) => name)).toEqual([
    // What the two triggers of the trade do.
    'count_quote',
    // Drops whole months of the logs, the newest three never (docs/decisions/database-and-statistics.md).
    'drop_log_partitions',
    // Makes tables, writes no rows.
    'ensure_log_partitions',
    // Moves a sequence.
    'request_numbers_above',
    'show_pictures',
  ])
})

test('no function in SQL takes parameters and reads a table: its parameters could not be seen through', async () => {
  const found = await rows<{ name: string }>(
    `select proname as name from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and l.lanname = 'sql' and p.pronargs > 0
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
  )
  expect(found).toEqual([{ name: 'mask_phone' }])
})

test('what a conflict sets on a row that enterprises have or share comes from the row that was given, not from the clock of a machine', async () => {
  const source = join(import.meta.dirname, '../../src')
  const names = new Set(
    (
      await rows<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity`,
      )
    ).map(table => table.name),
  )
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
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
  expect(found).toEqual([])
})
