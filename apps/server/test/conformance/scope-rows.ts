import { randomBytes } from 'node:crypto'
import { entityByKey } from '@timbermark/contract'
import { addSample, type SampleReferences } from '../samples.ts'
import { makeUser, unique } from '../system/people.ts'
import type { Caller, World } from '../harness.ts'

/** Departments that rows belong to; `self` are the reader’s rows in their department, the mill. */
export const places = ['root', 'mill', 'saw', 'port', 'self'] as const
export type Place = (typeof places)[number]

interface RowPlace {
  world: World
  admin: Caller
  place: Place
  references: SampleReferences
  deptId: number
  /** An account of that department. */
  accountId: number
}

const insertRow = async (world: World, text: string, values: unknown[]): Promise<number> =>
  Number((await world.admin.query<{ id: string }>(text, values)).rows[0]!.id)

const addRequest = async ({ world, admin, references, deptId, accountId }: RowPlace) => {
  const { id } = await addSample(admin, entityByKey('code/request')!, unique('R'), references)
  await world.admin.query('update code_request set dept_id = $2, created_by = $3 where id = $1', [
    id,
    deptId,
    accountId,
  ])
  return id
}

const addVisit = (log: 'scan_log' | 'check_log') => async (of: RowPlace) => {
  const request = await addRequest(of)
  const genuine = log === 'check_log' ? ['genuine,', 'true,'] : ['', '']
  return insertRow(
    of.world,
    `with day as (
       insert into visit_day (tenant_id, day, state) select c.tenant_id, (now() at time zone e.time_zone)::date, 'counted'
       from code_request c join enterprise e on e.id = c.tenant_id where c.id = $1 on conflict do nothing)
     insert into ${log} (tenant_id, request_number, ${genuine[0]} serial)
     select tenant_id, request_number, ${genuine[1]} 1 from code_request where id = $1 returning id`,
    [request],
  )
}

const addStageRecord = async ({ world, admin, references, deptId, accountId }: RowPlace): Promise<number> => {
  const batch = await addSample(admin, entityByKey('catalog/batch')!, unique('B'), references)
  return insertRow(
    world,
    `insert into stage_record (tenant_id, dept_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count, codes_digest, public_values, personal_salt, created_by)
     select $1, $2, gen_random_uuid(), $3, 'felling', t.id, 'x', 'x', now(), 1, repeat('0', 64), '{}', '', $4 from stage_template t where t.stage = 'felling' limit 1 returning id`,
    [admin.tenantId, deptId, batch.id, accountId],
  )
}

/** The notice that the users of every place have read. */
export const noticeRead: { id: number } = { id: 0 }

/** Makes a row of a list that no form of an entity makes, or whose scope follows a person. Answers its id. */
export const rowMakers: Record<string, (of: RowPlace) => Promise<number>> = {
  'trace/scan-log': addVisit('scan_log'),
  'trace/check-log': addVisit('check_log'),
  'custody/supplier-invitation': async of =>
    insertRow(
      of.world,
      `insert into supplier_invitation (tenant_id, dept_id, account_id, goods, codes, stages, until_on, created_by)
       values ($1, $2, $3, 'Logs', 1, '{felling}', current_date + 9, $3) returning id`,
      [of.admin.tenantId, of.deptId, of.accountId],
    ),
  'material/transfer': async of =>
    insertRow(
      of.world,
      `insert into material_transfer (tenant_id, dept_id, batches, volume, happened_at, created_by)
       values ($1, $2, 'B-1 → B-2', 1, now(), $3) returning id`,
      [of.admin.tenantId, of.deptId, of.accountId],
    ),
  'material/balance': async ({ world, admin, references, deptId, accountId }) => {
    const batch = await addSample(admin, entityByKey('catalog/batch')!, unique('B'), references)
    await world.admin.query('update batch set dept_id = $2, created_by = $3 where id = $1', [
      batch.id,
      deptId,
      accountId,
    ])
    return insertRow(
      world,
      `insert into material_balance (tenant_id, batch_id, species, form) values ($1, $2, 'OKO', 'log') returning id`,
      [admin.tenantId, batch.id],
    )
  },
  'certification/authorization': async of => {
    const request = await addRequest(of)
    return insertRow(
      of.world,
      `with step as (
         insert into certification_step (tenant_id, request_number, serials, action, state, operator, enterprise_name, recorded_at)
         select tenant_id, request_number, int4range(0, 1), 'submit', 'notYetCertified', 'x', 'x', now() from code_request where id = $1
         returning *)
       insert into certification (tenant_id, dept_id, request_number, serials, state, step_id, since, owner_name, product_name, batch_number, code_type, species, country_code, created_by)
       select tenant_id, $2, request_number, serials, state, id, recorded_at, 'x', 'x', 'x', 'item', 'x', 'GA', $3 from step returning id`,
      [request, of.deptId, of.accountId],
    )
  },
  'code/label': async of =>
    insertRow(
      of.world,
      `insert into label_state (tenant_id, request_number, serials, state, since)
       select tenant_id, request_number, int4range(0, 1), 'delivered', now() from code_request where id = $1 returning id`,
      [await addRequest(of)],
    ),
  'code/packing': ({ world, admin, deptId, accountId }) =>
    insertRow(
      world,
      `insert into packing (tenant_id, dept_id, action, code_count, operator, happened_at, personal_salt, created_by)
       values ($1, $2, 'unpack', 1, 'x', now(), decode(repeat('00', 16), 'hex'), $3) returning id`,
      [admin.tenantId, deptId, accountId],
    ),
  'channel/assignment': ({ world, admin, deptId, accountId }) =>
    insertRow(
      world,
      `insert into assignment (tenant_id, dept_id, action, code_count, reason, created_by) values ($1, $2, 'withdraw', 1, 'x', $3) returning id`,
      [admin.tenantId, deptId, accountId],
    ),
  'catalog/recall': ({ world, admin, deptId, accountId }) =>
    insertRow(
      world,
      `insert into recall (tenant_id, dept_id, created_by, request_number, serial, codes, reason, advice, contact, reports)
       values ($1, $2, $3, 1, 0, 1, 'x', 'x', 'x', 'ask') returning id`,
      [admin.tenantId, deptId, accountId],
    ),
  'channel/case': async of => {
    const request = await addRequest(of)
    return insertRow(
      of.world,
      `insert into channel_case (tenant_id, dept_id, created_by, kind, subject, request_number, serial, codes, visits, confidence, first_at, last_at)
       select q.tenant_id, q.dept_id, q.created_by, 'speed', q.id::text, q.request_number, 1, 1, 2, 60, now(), now() from code_request q where q.id = $1 returning id`,
      [request],
    )
  },
  'stage/record': addStageRecord,
  'stage/change-request': async of =>
    insertRow(
      of.world,
      `insert into change_request (tenant_id, dept_id, record_id, kind, reason, created_by)
       select tenant_id, dept_id, id, 'withdrawal', 'x', created_by from stage_record where id = $1 returning id`,
      [await addStageRecord(of)],
    ),
  // The rows are batches.
  'stage/progress': async ({ world, admin, references, deptId, accountId }) => {
    const { id } = await addSample(admin, entityByKey('catalog/batch')!, unique('B'), references)
    await world.admin.query('update batch set dept_id = $2, created_by = $3 where id = $1', [id, deptId, accountId])
    return id
  },
  'stage/authorization': ({ world, admin, accountId }) =>
    insertRow(
      world,
      `insert into stage_authorization (tenant_id, account_id, stage) values ($1, $2, 'felling') returning id`,
      [admin.tenantId, accountId],
    ),
  'system/user': async ({ admin, place, deptId, accountId }) =>
    place === 'self' ? accountId : (await makeUser(admin, deptId)).id,
  // The scope of a role follows the accounts that hold it.
  'system/role': async ({ world, admin, accountId }) => {
    const role = await insertRow(
      world,
      'insert into role (tenant_id, role_name, role_key, role_sort) values ($1, $2, $2, 1) returning id',
      [admin.tenantId, unique('held-')],
    )
    await world.admin.query('insert into account_role (tenant_id, account_id, role_id) values ($1, $2, $3)', [
      admin.tenantId,
      accountId,
      role,
    ])
    return role
  },
  'monitor/online': ({ world, admin, accountId }) =>
    insertRow(world, 'insert into session (token_hash, tenant_id, account_id) values ($3, $1, $2) returning id', [
      admin.tenantId,
      accountId,
      randomBytes(32),
    ]),
  'monitor/operlog': ({ world, admin, accountId }) =>
    insertRow(
      world,
      `insert into oper_log (tenant_id, account_id, oper_name, title, business_type, request_method, oper_url) select $1, id, user_name, 'x', 1, 'POST', '/' from account where id = $2 returning id`,
      [admin.tenantId, accountId],
    ),
  'monitor/logininfor': ({ world, admin, accountId }) =>
    insertRow(
      world,
      `insert into login_log (tenant_id, user_name, status, msg) select $1, user_name, '0', 'x' from account where id = $2 returning id`,
      [admin.tenantId, accountId],
    ),
  'system/notice/readUsers': async ({ world, admin, accountId }) => {
    noticeRead.id ||= await insertRow(
      world,
      `insert into notice (notice_title, notice_type, notice_content) values ('x', '1', 'x') returning id`,
      [],
    )
    await world.admin.query('insert into notice_read (tenant_id, notice_id, account_id) values ($1, $2, $3)', [
      admin.tenantId,
      noticeRead.id,
      accountId,
    ])
    return accountId
  },
}

/** Lists that also show rows outside of the scope: the roles that the reader holds, the records that the reader reported. */
export const visibleToOwner: Record<string, readonly ('list' | 'one')[]> = {
  'system/role': ['list', 'one'],
  'stage/record': ['one'],
}
