import { beforeAll, expect, test } from 'vitest'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { makeDept, makeRole, makeUser, refused, unique, userBody } from './people.ts'

/** Rows of another enterprise are answered like missing ones: same key, same text, nothing changed. */
let world: World
let mine: Caller
let dept: number
const foreign = { user: 0, role: 0, post: 0, dept: 0, session: 0, operLog: 0, loginLog: 0 }
const ownIds = { user: 0, role: 0 }
const missing = 999_999_999

beforeAll(async () => {
  world = await makeWorld()
  const a = await world.makeTenant('MINE')
  const b = await world.makeTenant('THEIRS')
  dept = a.deptId
  mine = await world.signIn(a, ['enterpriseAdmin'])
  const theirs = await world.signIn(b, ['enterpriseAdmin'])
  foreign.user = (await makeUser(theirs, b.deptId)).id
  foreign.role = await makeRole(world, theirs, ['catalog:product:list'])
  foreign.dept = await makeDept(theirs, b.deptId)
  foreign.post = (
    await theirs.post<{ id: number }>('/system/post', { postCode: 'c', postName: 'CANARY post', postSort: 1 })
  ).data.id
  await theirs.put('/system/user', { userId: foreign.user, nickName: 'CANARY nick' })
  await world.services.audit.whenSettled()
  const one = async (table: string) =>
    Number((await world.admin.query(`select max(id) as id from ${table} where tenant_id = $1`, [b.id])).rows[0].id)
  foreign.session = await one('session')
  foreign.operLog = await one('oper_log')
  await world.admin.query(
    `insert into login_log (tenant_id, user_name, status, msg) values ($1, 'CANARY', '0', 'signIn')`,
    [b.id],
  )
  foreign.loginLog = await one('login_log')
  ownIds.user = (await makeUser(mine, dept)).id
  ownIds.role = await makeRole(world, mine, ['catalog:product:list'])
})

/** Each names an id: the same call is made with a foreign and with a missing one. */
const calls: [string, keyof typeof foreign, (id: number) => Promise<Answered>][] = [
  ['get a user', 'user', id => mine.get(`/system/user/${id}`)],
  ['edit a user', 'user', id => mine.put('/system/user', { userId: id, nickName: 'x' })],
  ['reset a password', 'user', id => mine.put('/system/user/resetPwd', { userId: id, password: 'Another-word-9' })],
  ['disable a user', 'user', id => mine.put('/system/user/changeStatus', { userId: id, status: '1' })],
  ['remove a user', 'user', id => mine.delete(`/system/user/${id}`)],
  ['remove a user beside an own one', 'user', id => mine.delete(`/system/user/${ownIds.user},${id}`)],
  ['see the roles of a user', 'user', id => mine.get(`/system/user/authRole/${id}`)],
  ['grant roles to a user', 'user', id => mine.put(`/system/user/authRole?userId=${id}&roleIds=${ownIds.role}`)],
  [
    'grant a role to a user',
    'user',
    id => mine.put(`/system/role/authUser/selectAll?roleId=${ownIds.role}&userIds=${id}`),
  ],
  [
    'take a role from a user',
    'user',
    id => mine.put('/system/role/authUser/cancel', { userId: id, roleId: ownIds.role }),
  ],
  ['add a user with the role', 'role', id => mine.post('/system/user', userBody(dept, { roleIds: [id] }))],
  ['edit a user to the role', 'role', id => mine.put('/system/user', { userId: ownIds.user, roleIds: [id] })],
  ['get a role', 'role', id => mine.get(`/system/role/${id}`)],
  ['edit a role', 'role', id => mine.put('/system/role', { roleId: id, remark: 'x' })],
  ['widen a role', 'role', id => mine.put('/system/role/dataScope', { roleId: id, dataScope: '1', deptIds: [] })],
  ['disable a role', 'role', id => mine.put('/system/role/changeStatus', { roleId: id, status: '1' })],
  ['remove a role', 'role', id => mine.delete(`/system/role/${id}`)],
  ['list the users of a role', 'role', id => mine.get(`/system/role/authUser/allocatedList?roleId=${id}`)],
  [
    'give the role to a user',
    'role',
    id => mine.put(`/system/role/authUser/selectAll?roleId=${id}&userIds=${ownIds.user}`),
  ],
  ['see the menus of a role', 'role', id => mine.get(`/system/menu/roleMenuTreeselect/${id}`)],
  ['see the departments of a role', 'role', id => mine.get(`/system/role/deptTree/${id}`)],
  ['add a user to the department', 'dept', id => mine.post('/system/user', userBody(id))],
  ['move a user to the department', 'dept', id => mine.put('/system/user', { userId: ownIds.user, deptId: id })],
  [
    'widen a role to the department',
    'dept',
    id => mine.put('/system/role/dataScope', { roleId: ownIds.role, dataScope: '2', deptIds: [id] }),
  ],
  ['get a department', 'dept', id => mine.get(`/system/dept/${id}`)],
  ['edit a department', 'dept', id => mine.put('/system/dept', { deptId: id, leader: 'x' })],
  ['remove a department', 'dept', id => mine.delete(`/system/dept/${id}`)],
  [
    'add below a department',
    'dept',
    id => mine.post('/system/dept', { parentId: id, deptName: unique('d'), orderNum: 1 }),
  ],
  ['order a department', 'dept', id => mine.put('/system/dept/updateSort', { deptIds: String(id), orderNums: '1' })],
  ['add a user with the post', 'post', id => mine.post('/system/user', userBody(dept, { postIds: [id] }))],
  ['get a post', 'post', id => mine.get(`/system/post/${id}`)],
  ['edit a post', 'post', id => mine.put('/system/post', { postId: id, postName: 'x' })],
  ['remove a post', 'post', id => mine.delete(`/system/post/${id}`)],
  ['end a session (A56)', 'session', id => mine.delete(`/monitor/online/${id}`)],
  ['read an operation log entry', 'operLog', id => mine.get(`/monitor/operlog/${id}`)],
  ['remove an operation log entry', 'operLog', id => mine.delete(`/monitor/operlog/${id}`)],
  ['read a login log entry', 'loginLog', id => mine.get(`/monitor/logininfor/${id}`)],
  ['remove a login log entry', 'loginLog', id => mine.delete(`/monitor/logininfor/${id}`)],
]

test.each(calls)('%s', async (_title, kind, call) => {
  const sums = async () =>
    (
      await world.admin.query(`select (select md5(string_agg(a::text, '|' order by id)) from account a) as accounts, (select md5(string_agg(r::text, '|' order by id)) from role r) as roles,
      (select md5(string_agg(d::text, '|' order by id)) from dept d) as depts, (select md5(string_agg(p::text, '|' order by id)) from post p) as posts,
      (select md5(string_agg(ar::text, '|' order by account_id, role_id)) from account_role ar) as granted`)
    ).rows[0]
  const before = await sums()
  const theirs = await call(foreign[kind])
  const none = await call(missing)
  expect(refused(theirs)).toMatch(/^(notFound|\w+: referenceMissing)$/)
  expect(refused(theirs)).toBe(refused(none))
  expect(theirs.msg).toBe(none.msg)
  expect(theirs.raw.toString('utf8')).not.toContain('CANARY')
  expect(await sums()).toEqual(before)
})

test('lists, options, trees, logs and sessions contain only the enterprise’s own rows', async () => {
  const paths = [
    '/system/user/list?limit=100',
    '/system/user/options',
    '/system/user/deptTree',
    '/system/role/list?limit=100',
    '/system/role/optionselect',
    '/system/role/matrix',
    '/system/dept/list',
    '/system/dept/treeselect',
    '/system/dept/options',
    '/system/post/list',
    '/system/post/optionselect',
    '/system/post/options',
    '/monitor/operlog/list',
    '/monitor/logininfor/list',
    '/monitor/online/list',
    `/system/role/authUser/unallocatedList?roleId=${ownIds.role}&limit=100`,
  ]
  for (const path of paths) {
    const answer = await mine.get(path)
    expect(answer.code, path).toBe(200)
    expect(answer.raw.toString('utf8'), path).not.toContain('CANARY')
    expect(answer.raw.toString('utf8'), path).not.toContain('THEIRS')
  }
  const sessions = (await mine.get('/monitor/online/list')).rows
  expect(sessions.length).toBeGreaterThan(0)
  expect(sessions.map(row => row.tokenId)).not.toContain(String(foreign.session))
})

test('emptying the logs empties only the enterprise’s own', async () => {
  await mine.delete('/monitor/operlog/clean')
  await mine.delete('/monitor/logininfor/clean')
  const remaining = await world.admin.query(
    'select (select count(*)::int from oper_log where id = $1) as oper, (select count(*)::int from login_log where id = $2) as login',
    [foreign.operLog, foreign.loginLog],
  )
  expect(remaining.rows[0]).toEqual({ oper: 1, login: 1 })
})

test('an account name, e-mail and phone of another enterprise: only the account name is known to be taken', async () => {
  const { rows } = await world.admin.query('select user_name, email, phonenumber from account where id = $1', [
    foreign.user,
  ])
  expect(
    refused(
      await mine.post('/system/user', userBody(dept, { email: rows[0].email, phonenumber: rows[0].phonenumber })),
    ),
  ).toBe('accepted')
  expect(refused(await mine.post('/system/user', userBody(dept, { userName: rows[0].user_name })))).toBe(
    'system.user.nameTaken',
  )
})
