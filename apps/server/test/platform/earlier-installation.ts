import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrationFiles } from '../../src/platform/database/migrate.ts'

const folder = join(import.meta.dirname, '../../migrations')
/** The last migration before the keys were per tenant. */
const last = '0060-list-order.sql'

/** A row of every kind that the keys per tenant touch. */
const rows = `
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
    insert into scan_day (tenant_id, day, scans, checks) values (2, current_date, 1, 1);
    insert into stage_template (tenant_id, stage, name, display_name) values (1, 'felling', 'felling', 'Felling');
    insert into stage_record (tenant_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count, codes_digest, public_values, personal_salt, created_by)
      values (2, gen_random_uuid(), 1, 'felling', 1, 'D', 'O', now(), 10, '', '{}', '', 2);
    insert into stage_record_code (tenant_id, record_id, stage, request_number, serials) values (2, 1, 'felling', 1, '[0,10)');
    insert into listing (tenant_id, kind, goods_name, quantity, unit, expected_price, publisher, contact_phone, remark, status, picture)
      values (2, 'supply', 'Okoume', 1, 'ton', 1, 'Mill', '123456789', '', 'onShelf', array[repeat('a', 24)]);
    insert into quote (tenant_id, owner_tenant_id, listing_id, goods_name, quote_user, quote_enterprise, price, last_updater)
      values (3, 2, 1, 'Okoume', 'Boss', 'Port', 1, 'Boss'), (1, 2, 1, 'Okoume', 'Boss', 'Platform', 1, 'Boss');
    update quote set status = 'applied' where tenant_id = 3;
    update listing set status = 'offShelf';`

/**
 * Brings an empty database to that schema, with rows in it.
 * @param admin connection of a superuser to it
 */
export async function makeInstallationOfBefore(admin: pg.Client): Promise<void> {
  await admin.query(
    'create table schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  )
  for (const file of migrationFiles().filter(name => name <= last)) {
    const text = readFileSync(join(folder, file), 'utf8')
    await admin.query(`begin; ${text}; commit`)
    await admin.query('insert into schema_migration (name, sha256) values ($1, $2)', [
      file,
      createHash('sha256').update(text).digest('hex'),
    ])
  }
  await admin.query(rows)
  // Marks its first start as complete.
  await admin.query(`update installation set state = 'ready', made_at = now()`)
}

/** Rows by table. */
export async function countRows(admin: pg.Client): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const tables = await admin.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  for (const { name } of tables.rows) {
    const { rows: counted } = await admin.query<{ n: string }>(`select count(*) as n from ${pg.escapeIdentifier(name)}`)
    counts[name] = Number(counted[0]!.n)
  }
  return counts
}

/** Tables of the ledger of version 1, which is not continued; and the list of migrations, which grows. */
const otherwise = ['ledger_leaf', 'ledger_queue', 'schema_migration']

/** All those earlier tables whose rows an upgrade keeps. */
export const keptRows = (counts: Record<string, number>, before: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.keys(before)
      .filter(table => !otherwise.includes(table))
      .map(table => [table, counts[table] ?? -1]),
  )
