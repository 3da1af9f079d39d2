import { beforeAll, expect, test } from 'vitest'
import { removeOldEntries } from '../../src/areas/monitor/schedule/retention.ts'
import { raw, type Sql } from '../../src/platform/database/sql.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { sheetOf } from '../sheet.ts'
import { makeUser, password, platformAdmin, refused, sessionOf } from './people.ts'

/** A statement as the server's role runs it; `$1` is the tenant. */
const sqlOf = (text: string, tenantId: number): Sql => raw(text.replaceAll('$1', String(tenantId)))

let world: World
let admin: Caller
let deptId: number
const began = new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('LOGS')
  deptId = tenant.deptId
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
})

test('OPS-01: writes are logged with who, what and how it ended; secrets are not', async () => {
  const user = await makeUser(admin, deptId)
  await admin.put('/system/user/resetPwd', { userId: user.id, password: 'A-secret-word-5' })
  // Entries are written asynchronously: the newest one must come after the others are stored.
  await world.services.audit.whenSettled()
  await admin.put('/system/user/changeStatus', { userId: admin.accountId, status: '1' })
  await world.services.audit.whenSettled()
  const list = await admin.get('/monitor/operlog/list?limit=100')
  expect(list.rows[0]).toMatchObject({
    title: 'User',
    titleKey: 'system.user',
    businessType: '2',
    status: '1',
    errorMsg: 'This cannot be done to your own account',
    requestMethod: 'PUT',
    operUrl: '/api/system/user/changeStatus',
    deptName: 'Demo LOGS',
  })
  expect(
    list.rows.find(row => String(row.operUrl).endsWith('/system/user') && row.requestMethod === 'POST'),
  ).toMatchObject({ businessType: '1', status: '0', errorMsg: null })
  expect(list.raw.toString()).not.toMatch(/A-secret-word-5/)
  expect(list.raw.toString()).not.toContain(password)
  expect(list.raw.toString()).not.toMatch(/argon2/)
})

test('the log is filtered by kind, outcome, person, time and translated title, and ordered by declared columns', async () => {
  await world.services.audit.whenSettled()
  const total = async (query: string) => (await admin.get(`/monitor/operlog/list?${query}`)).total
  const all = await total('limit=100')
  expect((await total('businessTypes[]=1&businessTypes[]=2')) + (await total('businessType=3'))).toBe(all)
  expect((await total('status=0')) + (await total('status=1'))).toBe(all)
  expect(await total('title=User')).toBe(all)
  expect(await total(`title=${encodeURIComponent('用户')}`)).toBe(all)
  expect(await total('title=Dictionary')).toBe(0)
  const today = new Date().toISOString().slice(0, 10)
  // The first of them may have been written before midnight.
  expect(await total(`params[beginTime]=${began}&params[endTime]=${today}`)).toBe(all)
  expect(await total('beginTime=2020-01-01&endTime=2020-01-02')).toBe(0)
  expect((await admin.get('/monitor/operlog/list?orderBy=costTime&order=desc')).code).toBe(200)
  expect(refused(await admin.get('/monitor/operlog/list?orderBy=oper_param'))).toBe('orderBy: notOneOf')
})

test('entries are exported, removed one by one, and emptied; the emptying itself is on record', async () => {
  await world.services.audit.whenSettled()
  const sheet = await sheetOf((await admin.get('/monitor/operlog/export?status=1')).raw)
  expect(sheet.rows.length).toBeGreaterThan(0)
  expect(new Set(sheet.rows.map(row => row[9]))).toEqual(new Set(['Failure']))
  await admin.post('/catalog/category', { name: 'Logged', orderNum: 1 })
  await admin.post('/catalog/category', { name: 'Logged too', orderNum: 2 })
  await world.services.audit.whenSettled()
  const listed = async (query = '') => (await admin.get(`/monitor/operlog/list?limit=100${query}`)).rows
  const [first] = await listed('&title=Categ')
  expect(first!.can).toContain('remove')
  expect((await admin.delete(`/monitor/operlog/${first!.operId}`)).code).toBe(200)
  expect(refused(await admin.get(`/monitor/operlog/${first!.operId}`))).toBe('notFound')
  const lasting = (await listed()).filter(row => row.titleKey === 'system.user')
  const answer = await admin.delete<{ removed: number; kept: number }>('/monitor/operlog/clean')
  expect(answer).toMatchObject({ code: 200, data: { removed: expect.any(Number), kept: expect.any(Number) } })
  expect(answer.data.kept).toBeGreaterThanOrEqual(lasting.length)
  await world.services.audit.whenSettled()
  const rows = await listed()
  expect(rows.map(row => row.businessType)).toContain('9')
  expect(rows.filter(row => row.titleKey === 'catalog.category')).toEqual([])
})

test('entries about people, their rights and the logs stay, whatever an enterprise may', async () => {
  const tenant = await world.makeTenant('LASTING')
  const first = await world.signIn(tenant, ['enterpriseAdmin'])
  const keeper = await world.signIn(tenant, ['enterpriseAdmin'])
  await makeUser(keeper, tenant.deptId)
  const role = await keeper.post<{ id: number }>('/system/role', {
    roleName: 'Kept',
    roleKey: 'kept',
    roleSort: 1,
    menuIds: [],
  })
  expect(role.code).toBe(200)
  const root = await platformAdmin(world)
  await world.admin.query('update enterprise set administrator_id = $2 where id = $1', [tenant.id, first.accountId])
  expect((await root.put('/tenant/enterprise/resetPwd', { id: tenant.id })).code).toBe(200)
  await world.services.audit.whenSettled()
  const titles = async () => (await keeper.get('/monitor/operlog/list?limit=100')).rows.map(row => row.titleKey)
  const expected = ['system.user', 'system.role', 'monitor.operlog', 'tenant.enterprise']
  for (let n = 0; n < 2; n++) {
    expect((await keeper.delete('/monitor/operlog/clean')).code).toBe(200)
    await world.services.audit.whenSettled()
    expect(await titles()).toEqual(expect.arrayContaining(expected))
  }
  const entry = (await keeper.get('/monitor/operlog/list?limit=100')).rows.find(row => row.titleKey === 'system.user')!
  expect(entry.can).not.toContain('remove')
  expect(await keeper.delete(`/monitor/operlog/${entry.operId}`)).toMatchObject({ code: 500, error: 'monitor.lasting' })
  // Neither a fault of the server nor a statement of its own removes or changes them.
  for (const statement of [
    'delete from oper_log where tenant_id = $1',
    "update oper_log set title = 'x' where tenant_id = $1",
  ])
    await world.services.database
      .withTenant(tenant.id, db => db.execute(sqlOf(statement, tenant.id)))
      .catch((error: unknown) => expect(String(error)).toMatch(/permission denied/))
  expect(await titles()).toEqual(expect.arrayContaining(expected))
  // The operator's retention does.
  await world.admin.query("update oper_log set oper_time = now() - interval '400 days' where tenant_id = $1", [
    tenant.id,
  ])
  await removeOldEntries(world.services.database, { log: 'operlog', days: 365 }, new AbortController().signal)
  expect(await titles()).toEqual([])
})

test('the server’s role changes few facts of its own enterprise, and no large objects', async () => {
  const { database } = world.services
  const tried = (text: string) =>
    database
      .withTenant(admin.tenantId, db => db.execute(sqlOf(text, admin.tenantId)))
      .then(
        changed => `done ${changed}`,
        (error: Error) => error.message,
      )
  for (const [column, value] of [
    ['administrator_id', String(admin.accountId)],
    ['name', "'Mine'"],
    ['status', "'1'"],
    ['kind', "'platform'"],
    ['identification', "'OTHER'"],
    ['rights_epoch', '0'],
  ])
    expect(await tried(`update enterprise set ${column} = ${value} where id = $1`), column).toMatch(
      /row-level security/,
    )
  expect(await tried('update enterprise set rights_epoch = rights_epoch + 1 where id = $1')).toBe('done 1')
  expect(await tried('update enterprise set administrator_id = null where id = $1')).toBe('done 1')
  expect(await tried('delete from enterprise where id = $1')).toMatch(/permission denied/)
  expect(await tried("insert into enterprise (identification, name) values ('NEWONE', $1::text)")).toMatch(
    /row-level security/,
  )
  for (const call of ['lo_create(0)', "lo_from_bytea(0, 'x')", 'lo_creat(-1)', 'lo_get(1)'])
    expect(await tried(`select ${call} where $1 > 0`), call).toMatch(/permission denied/)
})

test('the login log is exported and emptied', async () => {
  const user = await makeUser(admin, deptId)
  await world.anonymous.post('/login', { username: user.userName, password: 'wrong' })
  await world.anonymous.post('/login', { username: user.userName, password })
  const sheet = await sheetOf((await admin.get(`/monitor/logininfor/export?userName=${user.userName}`)).raw)
  expect(sheet.rows).toHaveLength(2)
  expect((await admin.get(`/monitor/logininfor/list?userName=${user.userName}&status=1`)).total).toBe(1)
  expect((await admin.delete('/monitor/logininfor/clean')).code).toBe(200)
  expect((await admin.get('/monitor/logininfor/list')).total).toBe(0)
})

test('OPS-02, A55, A56: sessions are listed by a number, never by their token, and ended by it', async () => {
  const user = await makeUser(admin, deptId)
  const [one, two] = [await sessionOf(world, admin.tenantId, user.id), await sessionOf(world, admin.tenantId, user.id)]
  const list = await admin.get(`/monitor/online/list?userName=${user.userName}`)
  expect(list.rows).toHaveLength(2)
  expect(list.rows[0]).toMatchObject({
    userId: user.id,
    ipaddr: '127.0.0.1',
    current: false,
    can: ['forceLogout'],
    loginTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  for (const secret of [one.token!, two.token!]) {
    expect(list.raw.toString()).not.toContain(secret)
    const { createHash } = await import('node:crypto')
    expect(list.raw.toString()).not.toContain(createHash('sha256').update(secret).digest('hex'))
  }
  expect((await admin.get('/monitor/online/list?ipaddr=10.0.0.1')).rows).toEqual([])
  expect((await admin.delete(`/monitor/online/${list.rows.map(row => row.tokenId).join(',')}`)).code).toBe(200)
  expect([refused(await one.get('/getInfo')), refused(await two.get('/getInfo'))]).toEqual([
    'unauthenticated',
    'unauthenticated',
  ])
  expect((await admin.get(`/monitor/online/list?userName=${user.userName}`)).rows).toEqual([])
})

test('a session that has been idle too long is not online', async () => {
  const user = await makeUser(admin, deptId)
  const session = await sessionOf(world, admin.tenantId, user.id)
  await world.admin.query(`update session set seen_at = now() - interval '31 minutes' where account_id = $1`, [user.id])
  expect((await admin.get(`/monitor/online/list?userName=${user.userName}`)).rows).toEqual([])
  expect(refused(await session.get('/getInfo'))).toBe('unauthenticated')
})

test('a session from a wrong clock does not live until that time comes', async () => {
  const user = await makeUser(admin, deptId)
  const session = await sessionOf(world, admin.tenantId, user.id)
  await world.admin.query(
    `update session set seen_at = now() + interval '3 years', created_at = now() + interval '3 years' where account_id = $1`,
    [user.id],
  )
  expect((await admin.get(`/monitor/online/list?userName=${user.userName}`)).rows).toEqual([])
  expect(refused(await session.get('/getInfo'))).toBe('unauthenticated')
})

test('the platform’s own log is not an enterprise’s, and the other way round', async () => {
  const root = await platformAdmin(world)
  await root.post('/system/config', { configName: 'x', configKey: 'log.demo', configValue: 'x' })
  await world.services.audit.whenSettled()
  expect((await admin.get('/monitor/operlog/list?title=Parameter')).total).toBe(0)
  expect((await root.get('/monitor/operlog/list?title=Parameter')).total).toBeGreaterThan(0)
  expect((await root.get('/monitor/operlog/list?limit=100')).rows.every(row => row.operName !== admin.accountId)).toBe(
    true,
  )
})
