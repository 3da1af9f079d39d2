import { beforeAll, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { sheetOf } from '../sheet.ts'
import { makeUser, password, platformAdmin, refused, sessionOf } from './people.ts'

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
  const [first] = (await admin.get('/monitor/operlog/list')).rows
  expect((await admin.delete(`/monitor/operlog/${first!.operId}`)).code).toBe(200)
  expect(refused(await admin.get(`/monitor/operlog/${first!.operId}`))).toBe('notFound')
  expect((await admin.delete('/monitor/operlog/clean')).code).toBe(200)
  await world.services.audit.whenSettled()
  const rows = (await admin.get('/monitor/operlog/list')).rows
  expect(rows.map(row => row.businessType)).toContain('9')
  expect(rows.every(row => ['9', '3', '5'].includes(row.businessType as string))).toBe(true)
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
