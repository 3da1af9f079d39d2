import { type AnyEntity, columnOf, entities, type Field, keyOf, tableOf, targetsTenant } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../harness.ts'

let world: World
interface Column {
  column_name: string
  data_type: string
  is_nullable: string
}
const columns = new Map<string, Map<string, Column>>()
let checks: { table: string; definition: string }[] = []

beforeAll(async () => {
  world = await makeWorld()
  const rows = await world.admin.query<Column & { table_name: string }>(
    `select table_name, column_name, data_type, is_nullable from information_schema.columns where table_schema = 'public'`,
  )
  for (const row of rows.rows) {
    if (!columns.has(row.table_name)) columns.set(row.table_name, new Map())
    columns.get(row.table_name)!.set(row.column_name, row)
  }
  checks = (
    await world.admin.query(
      `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
    )
  ).rows
})

/** Tables without a tenant, with the reason. All others must be protected. */
const withoutTenant = new Map([
  ['enterprise', 'is the tenant; a policy shows each tenant its row'],
  ['menu', 'shared'],
  ['dict_type', 'shared'],
  ['dict_data', 'shared'],
  ['config', 'shared'],
  ['notice', 'shared'],
  ['division', 'shared'],
  ['division_sync', 'shared'],
  ['scheduled_task', 'shared'],
  ['server_process', 'figures of processes; requests neither read nor write them'],
  ['server_sample', 'figures of processes; requests neither read nor write them'],
  ['cache_clear', 'of the whole installation; requests neither read nor write it'],
  ['operator_mail', 'of the whole installation; only the screen of the operator reads and writes it'],
  ['clock_look', 'of the whole installation; requests neither read nor write it'],
  ['alarm_told', 'of the whole installation; requests neither read nor write it'],
  ['task_run', 'of no enterprise; a policy shows them to the platform only'],
  ['ledger_tile', 'public hashes'],
  ['ledger_checkpoint', 'public'],
  ['ledger_break', 'public'],
  ['ledger_key', 'public: verifier keys'],
  ['ledger_key_change', 'public'],
  ['ledger_request_key', 'of the whole installation, sealed by the master key; requests only read it'],
  ['ledger_cosignature', 'public'],
  ['chain_sender', 'public: who records heads on a chain, and how it stands'],
  ['chain_anchor', 'public: heads on a chain'],
  ['chain_attempt', 'signed transactions; requests neither read nor write it'],
  ['ledger_script', 'public: hashes of the page’s scripts'],
  ['ledger_entry', 'public: commitments that reveal no content'],
  ['ledger_index_page', 'public: hashes over the entries'],
  ['ledger_checked', 'public: the result of the last check'],
  ['ledger_refused', 'entries that the sequencer refused; requests neither read nor write it'],
  ['earlier_row', 'which rows a job still seals; requests neither read nor write it'],
  ['standing_alarm', 'of the whole installation; requests only read it'],
  ['job_outbox', 'jobs to start; requests only add to it and never read'],
])

function typesOf(field: Field): string[] {
  switch (field.kind) {
    case 'text':
    case 'richText':
    case 'choice':
    case 'dict':
    case 'country':
    case 'timeZone':
      return ['text', 'character varying']
    case 'integer':
      return ['integer', 'smallint', 'bigint']
    case 'decimal':
      return ['numeric']
    case 'date':
      return ['date']
    case 'datetime':
      return ['timestamp with time zone']
    case 'ref':
      return ['bigint']
    case 'flag':
      return ['boolean']
    default:
      return ['ARRAY']
  }
}

describe.each((entities as readonly AnyEntity[]).map(entity => [keyOf(entity), entity] as const))(
  '%s',
  (_key, entity) => {
    test('every declared field has a column of matching type and nullability', () => {
      const table = columns.get(tableOf(entity))
      expect(table, `table ${tableOf(entity)}`).toBeDefined()
      for (const [key, field] of Object.entries(entity.fields)) {
        const column = table!.get(columnOf(key))
        expect(column, `column ${columnOf(key)}`).toBeDefined()
        expect(typesOf(field), `type of ${columnOf(key)}`).toContain(column!.data_type)
        if (
          !field.required &&
          !('default' in field && field.default !== undefined) &&
          !field.readonly &&
          typesOf(field)[0] !== 'ARRAY'
        )
          expect(column!.is_nullable, `${columnOf(key)} may be empty`).toBe('YES')
      }
      for (const audit of ['created_by', 'created_at', 'updated_by', 'updated_at'])
        expect(table!.has(audit), audit).toBe(true)
      if (entity.scoped) expect(table!.has('dept_id')).toBe(true)
    })

    test('the database limits texts to the declared length', () => {
      for (const [key, field] of Object.entries(entity.fields)) {
        if (field.kind !== 'text' && field.kind !== 'richText') continue
        const lengthChecks = checks.filter(
          check =>
            check.table.replaceAll('"', '') === tableOf(entity) &&
            new RegExp(`length\\("?${columnOf(key)}"?\\)`).test(check.definition),
        )
        expect(
          lengthChecks.some(check => check.definition.includes(String(field.max))),
          `${columnOf(key)} <= ${field.max}`,
        ).toBe(true)
      }
    })

    test('unique keys and references stay inside the tenant', async () => {
      for (const unique of entity.unique ?? []) {
        const { rows } = await world.admin.query<{ definition: string }>(
          `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1 union all select indexdef from pg_indexes where indexname = $1`,
          [unique.constraint],
        )
        expect(rows.length, unique.constraint).toBeGreaterThan(0)
        if (entity.tenancy !== 'platform' && tableOf(entity) !== 'account' && tableOf(entity) !== 'enterprise')
          expect(rows[0]!.definition, unique.constraint).toMatch(/\(tenant_id/)
      }
      for (const [key, field] of Object.entries(entity.fields)) {
        if (field.kind !== 'ref' || !targetsTenant(entity, field)) continue
        const { rows } = await world.admin.query<{ definition: string }>(
          `select pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and conrelid = $1::regclass`,
          [`"${tableOf(entity)}"`],
        )
        expect(
          rows.some(row => row.definition.startsWith(`FOREIGN KEY (tenant_id, ${columnOf(key)})`)),
          `two-column key of ${columnOf(key)}`,
        ).toBe(true)
      }
    })
  },
)

test('every table has forced row security and a tenant column, or is listed with a reason', async () => {
  const { rows } = await world.admin.query<{ name: string; enabled: boolean; forced: boolean; policies: number }>(`
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced, (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`)
  for (const table of rows) {
    if (withoutTenant.has(table.name)) continue
    const server = await world.admin.query<{ may: boolean }>(
      `select has_table_privilege('timbermark_server', $1, 'select, insert, update, delete') as may`,
      [`"${table.name}"`],
    )
    if (!server.rows[0]!.may) continue
    expect(columns.get(table.name)?.has('tenant_id'), `${table.name}.tenant_id`).toBe(true)
    expect(table, table.name).toMatchObject({ enabled: true, forced: true })
    expect(table.policies, table.name).toBeGreaterThan(0)
  }
})

test('the roles of the server own no table, do not bypass row security and cannot truncate', async () => {
  for (const role of ['timbermark_server', 'timbermark_worker']) {
    const { rows } = await world.admin.query(
      `select rolsuper, rolbypassrls, (select count(*)::int from pg_class where relowner = r.oid and relnamespace = 'public'::regnamespace) as owns from pg_roles r where rolname = $1`,
      [role],
    )
    expect(rows[0]).toEqual({ rolsuper: false, rolbypassrls: false, owns: 0 })
    const truncate = await world.admin.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and has_table_privilege($1, oid, 'truncate')`,
      [role],
    )
    expect(truncate.rows).toEqual([])
  }
})

test('a view applies the rights of its reader, not of its owner', async () => {
  const { rows } = await world.admin.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v' and coalesce(array_to_string(reloptions, ','), '') not like '%security_invoker=true%'`,
  )
  expect(rows).toEqual([])
})

test('without a tenant no protected row is visible, with a tenant only rows of that tenant', async () => {
  const a = await world.makeTenant('SCHEMA-A')
  const b = await world.makeTenant('SCHEMA-B')
  const admin = await world.signIn(a, ['enterpriseAdmin'])
  await admin.post('/catalog/category', { name: 'CANARY-A', orderNum: 1 })
  const { sql } = await import('../../src/platform/database/sql.ts')
  const read = (tenant: number) =>
    world.services.database.withTenant(tenant, db => db.query(sql`select name from category`))
  expect(await world.services.database.withoutTenant(db => db.query(sql`select name from category`))).toEqual([])
  expect(await read(b.id)).toEqual([])
  expect(await read(a.id)).toEqual([{ name: 'CANARY-A' }])
  await expect(
    world.services.database.withTenant(b.id, db =>
      db.execute(sql`insert into category (tenant_id, name) values (${a.id}, 'stolen')`),
    ),
  ).rejects.toThrow(/row-level security/)
})
