import { randomBytes } from 'node:crypto'
import { entityByKey } from '@timbermark/contract'
import { addSample } from '../samples.ts'
import { makeUser, unique } from '../system/people.ts'
import type { Caller, World } from '../harness.ts'

/** Where rows are from, seen from a reader of the mill: his own ones last. */
export const places = ['root', 'mill', 'saw', 'port', 'self'] as const
export type Place = (typeof places)[number]

interface Opening {
  world: World
  admin: Caller
  place: Place
  deptId: number
  /** Somebody of that department. */
  accountId: number
}

const whole = {
  platform: 'one for all enterprises, written by the platform alone',
  none: 'no list or verb of it is served',
} as const

const dealersOwn = 'what the dealer of the account has, whatever its scope: test/channel/own.test.ts'

/** Lists whose rows are everybody's, whatever a role's data scope: each with the reason. */
export const wholeEnterprise: Record<string, string> = {
  'system/menu': whole.platform,
  'system/dict/type': whole.platform,
  'system/dict/data': whole.platform,
  'system/config': whole.platform,
  'system/division': whole.platform,
  'system/notice': 'told to everybody by the platform',
  'tenant/enterprise': whole.platform,
  'news/article': whole.platform,
  'news/category': whole.platform,
  'site/banner': whole.platform,
  'monitor/job': whole.platform,
  'monitor/job-log': whole.platform,
  'wechat/user': 'the operator’s alone, and of no department: test/wechat/visitors.test.ts',
  'tool/build': 'of the platform operator alone: forms that he keeps for use again',
  'tool/gen': 'of the platform operator alone: what is generated belongs to the product',
  'code/qr': 'codes are those of one request, which has to be in reach (below: GET /code/qr/list)',
  'system/dept': 'departments are reached by what they are: test/system/data-scope.test.ts',
  'channel/own-code': dealersOwn,
  'channel/own-scan': dealersOwn,
  'channel/own-check': dealersOwn,
  'channel/own-store': dealersOwn,
  'channel/own-case': dealersOwn,
  'code/label-layout': 'how the whole enterprise prints',
  'stage/circulation': 'the orders by which the whole enterprise works',
  'trade/quote': 'between two enterprises: test/trade walks both sides',
  'trade/phone-view': 'written by another enterprise for the listing’s owner: test/trade walks both sides',
  'certification/review': 'between two enterprises: test/certification walks both sides',
}

const one = async (world: World, text: string, values: unknown[]): Promise<number> =>
  Number((await world.admin.query<{ id: string }>(text, values)).rows[0]!.id)

const requestOf = async ({ world, admin, deptId, accountId }: Opening) => {
  const { id } = await addSample(admin, entityByKey('code/request')!, unique('R'))
  await world.admin.query('update code_request set dept_id = $2, created_by = $3 where id = $1', [
    id,
    deptId,
    accountId,
  ])
  return id
}

const visit = (log: 'scan_log' | 'check_log') => async (of: Opening) => {
  const request = await requestOf(of)
  const genuine = log === 'check_log' ? ['genuine,', 'true,'] : ['', '']
  return one(
    of.world,
    `insert into ${log} (tenant_id, request_number, ${genuine[0]} serial)
     select tenant_id, request_number, ${genuine[1]} 1 from code_request where id = $1 returning id`,
    [request],
  )
}

/** The notice that users of every place have read. */
export const noticeRead: { id: number } = { id: 0 }

/** How a row of a list comes to be that no entity's form makes, or that is about a person rather than made by one. */
export const openings: Record<string, (of: Opening) => Promise<number>> = {
  'trace/scan-log': visit('scan_log'),
  'trace/check-log': visit('check_log'),
  'certification/authorization': async of => {
    const request = await requestOf(of)
    return one(
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
  'code/packing': ({ world, admin, deptId, accountId }) =>
    one(
      world,
      `insert into packing (tenant_id, dept_id, action, code_count, operator, happened_at, personal_salt, created_by)
       values ($1, $2, 'unpack', 1, 'x', now(), decode(repeat('00', 16), 'hex'), $3) returning id`,
      [admin.tenantId, deptId, accountId],
    ),
  'channel/assignment': ({ world, admin, deptId, accountId }) =>
    one(
      world,
      `insert into assignment (tenant_id, dept_id, action, code_count, reason, created_by) values ($1, $2, 'withdraw', 1, 'x', $3) returning id`,
      [admin.tenantId, deptId, accountId],
    ),
  'catalog/recall': ({ world, admin, deptId, accountId }) =>
    one(
      world,
      `insert into recall (tenant_id, dept_id, created_by, request_number, serial, codes, reason, advice, contact, reports)
       values ($1, $2, $3, 1, 0, 1, 'x', 'x', 'x', 'ask') returning id`,
      [admin.tenantId, deptId, accountId],
    ),
  'channel/case': async of => {
    const request = await requestOf(of)
    return one(
      of.world,
      `insert into channel_case (tenant_id, dept_id, created_by, kind, subject, request_number, serial, codes, visits, confidence, first_at, last_at)
       select q.tenant_id, q.dept_id, q.created_by, 'speed', q.id::text, q.request_number, 1, 1, 2, 60, now(), now() from code_request q where q.id = $1 returning id`,
      [request],
    )
  },
  'stage/record': async ({ world, admin, deptId, accountId }) => {
    const batch = await addSample(admin, entityByKey('catalog/batch')!, unique('B'))
    return one(
      world,
      `insert into stage_record (tenant_id, dept_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count, codes_digest, public_values, personal_salt, created_by)
       select $1, $2, gen_random_uuid(), $3, 'felling', t.id, 'x', 'x', now(), 1, repeat('0', 64), '{}', '', $4 from stage_template t where t.stage = 'felling' limit 1 returning id`,
      [admin.tenantId, deptId, batch.id, accountId],
    )
  },
  // Its rows are batches.
  'stage/progress': async ({ world, admin, deptId, accountId }) => {
    const { id } = await addSample(admin, entityByKey('catalog/batch')!, unique('B'))
    await world.admin.query('update batch set dept_id = $2, created_by = $3 where id = $1', [id, deptId, accountId])
    return id
  },
  'stage/authorization': ({ world, admin, accountId }) =>
    one(
      world,
      `insert into stage_authorization (tenant_id, account_id, stage) values ($1, $2, 'felling') returning id`,
      [admin.tenantId, accountId],
    ),
  'system/user': async ({ admin, place, deptId, accountId }) =>
    place === 'self' ? accountId : (await makeUser(admin, deptId)).id,
  // A role is reached by who holds it.
  'system/role': async ({ world, admin, accountId }) => {
    const role = await one(
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
    one(world, 'insert into session (token_hash, tenant_id, account_id) values ($3, $1, $2) returning id', [
      admin.tenantId,
      accountId,
      randomBytes(32),
    ]),
  'monitor/operlog': ({ world, admin, accountId }) =>
    one(
      world,
      `insert into oper_log (tenant_id, account_id, oper_name, title, business_type, request_method, oper_url) select $1, id, user_name, 'x', 1, 'POST', '/' from account where id = $2 returning id`,
      [admin.tenantId, accountId],
    ),
  'monitor/logininfor': ({ world, admin, accountId }) =>
    one(
      world,
      `insert into login_log (tenant_id, user_name, status, msg) select $1, user_name, '0', 'x' from account where id = $2 returning id`,
      [admin.tenantId, accountId],
    ),
  'system/notice/readUsers': async ({ world, admin, accountId }) => {
    noticeRead.id ||= await one(
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

/** A call of a row by another way than its number in the path, or with a body that it asks for. */
type CallOf = (id: number) => { path: string; body?: unknown }

/** Routes of the rows of a list that need more than the row's number, by list. */
export const calls: Record<string, Record<string, CallOf>> = {
  'catalog/batch': {
    'PUT /catalog/batch/:id(^\\d+$)/void': id => ({ path: `/catalog/batch/${id}/void`, body: { reason: 'x' } }),
    'PUT /catalog/batch/:id(^\\d+$)/state': id => ({ path: `/catalog/batch/${id}/state`, body: { verb: 'activate' } }),
    'GET /catalog/batch/:id(^\\d+$)/stages': id => ({ path: `/catalog/batch/${id}/stages` }),
    'PUT /catalog/batch/:id(^\\d+$)/circulation': id => ({
      path: `/catalog/batch/${id}/circulation`,
      body: { circulationId: 1 },
    }),
  },
  'code/request': {
    'POST /code/request/:id(^\\d+$)/downloadLink': id => ({
      path: `/code/request/${id}/downloadLink`,
      body: { format: 'csv' },
    }),
    'GET /code/request/:id(^\\d+$)/download': id => ({ path: `/code/request/${id}/download?format=csv` }),
    'POST /code/request/:id(^\\d+$)/labels': id => ({
      path: `/code/request/${id}/labels`,
      body: { spans: [{ from: 1, to: 2 }], format: 'png' },
    }),
    'GET /code/request/:id(^\\d+$)/labels': id => ({ path: `/code/request/${id}/labels?from=1&to=2` }),
    'GET /code/qr/list': id => ({ path: `/code/qr/list?requestId=${id}` }),
    'POST /code/qr/values': id => ({ path: '/code/qr/values', body: { requestId: id, spans: [{ from: 1, to: 2 }] } }),
  },
  'code/platform-request': {
    'PUT /code/platform-request/:id(^\\d+$)/resume': id => ({ path: `/code/platform-request/${id}/resume` }),
    'GET /code/platform-request/:id(^\\d+$)/activations': id => ({ path: `/code/platform-request/${id}/activations` }),
    'POST /code/platform-request/:id(^\\d+$)/activate': id => ({
      path: `/code/platform-request/${id}/activate`,
      body: { from: 0, to: 1 },
    }),
    'PUT /code/platform-request/:id(^\\d+$)/activate/:activation(^\\d+$)/resume': id => ({
      path: `/code/platform-request/${id}/activate/1/resume`,
    }),
    'GET /code/platform-request/:id(^\\d+$)/code': id => ({ path: `/code/platform-request/${id}/code?position=0` }),
    'GET /code/platform-request/:id(^\\d+$)/download': id => ({ path: `/code/platform-request/${id}/download` }),
  },
  'catalog/recall': {
    'PUT /catalog/recall/:id(^\\d+$)/lift': id => ({ path: `/catalog/recall/${id}/lift`, body: { reason: 'x' } }),
  },
  'channel/case': {
    'PUT /channel/case/:id(^\\d+$)/dismiss': id => ({ path: `/channel/case/${id}/dismiss`, body: { reason: 'x' } }),
    'PUT /channel/case/confirm': id => ({ path: '/channel/case/confirm', body: { ids: [id] } }),
    'PUT /channel/case/dismiss': id => ({ path: '/channel/case/dismiss', body: { ids: [id], reason: 'x' } }),
    'PUT /channel/case/:id(^\\d+$)/reopen': id => ({ path: `/channel/case/${id}/reopen`, body: { reason: 'x' } }),
    'GET /channel/case/:id(^\\d+$)/evidence': id => ({ path: `/channel/case/${id}/evidence` }),
    'GET /channel/case/:id(^\\d+$)/evidence/export': id => ({ path: `/channel/case/${id}/evidence/export` }),
    'PUT /channel/case/assignee': id => ({ path: '/channel/case/assignee', body: { caseId: id, accountId: null } }),
  },
  'evidence/document': {
    'POST /evidence/document/version': id => ({ path: '/evidence/document/version', body: { id, remark: 'x' } }),
    'PUT /evidence/document/:id(^\\d+$)/consent': id => ({
      path: `/evidence/document/${id}/consent`,
      body: { version: 1, open: true },
    }),
    'GET /evidence/document/:id(^\\d+$)/versions': id => ({ path: `/evidence/document/${id}/versions` }),
  },
  'trade/listing': {
    'PUT /trade/listing/takeOff': id => ({ path: '/trade/listing/takeOff', body: { ids: [id] } }),
    'PUT /trade/listing/putOn': id => ({ path: '/trade/listing/putOn', body: { ids: [id] } }),
  },
  'system/user': {
    'PUT /system/user/resetPwd': id => ({ path: '/system/user/resetPwd', body: { id, password: 'Another-word-9' } }),
    'PUT /system/user/forceLogout': id => ({ path: '/system/user/forceLogout', body: { id } }),
    'PUT /system/user/authRole': id => ({ path: `/system/user/authRole?userId=${id}&roleIds=` }),
    'PUT /system/user/resetSecondFactor': id => ({ path: '/system/user/resetSecondFactor', body: { userId: id } }),
    'PUT /system/user/take': id => ({
      path: '/system/user/take',
      body: { userId: id, deptId: 1, userType: '1', roleIds: [] },
    }),
    'GET /system/user/authRole/:id(^\\d+$)': id => ({ path: `/system/user/authRole/${id}` }),
  },
  'system/role': {
    'PUT /system/role/dataScope': id => ({ path: '/system/role/dataScope', body: { id, dataScope: '5' } }),
    'PUT /system/role/secondFactor': id => ({
      path: '/system/role/secondFactor',
      body: { roleId: id, demanded: false },
    }),
    'PUT /system/role/authUser/selectAll': id => ({ path: `/system/role/authUser/selectAll?roleId=${id}&userIds=1` }),
    'PUT /system/role/authUser/cancelAll': id => ({ path: `/system/role/authUser/cancelAll?roleId=${id}&userIds=1` }),
    'PUT /system/role/authUser/cancel': id => ({ path: `/system/role/authUser/cancel?roleId=${id}&userId=1` }),
    'GET /system/role/deptTree/:id(^\\d+$)': id => ({ path: `/system/role/deptTree/${id}` }),
    'GET /system/dept/roleDeptTreeselect/:id(^\\d+$)': id => ({ path: `/system/dept/roleDeptTreeselect/${id}` }),
    'GET /system/menu/roleMenuTreeselect/:id(^\\d+$)': id => ({ path: `/system/menu/roleMenuTreeselect/${id}` }),
    'GET /system/role/authUser/allocatedList': id => ({ path: `/system/role/authUser/allocatedList?roleId=${id}` }),
    'GET /system/role/authUser/unallocatedList': id => ({ path: `/system/role/authUser/unallocatedList?roleId=${id}` }),
  },
  'stage/authorization': {
    'PUT /stage/authorization': id => ({ path: '/stage/authorization', body: { id, status: '1' } }),
  },
  'stage/record': {
    'PUT /stage/record/:id(^\\d+$)/correct': id => ({
      path: `/stage/record/${id}/correct`,
      body: { reason: 'x', documentCode: 'x', operator: 'x', time: '2026-11-01T08:00:00Z' },
    }),
    'PUT /stage/record/:id(^\\d+$)/void': id => ({ path: `/stage/record/${id}/void`, body: { reason: 'x' } }),
  },
}

/** Where one's own is seen whatever the scope: the roles that one holds, the records that one reported. */
export const ownToo: Record<string, readonly ('list' | 'one')[]> = {
  'system/role': ['list', 'one'],
  'stage/record': ['one'],
}

/** Further lists and choices of the same rows, by list: where an answer holds them. */
export const alsoListed: Record<string, Record<string, string>> = {
  'system/post': { 'GET /system/post/optionselect': '/system/post/optionselect' },
  'system/role': { 'GET /system/role/optionselect': '/system/role/optionselect' },
}

const depts = 'departments: test/system/data-scope.test.ts'
const reporting =
  'what a field user may report, held by his authorizations, at a desk by the reach of batches and papers (test/stage)'

/** Routes that the walk does not call, each with the place that holds its scope or the reason why it has none. */
export const unwalked: Record<string, string> = {
  'GET /channel/own/overview': dealersOwn,
  'GET /channel/own-code/list': dealersOwn,
  'GET /channel/own-code/export': dealersOwn,
  'GET /channel/own-scan/list': dealersOwn,
  'GET /channel/own-scan/export': dealersOwn,
  'GET /channel/own-check/list': dealersOwn,
  'GET /channel/own-check/export': dealersOwn,
  'GET /channel/own-store/list': dealersOwn,
  'GET /channel/own-store/export': dealersOwn,
  'GET /channel/own-store/:id(^\\d+$)': dealersOwn,
  'POST /channel/own-store': dealersOwn,
  'PUT /channel/own-store': dealersOwn,
  'DELETE /channel/own-store/:ids(^[0-9,]+$)': dealersOwn,
  'GET /channel/own-case/list': dealersOwn,
  'GET /channel/own-case/export': dealersOwn,
  'GET /system/user': 'roles and posts of the form, below',
  'GET /system/user/deptTree': depts,
  'GET /system/role/matrix': 'roles in reach: test/system/data-scope.test.ts',
  'GET /system/dept/list': depts,
  'GET /system/dept/:id(^\\d+$)': depts,
  'GET /system/dept/list/exclude/:id(^\\d+$)': depts,
  'GET /system/dept/treeselect': depts,
  'GET /system/dept/options': depts,
  'PUT /system/dept': depts,
  'PUT /system/dept/changeStatus': depts,
  'PUT /system/dept/updateSort': depts,
  'DELETE /system/dept/:id(^\\d+$)': depts,
  'GET /system/notice/list': wholeEnterprise['system/notice']!,
  'GET /system/division/options': whole.platform,
  'GET /system/division/list': whole.platform,
  'GET /system/division/:id(^\\d+$)': whole.platform,
  'GET /system/division/sync': whole.platform,
  'GET /system/division/sync/:id(^\\d+$)': whole.platform,
  'DELETE /monitor/operlog/clean': 'empties what is in reach, below',
  'DELETE /monitor/logininfor/clean': 'empties what is in reach, below',
  'POST /monitor/logininfor/unlock/:userName': 'a user in reach, below',
  'GET /code/qr/:code': 'a code of a request in reach: test/code',
  'GET /code/qr/:code/life': 'a code of a request in reach: test/code',
  'GET /code/label-layout/list': wholeEnterprise['code/label-layout']!,
  'GET /code/label-layout/:id(^\\d+$)': wholeEnterprise['code/label-layout']!,
  'PUT /code/label-layout': wholeEnterprise['code/label-layout']!,
  'DELETE /code/label-layout/:ids(^[0-9,]+$)': wholeEnterprise['code/label-layout']!,
  'GET /code/label-layout/options': wholeEnterprise['code/label-layout']!,
  'POST /code/qr/read': 'codes of requests in reach: test/code',
  'POST /code/qr/readFile': 'codes of requests in reach: test/code',
  'GET /code/qr/listTemplate': 'the same empty table for everybody',
  'POST /code/packing/pack': 'codes of requests in reach: test/code',
  'POST /code/packing/unpack': 'codes of requests in reach: test/code',
  'GET /code/request/importTemplate': 'the same column for everybody',
  'POST /code/request/importData': 'a request in reach: test/code/foreign.test.ts',
  'GET /code/qr/importTemplate': 'the same columns for everybody',
  'POST /code/qr/importData': 'codes of requests in reach: test/code',
  'GET /code/qr/importProgress/:name': 'how far one’s own import is',
  'GET /code/packing/contents/:code': 'a code of a request in reach: test/code',
  'GET /code/packing/history/:code': 'a code of a request in reach: test/code',
  'GET /certification/authorization/certifiers': 'enterprises by their names: no row of the own one',
  'POST /certification/authorization/authorize': 'codes of requests in reach: test/certification',
  'POST /certification/authorization/submit': 'codes of requests in reach: test/certification',
  'POST /certification/authorization/resubmit': 'codes of requests in reach: test/certification',
  'POST /certification/authorization/withdraw': 'codes of requests in reach: test/certification',
  'POST /certification/authorization/judge': 'codes of requests in reach: test/certification',
  'GET /certification/authorization/history': 'codes of a request in reach: test/certification',
  'POST /certification/review/judge': wholeEnterprise['certification/review']!,
  'GET /certification/review/history': wholeEnterprise['certification/review']!,
  'GET /certification/review/list': wholeEnterprise['certification/review']!,
  'GET /certification/review/export': wholeEnterprise['certification/review']!,
  'POST /channel/assignment/assign':
    'codes of requests in reach, and a dealer in reach: test/channel/assignment.test.ts',
  'POST /channel/assignment/withdraw': 'codes of requests in reach: test/channel/assignment.test.ts',
  'GET /channel/assignment/code/:code': 'a code of a request in reach: test/channel/assignment.test.ts',
  'POST /catalog/recall/declare': 'a batch in reach, or codes of requests in reach: test/catalog/recall.test.ts',
  'GET /catalog/recall/code/:code': 'a code of a request in reach: test/catalog/recall.test.ts',
  'GET /channel/case/thresholds': 'settings of the enterprise as a whole: no row of a list is named',
  'PUT /channel/case/thresholds': 'settings of the enterprise as a whole: no row of a list is named',
  'GET /channel/case/assignees': 'names of whoever may be given a case: no row of a list is named',
  'POST /stage/report': reporting,
  'POST /stage/report/rows': reporting,
  'GET /stage/authorized': reporting,
  'GET /stage/code/:code': reporting,
  'GET /evidence/document/lookup': reporting,
  'GET /stage/record/mine': 'whoever reported them',
  'GET /stage/authorization/users': 'users in reach, below',
  'GET /stage/authorization/matrix': 'users in reach: test/stage/records.test.ts',
  'PUT /stage/authorization/matrix': 'users in reach: test/stage/records.test.ts',
  'PUT /stage/template/choice': 'the platform’s templates, for the whole enterprise',
  'GET /stage/record/importTemplate': 'the form of a template that everybody of the enterprise reads',
  'POST /stage/record/importData': 'batches in reach, as every report at a desk: test/stage/records.test.ts',
  'PUT /trade/listing/shelf': 'another address of takeOff and putOn',
  'GET /trade/quote/list': wholeEnterprise['trade/quote']!,
  'PUT /trade/quote/:id(^\\d+$)/accept': wholeEnterprise['trade/quote']!,
  'PUT /trade/quote/:id(^\\d+$)/revise': wholeEnterprise['trade/quote']!,
  'GET /trade/quote/:id(^\\d+$)/history': wholeEnterprise['trade/quote']!,
  'PUT /trade/quote/:id(^\\d+$)/phone': wholeEnterprise['trade/quote']!,
  'GET /trade/phone-view/list': wholeEnterprise['trade/phone-view']!,
  'GET /trade/phone-view/export': wholeEnterprise['trade/phone-view']!,
  'POST /trade/listing/:id(^\\d+$)/phone': 'of any enterprise, by consent: test/trade/across.test.ts',
  'GET /trade/listing/facets': 'counts what the list shows: test/trade/listings.test.ts',
  'GET /news/category/list': whole.platform,
  'GET /news/category/:id(^\\d+$)': whole.platform,
  'GET /news/category/export': whole.platform,
  'GET /news/category/options': whole.platform,
  'GET /news/article/export': whole.platform,
  'GET /news/article/list': whole.platform,
  'GET /news/article/:id(^\\d+$)': whole.platform,
  'GET /stage/circulation/list': wholeEnterprise['stage/circulation']!,
  'GET /stage/circulation/:id(^\\d+$)': wholeEnterprise['stage/circulation']!,
  'GET /stage/circulation/options': wholeEnterprise['stage/circulation']!,
  'PUT /stage/circulation': wholeEnterprise['stage/circulation']!,
  'PUT /stage/circulation/changeStatus': wholeEnterprise['stage/circulation']!,
  'DELETE /stage/circulation/:ids(^[0-9,]+$)': wholeEnterprise['stage/circulation']!,
  'GET /stats/overview': 'figures of the lists, below',
  'GET /stats/activity': 'figures of the lists, below',
  'GET /stats/trend': 'sums of requests in reach: test/stats/rollups.test.ts',
  'GET /stats/product': 'sums of requests in reach: test/stats/rollups.test.ts',
  'GET /stats/place': 'sums of requests in reach: test/stats/rollups.test.ts',
  'GET /trace/scan-log/map': 'entries in reach of the list: test/trace/logs.test.ts',
  'GET /trace/check-log/map': 'entries in reach of the list: test/trace/logs.test.ts',
  'GET /channel/territory/map': 'territories in reach of the list: test/channel/assignment.test.ts',
  'GET /stats/stage': 'reports in reach: test/stats/stages.test.ts',
  'GET /stats/trend/export': 'as the screen',
  'GET /stats/product/export': 'as the screen',
  'GET /stats/place/export': 'as the screen',
  'GET /stats/stage/export': 'as the screen',
  'POST /stats/recount': 'days of the enterprise as a whole are counted again: no row is shown',
  'GET /stats/firstSteps': 'yes or no for the enterprise as a whole: no row is named',
  'GET /wechat/account': 'the account of the enterprise as a whole: no row is named',
  'PUT /wechat/account': 'the account of the enterprise as a whole: no row is named',
  'DELETE /wechat/account': 'the account of the enterprise as a whole: no row is named',
  'POST /wechat/account/check': 'the account of the enterprise as a whole: no row is named',
  'GET /code/platform-request/account': 'whether the enterprise has an account: no row is named',
  'POST /system/user/invitation': 'a link to the enterprise as a whole: no row is named',
  'DELETE /system/user/invitation': 'all links to the own enterprise: no row is named',
}
