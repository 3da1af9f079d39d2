import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sentenceOf } from '../../src/start/failure.ts'
import { migrate } from '../../src/platform/database/migrate.ts'

/**
 * A database of before the keys were by tenant (migration 0060), with a row of every kind that they touch, is brought to
 * the newest schema and loses nothing.
 */
const folder = join(import.meta.dirname, '../../migrations')
const last = '0060-list-order.sql'
let admin: pg.Client
let ownerUrl: string
/** Rows by table, as they were. */
let before: Record<string, number>

const digests = async () => {
  const counts: Record<string, number> = {}
  const tables = await admin.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  for (const { name } of tables.rows) {
    const { rows } = await admin.query<{ n: string }>(`select count(*) as n from ${pg.escapeIdentifier(name)}`)
    counts[name] = Number(rows[0]!.n)
  }
  return counts
}

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
  await admin.query(
    'create table schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  )
  for (const file of readdirSync(folder)
    .filter(entry => entry.endsWith('.sql') && entry <= last)
    .sort()) {
    const text = readFileSync(join(folder, file), 'utf8')
    await admin.query(`begin; ${text}; commit`)
    await admin.query('insert into schema_migration (name, sha256) values ($1, $2)', [
      file,
      createHash('sha256').update(text).digest('hex'),
    ])
  }
  await admin.query(`
    insert into enterprise (identification, name) values ('platform', 'Platform'), ('mill', 'Mill'), ('port', 'Port');
    insert into dept (tenant_id, dept_name) select id, name from enterprise;
    insert into account (tenant_id, dept_id, user_name, nick_name, password_hash)
      select e.id, d.id, 'Boss' || e.id, 'Boss', 'x' from enterprise e join dept d on d.tenant_id = e.id;
    update enterprise e set administrator_id = a.id from account a where a.tenant_id = e.id;
    insert into customer (tenant_id, name, account_id) select tenant_id, 'Buyer', id from account;
    insert into session (token_hash, tenant_id, account_id) select sha256(user_name::bytea), tenant_id, id from account;
    insert into download_link (token_hash, tenant_id, account_id, path, expires_at) select sha256('link'), 2, 2, '1/csv', now();
    insert into login_log (tenant_id, user_name, status, msg) values (null, 'nobody', '1', 'auth.badCredentials'), (2, 'Boss2', '0', 'signIn');
    insert into category (tenant_id, name) values (2, 'Logs');
    insert into file_object (id, tenant_id, name, type, extension, size, sha256, owner) values
      (repeat('a', 24), 2, 'a.png', 'image/png', 'png', 1, repeat('a', 64), 'listing/1'),
      (repeat('b', 24), 2, 'b.png', 'image/png', 'png', 1, repeat('b', 64), 'product/1');
    insert into product (tenant_id, code, name, category_id, enterprise_name, foreign_name, chinese_name, latin_genus, latin_species, images)
      values (2, 'OK', 'Okoume', 1, 'Mill', 'Okoume', 'o', 'Aucoumea', 'klaineana', array[repeat('b', 24)]);
    insert into batch (tenant_id, batch_number, product_id) values (2, 'B-1', 1);
    insert into code_request (tenant_id, name, batch_id, count, code_rule, security_length, code_type, stage_type, update_stage, country_code, factory_code, batch_date, species)
      select 2, 'R' || n, 1, 10000, 'digits', 10, 'item', 'regular', 'felling', 'GA', 'F', current_date, 'OKO' from generate_series(1, 3) n;
    insert into code_link (tenant_id, request_number, serials, parent_request, parent_serial) values (2, 1, '[0,10)', 2, 0);
    insert into code_stat (tenant_id, request_number, serial, scans) values (2, 1, 0, 5);
    insert into scan_log (tenant_id, request_number, serial) values (2, 1, 0);
    insert into check_log (tenant_id, request_number, serial, genuine) values (2, 1, 0, true);
    insert into stage_template (tenant_id, stage, name, display_name) values (1, 'felling', 'felling', 'Felling');
    insert into stage_record (tenant_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count, codes_digest, public_values, personal_salt, created_by)
      values (2, gen_random_uuid(), 1, 'felling', 1, 'D', 'O', now(), 10, '', '{}', '', 2);
    insert into stage_record_code (tenant_id, record_id, stage, request_number, serials) values (2, 1, 'felling', 1, '[0,10)');
    insert into listing (tenant_id, kind, goods_name, quantity, unit, expected_price, publisher, contact_phone, remark, status, picture)
      values (2, 'supply', 'Okoume', 1, 'ton', 1, 'Mill', '123456789', '', 'onShelf', array[repeat('a', 24)]);
    insert into quote (tenant_id, owner_tenant_id, listing_id, goods_name, quote_user, quote_enterprise, price, last_updater)
      values (3, 2, 1, 'Okoume', 'Boss', 'Port', 1, 'Boss'), (1, 2, 1, 'Okoume', 'Boss', 'Platform', 1, 'Boss');
    update quote set status = 'applied' where tenant_id = 3;
    update listing set status = 'offShelf';`)
  before = await digests()
})

afterAll(() => admin.end())

/** Tables of the ledger of version 1, which is not gone on with. */
const gone = ['ledger_leaf', 'ledger_queue']

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
    const refused: unknown = await migrate(ownerUrl).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      message: expect.stringContaining('0064-sealed-entries.sql: This database holds a ledger of version 1'),
    })
    // Whoever starts the server reads what to do, and no stack.
    expect(sentenceOf(refused, true)).toMatch(/^This database holds a ledger of version 1.*start anew/)
    const { rows } = await admin.query(`select count(*)::int as n from ${table}`)
    expect(rows[0].n).toBe(1)
    expect((await admin.query(`select to_regclass('ledger_entry') as made`)).rows[0].made).toBeNull()
    await admin.query(`truncate ${table}`)
  },
)

test('an installation of before is upgraded, and every row is still there', async () => {
  expect((await admin.query('select name from schema_migration')).rows).toContainEqual({ name: '0062-tenant-keys.sql' })
  expect(await migrate(ownerUrl)).toContain('0064-sealed-entries.sql')
  const after = await digests()
  for (const [table, rows] of Object.entries(before))
    if (table !== 'schema_migration' && !gone.includes(table)) expect([table, after[table]]).toEqual([table, rows])
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
  const { rows } = await admin.query(`select tenant_id from login_log where user_name = 'nobody'`)
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
