import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { explainStartFailure } from '../../src/start/failure.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { schemaText } from '../conformance/schema-text.ts'
import { countRows, keptRows, makeInstallationOfBefore } from './earlier-installation.ts'

/**
 * A database from before the keys were per tenant (migration 0060), with a row of every kind that they touch, is
 * brought to the newest schema and loses nothing.
 */
let admin: pg.Client
let ownerUrl: string
/** Rows by table, as they were. */
let before: Record<string, number>

beforeAll(async () => {
  const { adminUrl } = inject('cluster')
  const name = `upgrade_${randomBytes(6).toString('hex')}`
  const control = new pg.Client({ connectionString: adminUrl })
  await control.connect()
  await control.query(`create database ${name}`)
  await control.end()
  ownerUrl = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).toString()
  admin = new pg.Client({ connectionString: ownerUrl })
  await admin.connect()
  await makeInstallationOfBefore(admin)
  await admin.query(`update enterprise set status = '1' where identification = 'mill'`)
  before = await countRows(admin)
})

afterAll(() => admin.end())

const appliedMigrations = async () => (await admin.query('select * from schema_migration order by name')).rows

test.each([
  [
    'an entry that waits',
    `insert into ledger_queue (tenant_id, subject, leaf, leaf_hash) values (2, 'stage_record/1', '{}', sha256('x'))`,
    'ledger_queue',
  ],
  [
    'an entry',
    `insert into ledger_leaf (index, tenant_id, subject, leaf, leaf_hash) values (0, 2, 'stage_record/1', '{}', sha256('x'))`,
    'ledger_leaf',
  ],
  [
    'a signed head of some',
    `insert into ledger_checkpoint (size, root, note) values (1, sha256('x'), 'note')`,
    'ledger_checkpoint',
  ],
])(
  'a ledger of version 1 is not gone on with: %s refuses the upgrade and changes nothing',
  async (_what, statement, table) => {
    await admin.query(statement)
    const applied = await appliedMigrations()
    const schema = await schemaText(admin)
    const refused: unknown = await migrate(ownerUrl).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      message: expect.stringContaining('0064-sealed-entries.sql: This database holds a ledger of version 1'),
    })
    // The operator reads what to do, and no stack.
    expect(explainStartFailure(refused, true)).toMatch(/^This database holds a ledger of version 1.*start anew/)
    const { rows } = await admin.query(`select count(*)::int as n from ${table}`)
    expect(rows[0].n).toBe(1)
    expect(await appliedMigrations()).toEqual(applied)
    expect(await schemaText(admin)).toBe(schema)
    await admin.query(`truncate ${table}`)
  },
)

test('an earlier installation is upgraded, and every row is still there', async () => {
  // None of the refused ones has left a step behind.
  expect((await appliedMigrations()).at(-1)).toMatchObject({ name: '0060-list-order.sql' })
  expect(await migrate(ownerUrl)).toContain('0064-sealed-entries.sql')
  expect(keptRows(await countRows(admin), before)).toEqual(keptRows(before, before))
  expect(await migrate(ownerUrl)).toEqual([])
})

test('what is unique over all tenants is in its directory', async () => {
  const names = await admin.query('select name, tenant_id, account_id from sign_in_name order by name')
  const accounts = await admin.query(
    'select lower(user_name) as name, tenant_id, id as account_id from account order by 1',
  )
  expect(names.rows).toHaveLength(3)
  expect(names.rows).toEqual(accounts.rows)
  const numbers = await admin.query('select number, tenant_id from request_number order by 1')
  expect(numbers.rows).toEqual(
    (await admin.query('select request_number as number, tenant_id from code_request order by 1')).rows,
  )
})

test('a sign-in with an account that nobody has is the platform operator’s', async () => {
  const { rows } = await admin.query(`select tenant_id::text from login_log where user_name = 'nobody'`)
  expect(rows).toEqual([{ tenant_id: '1' }])
})

test('whose quote was accepted still reads the listing, the others do not', async () => {
  const seen = async (tenant: number) => {
    await admin.query(`begin; set local role timbermark_server; set local app.tenant = '${tenant}'`)
    const { rows } = await admin.query('select contact_phone from listing_shown')
    await admin.query('commit')
    return rows.length
  }
  expect(await seen(3)).toBe(1)
  await admin.query(`insert into enterprise (identification, name) values ('bystander', 'Bystander')`)
  expect(await seen(4)).toBe(0)
})

test('what an enterprise offers and is quoted that was disabled before is marked', async () => {
  const marked = async (query: string) => (await admin.query(query)).rows
  expect(await marked('select tenant_id::int as of, of_disabled as disabled from listing')).toEqual([
    { of: 2, disabled: true },
  ])
  expect(await marked('select distinct owner_disabled, maker_disabled from quote')).toEqual([
    { owner_disabled: true, maker_disabled: false },
  ])
})

test('the same code still has one record of a stage and one parent', async () => {
  await expect(
    admin.query(
      `insert into code_link (tenant_id, request_number, serials, parent_request, parent_serial) values (2, 1, '[9,11)', 2, 1)`,
    ),
  ).rejects.toThrow(/code_link_once/)
  await expect(
    admin.query(
      `insert into stage_record_code (tenant_id, record_id, stage, request_number, serials) values (2, 1, 'felling', 1, '[5,6)')`,
    ),
  ).rejects.toThrow(/stage_record_code_once/)
})
