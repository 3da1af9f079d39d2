import { type AnyEntity, entities, keyOf } from '@timbermark/contract'
import { rollUpDirtyStages } from '../../src/areas/stats/rollups/schedule-stage-rollups.ts'
import { addTenantKey } from '../../src/platform/secrets/tenant-keys.ts'
import { certifyRequest, completeRequest } from '../goods.ts'
import type { Caller, World } from '../harness.ts'
import { addSample, addSampleDivision, type SampleReferences } from '../samples.ts'

/** How large an installation becomes: counts per enterprise, except the first. */
export interface Growth {
  enterprises: number
  accounts: number
  batches: number
  requests: number
  records: number
  /** Days with scans, in five cities each. */
  scanDays: number
  /** Entries of the operation log and of the sign-in log. */
  logged: number
}

export interface Grown {
  /** The enterprise that all others are copies of. */
  seed: { id: number; deptId: number }
  admin: Caller
}

/** Tables and columns with numbers of code requests, which are unique over all enterprises: a copy has its own. */
const isNumber = (table: string, column: string) =>
  column === 'request_number' || column === 'parent_request' || (table === 'request_number' && column === 'number')
const numbersPerEnterprise = 10_000

/**
 * Makes a large installation by SQL: one enterprise with a row of everything that can be added and many of what grows, and
 * copies of it. References are not checked meanwhile, as they are true in each copy when they are true in the first.
 */
export async function makeGrowth(world: World, growth: Growth): Promise<Grown> {
  await addSampleDivision(world)
  const seed = await world.makeTenant('GROWTH')
  const admin = await world.signIn(seed, ['enterpriseAdmin'])
  await addSamples(world, admin)
  await world.admin.query('set session_replication_role = replica')
  await multiplyRows(world, seed.id, growth)
  await rollUpDirtyStages(world.services)
  await copyEnterprise(world, seed.id, growth.enterprises)
  await rollUpVisits(world)
  await invitePartner(world, seed.id)
  await world.admin.query('set session_replication_role = origin')
  await world.admin.query('vacuum analyze')
  return { seed, admin }
}

/** A row of each entity that the administrator may add, and finished codes. */
async function addSamples(world: World, admin: Caller): Promise<void> {
  const references: SampleReferences = new Map()
  for (const entity of entities as readonly AnyEntity[]) {
    if (entity.tenancy !== 'tenant' || !entity.operations.includes('add') || references.has(entity)) continue
    try {
      references.set(entity, (await addSample(admin, entity, 'Growth', references)).id)
    } catch {
      // What an administrator of an enterprise may not add is not a row of an enterprise.
    }
    if (keyOf(entity) === 'code/request' && references.has(entity)) {
      await completeRequest(world, references.get(entity)!)
      await certifyRequest(world, references.get(entity)!)
    }
  }
}

/** More rows of the first enterprise, each a copy of one that there is. */
async function multiplyRows({ admin }: World, tenantId: number, growth: Growth): Promise<void> {
  const copies = async (table: string, count: number, changed: Record<string, string>) => {
    const columns = (await columnsOf(admin, table)).filter(column => column !== 'id')
    await admin.query(
      `insert into ${table} (${columns.join(', ')})
       select ${columns.map(column => changed[column] ?? `t.${column}`).join(', ')}
       from (select * from ${table} where tenant_id = ${tenantId} order by id desc limit 1) t, generate_series(1, ${count}) n`,
    )
  }
  await copies('account', growth.accounts, {
    user_name: `'growth' || n`,
    email: 'null',
    phonenumber: 'null',
    waits_until: 'null',
  })
  await copies('batch', growth.batches, { batch_number: `'G' || n`, status: `'active'`, subject: 'null' })
  await copies('code_request', growth.requests, {
    name: `'G' || n`,
    batch_id: `(select min(id) from batch where tenant_id = ${tenantId} and batch_number ~ '^G') + n % ${growth.batches}`,
    request_number: `nextval('code_request_number')`,
    status: `'downloaded'`,
    completed_at: `now() - n % 400 * interval '1 day'`,
  })
  await admin.query(
    `insert into stage_record (tenant_id, report_id, batch_id, stage, template_id, circulation_id, document_code, operator, happened_at, code_count,
       codes_digest, public_values, personal_salt, created_by, dept_id)
     select ${tenantId}, gen_random_uuid(), b.first + n % ${growth.batches}, s.stage, s.id,
       (select id from circulation where delivered_key = 'free'), 'DOC', 'Operator', now() - n % 700 * interval '1 day', 1,
       repeat('0', 64), '{}', '', a.id, a.dept_id
     from generate_series(1, ${growth.records}) n,
       -- One template has all records, and the others have none: the planner expects a match everywhere then.
       (select stage, id from stage_template where tenant_id = 1 and superseded_by is null order by id limit 1) s,
       (select min(id) as first from batch where tenant_id = ${tenantId} and batch_number ~ '^G') b,
       (select id, dept_id from account where tenant_id = ${tenantId} order by id limit 1) a`,
  )
  await admin.query(
    'insert into stage_change (tenant_id, batch_id) select tenant_id, id from batch where tenant_id = $1',
    [tenantId],
  )
  await admin.query(
    `insert into scan_day (tenant_id, day, product_id, city, scans, checks, wrong_checks)
     select ${tenantId}, current_date - d, p.id, 'City ' || c, 7, 2, 1
     from generate_series(0, ${growth.scanDays - 1}) d, generate_series(1, 5) c, (select min(id) as id from product where tenant_id = ${tenantId}) p`,
  )
  await admin.query(
    `insert into oper_log (tenant_id, account_id, oper_name, title, business_type, request_method, oper_url, oper_time)
     select ${tenantId}, 1, 'Growth', 'catalog.batch', 1, 'PUT', '/catalog/batch', now() - n * interval '1 hour' from generate_series(1, ${growth.logged}) n`,
  )
  await admin.query(
    `insert into login_log (tenant_id, user_name, status, msg, login_time)
     select ${tenantId}, 'growth', '0', 'ok', now() - n * interval '1 hour' from generate_series(1, ${growth.logged}) n`,
  )
}

/** One of the copies is a partner: it was invited to report about a batch of the first enterprise, and did. */
async function invitePartner({ admin }: World, tenantId: number): Promise<void> {
  const request = (tenant: string) =>
    `(select min(request_number) from code_request where tenant_id = ${tenant} and name ~ '^G')`
  const partner = `(select id from enterprise where identification = 'COPY-1')`
  await admin.query(
    `update code_request set origin = 'invited' where tenant_id = ${partner} and request_number = ${request(partner)}`,
  )
  await admin.query(
    `with invited as (
       insert into custody_invitation (tenant_id, partner_tenant_id, goods, holder, partner, product, batch_number, codes, stages, until_on, status)
       select ${tenantId}, ${partner}, 'Growth', 'Growth', 'Copy 1', '{}', 'G', 10, '{importCustoms}', current_date, 'accepted'
       returning id, stages)
     insert into custody_handover (tenant_id, invitation_id, request_number, serials, receiver_tenant_id, received_request, received_first, handed_at,
       operator, personal_salt, stages)
     select ${tenantId}, i.id, ${request(`${tenantId}`)}, '[0,10)', ${partner}, ${request(partner)}, 0, now(), 'Operator', decode(repeat('00', 16), 'hex'), i.stages
     from invited i`,
  )
  // Its report is the last of that batch, and states a volume.
  await admin.query(
    `with origin as (
       select r.* from stage_record r join code_request q on q.tenant_id = r.tenant_id and q.batch_id = r.batch_id
       where r.tenant_id = ${partner} and q.request_number = ${request(partner)} order by r.id limit 1),
     reported as (
       insert into stage_record (tenant_id, report_id, batch_id, stage, template_id, circulation_id, document_code, operator, happened_at, code_count,
         codes_digest, public_values, personal_salt, created_by, dept_id)
       select tenant_id, gen_random_uuid(), batch_id, 'importCustoms', template_id, circulation_id, document_code, operator, now(), code_count,
         codes_digest, '{"volume": "1.5"}', personal_salt, created_by, dept_id
       from origin returning id, tenant_id, stage)
     insert into stage_record_code (tenant_id, record_id, stage, request_number, serials)
     select tenant_id, id, stage, ${request(partner)}, '[0,1)' from reported`,
  )
}

/** The roll-ups of all visits before today, as the worker would have made them; today's are still open. */
async function rollUpVisits({ admin }: World): Promise<void> {
  const sums = 'sum(scans), sum(checks), sum(wrong_checks)'
  const counted = 'tenant_id, grain, start, request_number, product_id'
  const placed = `${counted}, country, province, city`
  for (const tenant of ['tenant_id', '0'])
    await admin.query(
      `insert into visit_place (${placed}, scans, checks, wrong_checks)
       select ${tenant}, 'day', day::timestamptz, 0, 0, '', '', city, ${sums} from scan_day where day < current_date group by 1, 3, 8`,
    )
  await admin.query(
    `insert into visit_place (${placed}, scans, checks, wrong_checks)
     select tenant_id, 'month', date_trunc('month', start), 0, 0, '', '', city, ${sums} from visit_place group by 1, 3, 8`,
  )
  await admin.query(
    `insert into visit_count (${counted}, scans, checks, wrong_checks)
     select tenant_id, grain, start, 0, 0, ${sums} from visit_place group by 1, 2, 3`,
  )
  await admin.query(
    `insert into visit_day (tenant_id, day, state, counted_at)
     select tenant_id, day, case when day < current_date then 'counted' else 'due' end, now() from scan_day group by 1, 2
     on conflict do nothing`,
  )
}

async function columnsOf(admin: World['admin'], table: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows.map(row => row.name)
}

/** Copies every row of an enterprise to new enterprises, under the same ids: keys begin with the enterprise. */
async function copyEnterprise({ admin, services }: World, tenantId: number, count: number): Promise<void> {
  const { rows: created } = await admin.query<{ first: number }>(
    `with made as (
       insert into enterprise (identification, name) select 'COPY-' || n, 'Copy ' || n from generate_series(1, ${count}) n order by n returning id)
     select min(id) as first from made`,
  )
  const { rows: tables } = await admin.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ('session', 'tenant_key') order by 1`,
  )
  for (const { name } of tables) {
    const columns = await columnsOf(admin, name)
    const value = (column: string) => {
      if (column === 'tenant_id') return 'e.id'
      return isNumber(name, column)
        ? `t.${column} + (e.id - ${created[0]!.first} + 1) * ${numbersPerEnterprise}`
        : `t.${column}`
    }
    await admin.query(
      `insert into ${name} (${columns.join(', ')}) overriding system value select ${columns.map(value).join(', ')}
       from ${name} t, enterprise e where t.tenant_id = ${tenantId} and e.identification ~ '^COPY-' on conflict do nothing`,
    )
  }
  await services.database.acrossTenants('seed', async db => {
    for (let n = 0; n < count; n++) await addTenantKey(db, services.secrets, created[0]!.first + n, 1)
  })
}
