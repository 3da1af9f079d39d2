import { type AnyEntity, entities, tableOf } from '@timbermark/contract'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { tableClasses } from '../../src/backup/enterprise/table-classes.ts'
import { makeWorld, type World } from '../harness.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})

/** Tables with a tenant, and their columns; partitions belong to their table. */
async function tablesWithTenant(): Promise<Map<string, string[]>> {
  const { rows } = await world.admin.query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.oid, c.relname having bool_or(a.attname = 'tenant_id')`)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

test('each table with rows of an enterprise says what a restore of one enterprise may do with it', async () => {
  const tables = await tablesWithTenant()
  expect(Object.keys(tableClasses).sort()).toEqual([...tables.keys()].sort())
})

test('columns that are named there exist', async () => {
  const tables = await tablesWithTenant()
  for (const [table, declared] of Object.entries(tableClasses)) {
    if (declared.class !== 'restorable') continue
    const { fresh = {}, stays = [], version } = declared
    const named = [...Object.keys(fresh), ...stays, ...(version ? [version] : [])]
    expect(tables.get(table), table).toEqual(expect.arrayContaining(named))
  }
})

test('what the log or another enterprise may rely on is never written', async () => {
  const { rows } = await world.admin.query<{ table: string }>(`
    select distinct c.relname as table from pg_class c
    join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal
    where c.relnamespace = 'public'::regnamespace and not c.relispartition`)
  const guarded = rows.map(({ table }) => table).filter(table => tableClasses[table])
  const ledger = Object.keys(tableClasses).filter(table => table.startsWith('ledger_') || table.startsWith('custody_'))
  for (const table of [...guarded.filter(table => table.startsWith('ledger')), ...ledger, 'sealed_content'])
    expect(['forward', 'never'], table).toContain(tableClasses[table]!.class)
})

test('a table that names a person by phone or contact says so', () => {
  const personal = (entities as readonly AnyEntity[])
    .filter(({ fields }) => Object.values(fields).some(field => 'personal' in field && field.personal))
    .map(tableOf)
  expect(personal.length).toBeGreaterThan(3)
  for (const table of personal) {
    const declared = tableClasses[table]
    if (declared?.class === 'restorable') expect(declared.personal, table).toBe(true)
  }
})

test('the documents give the numbers of tables', () => {
  const classes = Object.values(tableClasses).map(one => one.class)
  const numberOf = (...names: string[]) => classes.filter(name => names.includes(name)).length
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8').replace(/\s+/g, ' ')
  expect(text).toContain(
    `Of ${classes.length} tables with rows of enterprises ${numberOf('restorable', 'grant', 'file')} can be put back, ${numberOf('grant')} of them only with \`--grants\`; ${numberOf('forward')} only go forward`,
  )
})
