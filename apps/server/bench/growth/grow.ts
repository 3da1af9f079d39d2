import type pg from 'pg'
import { addTenantKey } from '../../src/platform/secrets/tenant-keys.ts'
import type { Services } from '../../src/platform/services.ts'

/** How much is added to an installation. */
export interface Growth {
  enterprises: number
  /** Code requests, shared among the enterprises. */
  requests: number
  /** Stage records, shared among them. */
  records: number
}

/** Columns of a table that a row can be inserted with, in their order. */
async function columnsOf(admin: pg.Client, table: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/**
 * Copies rows of a table `t` for each row of `from`.
 * @param values SQL of the columns that differ from the copied row
 */
async function copyRows(
  admin: pg.Client,
  table: string,
  values: Record<string, string>,
  from: string,
): Promise<number> {
  const columns = await columnsOf(admin, table)
  const selected = columns.map(column => values[column] ?? `t.${column}`)
  const { rowCount } = await admin.query(
    `insert into ${table} (${columns.join(', ')}) overriding system value select ${selected.join(', ')} from ${from}`,
  )
  return rowCount ?? 0
}

/**
 * Makes an installation large by SQL. Each new enterprise has the catalogue of the pattern, its completed code requests
 * and stage records; numbers, names and keys are its own. Rows keep the ids of the pattern where the key allows it.
 * @param admin a connection that bypasses row security
 * @param pattern an enterprise with a batch, a code request of it, and a stage record if records are wanted
 * @param prefix of the new enterprises' identifications
 */
export async function grow(
  { services, admin }: { services: Pick<Services, 'database' | 'secrets'>; admin: pg.Client },
  pattern: number,
  { enterprises, requests, records }: Growth,
  prefix = 'GROWN',
): Promise<void> {
  await admin.query(`create temp table grown (tenant_id bigint primary key, n int not null)`)
  // References of a copy are true when those of the pattern are: checking each row takes longer than making it.
  await admin.query('set session_replication_role = replica')
  try {
    await addEnterprises({ services, admin }, pattern, enterprises, prefix)
    const perEnterprise = Math.ceil(requests / enterprises)
    await copyRows(
      admin,
      'code_request',
      {
        id: `g.n::bigint * 1000000 + k + 1000000000`,
        tenant_id: 'g.tenant_id',
        dept_id: 'null',
        request_number: `nextval('code_request_number')`,
        key_version: '1',
        key_salt: `decode(md5(random()::text), 'hex')`,
        name: `'Request ' || k`,
        status: `'completed'`,
        manifest_sha256: `repeat('0', 64)`,
        submitted_by: 'null',
        created_by: 'null',
        updated_by: 'null',
        created_at: `now() - make_interval(mins => g.n * 7 + k)`,
        run: 'null',
      },
      `(select * from code_request where tenant_id = ${pattern} and origin = 'own' order by id limit 1) t
       cross join grown g cross join generate_series(1, ${perEnterprise}) k where (g.n - 1) * ${perEnterprise} + k <= ${requests}`,
    )
    await admin.query(
      `insert into request_number (number, tenant_id) select r.request_number, r.tenant_id from code_request r join grown g using (tenant_id)`,
    )
    if (records > 0) await addRecords(admin, pattern, Math.ceil(records / enterprises))
  } finally {
    await admin.query('set session_replication_role = origin')
    await admin.query('drop table grown')
  }
  // As the database does by itself within a minute: without statistics it would read whole tables.
  await admin.query('vacuum analyze')
}

async function addEnterprises(
  { services, admin }: { services: Pick<Services, 'database' | 'secrets'>; admin: pg.Client },
  pattern: number,
  count: number,
  prefix: string,
): Promise<void> {
  const columns = await columnsOf(admin, 'enterprise')
  const values: Record<string, string> = {
    id: `nextval(pg_get_serial_sequence('enterprise', 'id'))`,
    identification: `'${prefix}' || n`,
    name: `'${prefix} enterprise ' || n`,
    administrator_id: 'null',
    created_by: 'null',
    updated_by: 'null',
    subject: 'null',
  }
  await admin.query(`
    with made as (
      insert into enterprise (${columns.join(', ')}) overriding system value
      select ${columns.map(column => values[column] ?? `t.${column}`).join(', ')}
      from (select * from enterprise where id = ${pattern}) t cross join generate_series(1, ${count}) n returning id)
    insert into grown select id, row_number() over (order by id) from made`)
  const { rows } = await admin.query<{ id: string }>('select tenant_id as id from grown order by 1')
  await services.database.acrossTenants('seed', async db => {
    for (const { id } of rows) await addTenantKey(db, services.secrets, Number(id), 1)
  })
  const ofTenant = { tenant_id: 'g.tenant_id', dept_id: 'null', created_by: 'null', updated_by: 'null' }
  for (const [table, more] of [
    ['category', { circulation_id: 'null' }],
    ['product', { subject: 'null' }],
    ['batch', { subject: 'null', records_subject: 'null', circulation_id: 'null', circulation_steps: 'null' }],
  ] as const)
    await copyRows(
      admin,
      table,
      { ...ofTenant, ...more },
      `(select * from ${table} where tenant_id = ${pattern}) t cross join grown g`,
    )
}

/** Stage records, each about ten codes of the requests in turn. */
async function addRecords(admin: pg.Client, pattern: number, perEnterprise: number): Promise<void> {
  await copyRows(
    admin,
    'stage_record',
    {
      id: `k + 1000000000`,
      tenant_id: 'g.tenant_id',
      dept_id: 'null',
      report_id: 'gen_random_uuid()',
      first_id: 'null',
      version: '1',
      status: `'current'`,
      reason: 'null',
      circulation_id: `(select id from circulation where delivered_key = 'free')`,
      document_id: 'null',
      happened_at: `now() - make_interval(mins => k)`,
      recorded_at: `now() - make_interval(mins => k)`,
      created_at: `now() - make_interval(mins => k)`,
      code_count: '10',
    },
    `(select * from stage_record where tenant_id = ${pattern} and status = 'current' order by id limit 1) t
     cross join grown g cross join generate_series(1, ${perEnterprise}) k`,
  )
  // Without statistics of the new rows their join is a loop in a loop.
  await admin.query('analyze grown, stage_record, code_request')
  await withoutExclusion(admin, 'stage_record_code', () =>
    admin.query(`
      insert into stage_record_code (tenant_id, record_id, stage, request_number, serials)
      select s.tenant_id, s.id, s.stage, q.numbers[1 + (s.n % cardinality(q.numbers))],
        int4range((s.n / cardinality(q.numbers) * 10)::int, (s.n / cardinality(q.numbers) * 10)::int + 10)
      from (select r.tenant_id, r.id, r.stage, r.id - 1000000001 as n from stage_record r join grown g using (tenant_id)) s
      join (select r.tenant_id, array_agg(r.request_number order by r.request_number) as numbers from code_request r
        join grown g using (tenant_id) group by 1) q on q.tenant_id = s.tenant_id
      where s.n / cardinality(q.numbers) < 1000`),
  )
}

/** Such an index is made of all rows at once in a fraction of the time that it takes row by row. It is complete again afterwards. */
async function withoutExclusion(admin: pg.Client, table: string, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await admin.query<{ name: string; definition: string }>(
    `select quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'x'`,
    [table],
  )
  for (const { name } of rows) await admin.query(`alter table ${table} drop constraint ${name}`)
  await work()
  for (const { name, definition } of rows)
    await admin.query(`alter table ${table} add constraint ${name} ${definition}`)
}
