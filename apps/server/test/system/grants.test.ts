import { beforeAll, expect, test } from 'vitest'
import { locks } from '../../src/platform/database/locks.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import {
  makeDept,
  makeHolder,
  makeRole,
  makeUser,
  menuIds,
  platformAdmin,
  refused,
  sessionOf,
  unique,
  userBody,
} from './people.ts'
import { waiting } from '../waiting.ts'

let world: World
let admin: Caller
let deptId: number
let sawmill: number
/** Administers users and roles, sees products, and nothing else; full scope. */
let clerk: Caller & { roleId: number }

const administering = [
  ...['list', 'query', 'add', 'edit', 'remove', 'resetPwd', 'import', 'export'].map(verb => `system:user:${verb}`),
  ...['list', 'query', 'add', 'edit', 'remove'].map(verb => `system:role:${verb}`),
  'system:dept:list',
  'catalog:product:list',
  'monitor:online:list',
  'monitor:online:forceLogout',
]

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('GRANTS')
  deptId = tenant.deptId
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  sawmill = await makeDept(admin, deptId)
  clerk = await makeHolder(world, admin, deptId, administering)
})

const delivered = async (key: string, tenantId = admin.tenantId) =>
  Number(
    (await world.admin.query('select id from role where tenant_id = $1 and role_key = $2', [tenantId, key])).rows[0].id,
  )
const rights = async (accountId: number) =>
  (await world.admin.query('select role_id from account_role where account_id = $1 order by 1', [accountId])).rows.map(
    row => Number(row.role_id),
  )

test('A36: nobody grants themselves a role, by any call', async () => {
  const strong = await delivered('enterpriseAdmin')
  const before = await rights(clerk.accountId)
  expect(refused(await clerk.put('/system/user', { userId: clerk.accountId, roleIds: [...before, strong] }))).toBe(
    'system.user.selfRoles',
  )
  expect(refused(await clerk.put(`/system/user/authRole?userId=${clerk.accountId}&roleIds=${strong}`))).toBe(
    'system.user.selfRoles',
  )
  expect(
    refused(await clerk.put(`/system/role/authUser/selectAll?roleId=${clerk.roleId}&userIds=${clerk.accountId}`)),
  ).toBe('system.user.selfRoles')
  expect(await rights(clerk.accountId)).toEqual(before)
})

test('A36: nobody grants a role that holds more than their own', async () => {
  const strong = await delivered('enterpriseAdmin')
  const other = await makeUser(clerk, sawmill)
  expect(refused(await clerk.post('/system/user', userBody(sawmill, { roleIds: [strong] })))).toBe(
    'system.role.notGrantable',
  )
  expect(refused(await clerk.put('/system/user', { userId: other.id, roleIds: [strong] }))).toBe(
    'system.role.notGrantable',
  )
  expect(refused(await clerk.put(`/system/user/authRole?userId=${other.id}&roleIds=${strong}`))).toBe(
    'system.role.notGrantable',
  )
  expect(refused(await clerk.put(`/system/role/authUser/selectAll?roleId=${strong}&userIds=${other.id}`))).toBe(
    'system.role.notGrantable',
  )
  expect(await rights(other.id)).toEqual([])
  const within = await makeRole(world, admin, ['catalog:product:list'])
  expect(refused(await clerk.put(`/system/user/authRole?userId=${other.id}&roleIds=${within}`))).toBe('accepted')
})

test('A36: a menu that the actor does not hold cannot be added to a role', async () => {
  const [product, request] = [
    await menuIds(world, ['catalog:product:list']),
    await menuIds(world, ['code:request:submit']),
  ]
  const body = () => ({ roleName: unique('r'), roleKey: unique('r'), roleSort: 1 })
  expect(refused(await clerk.post('/system/role', { ...body(), menuIds: request }))).toBe('system.role.notGrantable')
  const created = await clerk.post<{ id: number }>('/system/role', { ...body(), menuIds: product })
  expect(created.code).toBe(200)
  expect(refused(await clerk.put('/system/role', { roleId: created.data.id, menuIds: [...product, ...request] }))).toBe(
    'system.role.notGrantable',
  )
  const stored = await clerk.get<{ menuIds: number[] }>(`/system/role/${created.data.id}`)
  expect(stored.data.menuIds).not.toContain(request[0])
})

test('a menu that only the platform may hold does not exist for an enterprise', async () => {
  const platformOnly = await menuIds(world, ['system:config:list'])
  const answer = await admin.post('/system/role', {
    roleName: unique('r'),
    roleKey: unique('r'),
    roleSort: 1,
    menuIds: platformOnly,
  })
  expect(refused(answer)).toBe('menuIds: referenceMissing')
  const missing = await admin.post('/system/role', {
    roleName: unique('r'),
    roleKey: unique('r'),
    roleSort: 1,
    menuIds: [999_999_999],
  })
  expect(refused(missing)).toBe('menuIds: referenceMissing')
  expect(missing.msg).toBe(answer.msg)
})

/** A37: data scope of the actor, the scope that they try to grant, and the outcome. */
const scopes: [string, string, string, 'sawmill' | 'root' | undefined, string][] = [
  ['own department and below gives all', '4', '1', undefined, 'system.role.notGrantable'],
  ['own department and below gives the same', '4', '4', undefined, 'accepted'],
  ['own department and below gives own department', '4', '3', undefined, 'accepted'],
  ['own department and below gives only own rows', '4', '5', undefined, 'accepted'],
  ['own department and below chooses one below', '4', '2', 'sawmill', 'accepted'],
  ['own department and below chooses one above', '4', '2', 'root', 'deptIds: referenceMissing'],
  ['own department gives own department and below', '3', '4', undefined, 'system.role.notGrantable'],
  ['only own rows gives own department', '5', '3', undefined, 'system.role.notGrantable'],
  ['all gives all', '1', '1', undefined, 'accepted'],
]

test.each(scopes)('A37: %s', async (_title, mine, scopeToGrant, chosen, outcome) => {
  const yard = await makeDept(admin, deptId)
  const below = await makeDept(admin, yard)
  const giver = await makeHolder(world, admin, yard, [...administering], { dataScope: mine })
  const created = await giver.post<{ id: number }>('/system/role', {
    roleName: unique('r'),
    roleKey: unique('r'),
    roleSort: 1,
    menuIds: await menuIds(world, ['catalog:product:list']),
  })
  expect(created.code).toBe(200)
  const deptIds = chosen === undefined ? [] : [chosen === 'sawmill' ? below : deptId]
  expect(
    refused(await giver.put('/system/role/dataScope', { roleId: created.data.id, dataScope: scopeToGrant, deptIds })),
  ).toBe(outcome)
})

test('A39: nobody edits, resets, disables, removes or signs out somebody who holds more', async () => {
  const boss = await world.signIn({ id: admin.tenantId, deptId }, ['enterpriseAdmin'])
  const before = (await world.admin.query('select md5(t::text) as sum from account t where id = $1', [boss.accountId]))
    .rows[0].sum
  const id = boss.accountId
  expect(refused(await clerk.put('/system/user', { userId: id, nickName: 'x' }))).toBe('system.user.higher')
  expect(refused(await clerk.put('/system/user/resetPwd', { userId: id, password: 'Another-word-9' }))).toBe(
    'system.user.higher',
  )
  expect(refused(await clerk.put('/system/user/changeStatus', { userId: id, status: '1' }))).toBe('system.user.higher')
  expect(refused(await clerk.delete(`/system/user/${id}`))).toBe('system.user.higher')
  expect(refused(await clerk.put(`/system/user/authRole?userId=${id}&roleIds=`))).toBe('system.user.higher')
  expect(
    refused(
      await clerk.put('/system/role/authUser/cancel', { userId: id, roleId: await delivered('enterpriseAdmin') }),
    ),
  ).toBe('system.role.notGrantable')
  const session = (await clerk.get('/monitor/online/list')).rows.find(row => row.userId === id)!
  expect(refused(await clerk.delete(`/monitor/online/${session.tokenId}`))).toBe('system.user.higher')
  expect((await world.admin.query('select md5(t::text) as sum from account t where id = $1', [id])).rows[0].sum).toBe(
    before,
  )
  expect((await boss.get('/getInfo')).code).toBe(200)
  const listed = (await clerk.get(`/system/user/list?userId=${id}`)).rows[0]!
  expect(listed.can).toEqual([])
  expect(listed.why).toMatchObject({ edit: 'system.user.higher', resetPwd: 'system.user.higher' })
})

test('nobody grants roles to or revokes roles from somebody who holds more', async () => {
  const boss = await world.signIn({ id: admin.tenantId, deptId }, ['enterpriseAdmin'])
  const within = await makeRole(world, admin, ['catalog:product:list'])
  const other = await makeUser(admin, sawmill)
  const both = `roleId=${within}&userIds=${other.id},${boss.accountId}`
  expect(refused(await clerk.put(`/system/role/authUser/selectAll?${both}`))).toBe('system.user.higher')
  expect(await rights(other.id)).toEqual([])
  expect(refused(await admin.put(`/system/role/authUser/selectAll?${both}`))).toBe('accepted')
  expect(refused(await clerk.put(`/system/role/authUser/cancelAll?${both}`))).toBe('system.user.higher')
  expect(refused(await clerk.put('/system/role/authUser/cancel', { roleId: within, userId: boss.accountId }))).toBe(
    'system.user.higher',
  )
  expect(await rights(boss.accountId)).toContain(within)
  expect(refused(await clerk.put('/system/role/authUser/cancel', { roleId: within, userId: other.id }))).toBe(
    'accepted',
  )
})

test('two concurrent edits are checked one after the other: together they make no role that exceeds their editor', async () => {
  const [product, request] = [
    await menuIds(world, ['catalog:product:list']),
    await menuIds(world, ['code:request:list']),
  ]
  // Full scope for products, own rows only for requests.
  const ownRowsRole = await makeRole(world, admin, ['code:request:list'], { dataScope: '5' })
  await admin.put(`/system/user/authRole?userId=${clerk.accountId}&roleIds=${clerk.roleId},${ownRowsRole}`)
  const roleId = await makeRole(world, clerk, ['catalog:product:list'], { dataScope: '5' })
  await world.admin.query('begin')
  await world.admin.query('select 1 from role where id = $1 for update', [roleId])
  const edits = Promise.all([
    clerk.put('/system/role', { roleId, menuIds: [...product, ...request] }),
    clerk.put('/system/role/dataScope', { roleId, dataScope: '1', deptIds: [] }),
  ])
  await expect.poll(() => waiting(world)).toBe(2)
  await world.admin.query('commit')
  expect((await edits).map(refused).sort()).toEqual(['accepted', 'system.role.notGrantable'])
})

const sessionsOf = async (account: number) =>
  (await world.admin.query('select id from session where account_id = $1', [account])).rows.map(row => row.id).join()

test.each<[what: string, out: (me: Caller, other: number) => Promise<Answered>]>([
  ['disable', (me, other) => me.put('/system/user/changeStatus', { userId: other, status: '1' })],
  ['disable in the form', (me, other) => me.put('/system/user', { userId: other, status: '1' })],
  ['reset', (me, other) => me.put('/system/user/resetPwd', { userId: other, password: 'Another-word-1' })],
  ['remove', (me, other) => me.delete(`/system/user/${other}`)],
  ['sign out', (me, other) => me.put('/system/user/forceLogout', { userId: other })],
  ['end a session of', async (me, other) => me.delete(`/monitor/online/${await sessionsOf(other)}`)],
  ['strip', (me, other) => me.put(`/system/user/authRole?userId=${other}&roleIds=`)],
])('two administrators who %s each other at the same moment: one of them is left', async (_what, out) => {
  const tenant = { id: admin.tenantId, deptId }
  const [one, two] = [await world.signIn(tenant, ['enterpriseAdmin']), await world.signIn(tenant, ['enterpriseAdmin'])]
  await world.admin.query('select pg_advisory_lock($1, $2)', [locks.grants, admin.tenantId])
  const tries = Promise.all([out(one, two.accountId), out(two, one.accountId)])
  await expect.poll(() => waiting(world)).toBe(2)
  await world.admin.query('select pg_advisory_unlock($1, $2)', [locks.grants, admin.tenantId])
  const answers = (await tries).map(refused)
  expect(answers.filter(answer => answer === 'accepted')).toHaveLength(1)
  const left = answers[0] === 'accepted' ? one : two
  expect((await left.get('/system/user/list')).code).toBe(200)
  expect(await rights(left.accountId)).toEqual([await delivered('enterpriseAdmin')])
})

/** Sends calls that all wait for the lock of this enterprise's rights; they continue once `meanwhile` is done. */
async function whileWaiting(
  tenantId: number,
  send: () => Promise<Answered>[],
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  await world.admin.query('select pg_advisory_lock($1, $2)', [locks.grants, tenantId])
  const tries = send()
  await expect.poll(() => waiting(world)).toBe(tries.length)
  await meanwhile()
  await world.admin.query('select pg_advisory_unlock($1, $2)', [locks.grants, tenantId])
  return (await Promise.all(tries)).map(refused)
}

const superAdmins = async () =>
  (
    await world.admin.query(
      `select a.id from account a join account_role ar on ar.account_id = a.id join role r on r.id = ar.role_id
       where a.tenant_id = 1 and a.status = '0' and r.status = '0' and r.role_key = 'superAdmin' order by 1`,
    )
  ).rows.map(row => Number(row.id))

/** Every call that could remove the power of a super administrator. */
const outOfPower: [
  what: string,
  out: (me: Caller, other: number, roles: Record<string, number>) => Promise<Answered>,
][] = [
  ['another role', (me, id, { auditor }) => me.put('/system/user/authRole', { userId: id, roleIds: [auditor] })],
  ['another role in the form', (me, id, { auditor }) => me.put('/system/user', { userId: id, roleIds: [auditor] })],
  [
    'taking the role',
    (me, id, { superAdmin }) => me.put('/system/role/authUser/cancel', { roleId: superAdmin, userId: id }),
  ],
  [
    'taking the role from several',
    (me, id, { superAdmin }) => me.put(`/system/role/authUser/cancelAll?roleId=${superAdmin}&userIds=${id}`),
  ],
  ['disabling', (me, id) => me.put('/system/user/changeStatus', { userId: id, status: '1' })],
  ['disabling in the form', (me, id) => me.put('/system/user', { userId: id, status: '1' })],
  ['another type of user', (me, id) => me.put('/system/user', { userId: id, userType: 2 })],
  ['removing', (me, id) => me.delete(`/system/user/${id}`)],
  ['resetting the password', (me, id) => me.put('/system/user/resetPwd', { userId: id, password: 'Another-word-1' })],
]
const platformRoles = async () => ({
  auditor: await delivered('auditor', 1),
  superAdmin: await delivered('superAdmin', 1),
})

test.each(outOfPower)('two super administrators at the same moment, %s: one of them remains', async (_what, out) => {
  const [one, two] = [await platformAdmin(world), await platformAdmin(world)]
  const roles = await platformRoles()
  const answers = await whileWaiting(1, () => [out(one, two.accountId, roles), out(two, one.accountId, roles)])
  expect(answers.filter(answer => answer === 'accepted')).toHaveLength(1)
  const left = answers[0] === 'accepted' ? one : two
  expect(await superAdmins()).toContain(left.accountId)
  expect((await left.get<{ permissions: string[] }>('/getInfo')).data.permissions).toEqual(['*:*:*'])
})

test.each(outOfPower)('nobody removes the last super administrator: %s', async (_what, out) => {
  const last = await platformAdmin(world)
  await world.admin.query(
    'delete from account_role where account_id <> $1 and role_id = (select id from role where tenant_id = 1 and role_key = $2)',
    [last.accountId, 'superAdmin'],
  )
  await world.admin.query('update enterprise set rights_epoch = rights_epoch + 1 where id = 1')
  const operator = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  const roles = await platformRoles()
  for (const caller of [last, operator])
    expect(refused(await out(caller, last.accountId, roles))).toMatch(
      /^system\.(user\.(self|selfRoles|higher)|role\.notGrantable)$/,
    )
  expect(await superAdmins()).toEqual([last.accountId])
})

test('the super administrator’s role is neither disabled nor removed', async () => {
  const [root, roleId] = [await platformAdmin(world), await delivered('superAdmin', 1)]
  expect(refused(await root.put('/system/role/changeStatus', { roleId, status: '1' }))).toBe('system.role.builtIn')
  expect(refused(await root.put('/system/role', { roleId, status: '1' }))).toBe('system.role.builtIn')
  expect(refused(await root.delete(`/system/role/${roleId}`))).toBe('system.role.builtIn')
})

test('rights that an actor loses while their call waits no longer count', async () => {
  const yard = await makeDept(admin, deptId)
  const other = await makeUser(admin, sawmill)
  const lost = async (
    change: string,
    values: (roleId: number) => unknown[],
    send: (me: Caller) => Promise<Answered>,
    more: readonly string[] = [],
  ) => {
    const me = await makeHolder(world, admin, yard, [...administering, 'system:dept:edit', ...more])
    return whileWaiting(
      admin.tenantId,
      () => [send(me)],
      () => world.admin.query(change, values(me.roleId)),
    )
  }
  const menu = `delete from role_menu rm using menu m where rm.role_id = $1 and m.id = rm.menu_id and m.perms = $2`
  const rename = (me: Caller) => me.put('/system/user', { userId: other.id, nickName: 'x' })
  expect(await lost(menu, roleId => [roleId, 'system:user:edit'], rename)).toEqual(['forbidden'])
  expect(
    await lost(
      menu,
      roleId => [roleId, 'system:dept:edit'],
      me => me.put('/system/dept', { deptId: yard, deptName: unique('d') }),
    ),
  ).toEqual(['forbidden'])
  const within = await makeRole(world, admin, ['catalog:product:list'])
  const give = (me: Caller) => me.put(`/system/role/authUser/selectAll?roleId=${within}&userIds=${other.id}`)
  expect(await lost(menu, roleId => [roleId, 'system:role:edit'], give)).toEqual(['forbidden'])
  for (const [verb, sessions] of [
    ['forceLogout', 1],
    ['batchLogout', 2],
  ] as const) {
    const theirs = await makeHolder(world, admin, yard, ['catalog:product:list'])
    if (sessions === 2) await sessionOf(world, admin.tenantId, theirs.accountId)
    const ids = await sessionsOf(theirs.accountId)
    const right = `monitor:online:${verb}`
    const end = (me: Caller) => me.delete(`/monitor/online/${ids}`)
    expect(await lost(menu, roleId => [roleId, right], end, [right])).toEqual(['forbidden'])
    expect(await sessionsOf(theirs.accountId)).toBe(ids)
  }
  // The same holds for the scope of their role.
  const scope = `update role set data_scope = '3' where id = $1`
  expect(await lost(scope, roleId => [roleId], rename)).toEqual(['notFound'])
  expect(await lost(scope, roleId => [roleId], give)).toEqual(['notFound'])
  expect(
    await lost(
      scope,
      roleId => [roleId],
      me => me.put('/system/dept', { deptId: sawmill, leader: 'x' }),
    ),
  ).toEqual(['notFound'])
})

test('enabling a department enables no department above it that is out of the actor’s scope', async () => {
  const mill = await makeDept(admin, deptId)
  const yard = await makeDept(admin, mill)
  const shed = await makeDept(admin, yard)
  const dept = (verb: string) => `system:dept:${verb}`
  const foreman = await makeHolder(world, admin, yard, ['list', 'query', 'edit'].map(dept), { dataScope: '4' })
  const status = async () =>
    (
      await world.admin.query('select status from dept where id = any($1) order by cardinality(ancestors)', [
        [mill, yard, shed],
      ])
    ).rows.map(row => row.status)
  const disable = (ids: number[]) => world.admin.query(`update dept set status = '1' where id = any($1)`, [ids])
  await disable([mill, yard, shed])
  const seen = (await foreman.get<{ can: string[]; why: object }>(`/system/dept/${shed}`)).data
  expect([seen.can.includes('enable'), seen.why]).toEqual([false, { enable: 'system.dept.aboveDisabled' }])
  const enable = (me: Caller) => me.put('/system/dept', { deptId: shed, status: '0' })
  expect(refused(await enable(foreman))).toBe('system.dept.aboveDisabled')
  expect(await status()).toEqual(['1', '1', '1'])
  // Departments above it that are in scope are enabled too.
  expect(refused(await admin.put('/system/dept', { deptId: mill, status: '0' }))).toBe('accepted')
  expect((await foreman.get<{ can: string[] }>(`/system/dept/${shed}`)).data.can).toContain('enable')
  expect(refused(await enable(foreman))).toBe('accepted')
  expect(await status()).toEqual(['0', '0', '0'])
  await disable([mill, yard, shed])
  expect(refused(await enable(admin))).toBe('accepted')
  expect(await status()).toEqual(['0', '0', '0'])
})

test('ST-01: a department with an enabled one below it cannot be disabled, and says so', async () => {
  const mill = await makeDept(admin, deptId)
  const yard = await makeDept(admin, mill)
  const enabledBelowOf = async (id: number) => {
    const { data } = await admin.get<{ can: string[]; why: { disable?: string } }>(`/system/dept/${id}`)
    return data.can.includes('disable') ? 'can' : data.why.disable
  }
  const disable = async (id: number) => refused(await admin.put('/system/dept/changeStatus', { id, status: '1' }))
  expect([await enabledBelowOf(mill), await enabledBelowOf(yard)]).toEqual(['system.dept.childrenEnabled', 'can'])
  expect([await disable(mill), await disable(yard)]).toEqual(['system.dept.childrenEnabled', 'accepted'])
  expect([await enabledBelowOf(mill), await enabledBelowOf(yard)]).toEqual(['can', undefined])
  expect(await disable(mill)).toBe('accepted')
})

test('only super administrators grant the super administrator’s role', async () => {
  const root = await platformAdmin(world)
  const operator = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  const role = await delivered('superAdmin', 1)
  const dept = Number(
    (await world.admin.query(`insert into dept (tenant_id, dept_name) values (1, 'Platform') returning id`)).rows[0].id,
  )
  const user = await makeUser(root, dept)
  expect(refused(await operator.put(`/system/user/authRole?userId=${user.id}&roleIds=${role}`))).toBe(
    'system.role.notGrantable',
  )
  expect(
    refused(await operator.put('/system/user/resetPwd', { userId: root.accountId, password: 'Another-word-9' })),
  ).toBe('system.user.higher')
  expect(refused(await root.put(`/system/user/authRole?userId=${user.id}&roleIds=${role}`))).toBe('accepted')
  const session = await sessionOf(world, 1, user.id)
  expect((await session.get<{ permissions: string[] }>('/getInfo')).data.permissions).toEqual(['*:*:*'])
})

test('A34: fields that are not the caller’s to set are refused, and nothing is saved', async () => {
  const target = await makeUser(admin, sawmill)
  const sum = async () =>
    (
      await world.admin.query(
        'select md5(string_agg(t::text, $1 order by id)) as sum from account t where tenant_id = $2',
        ['|', admin.tenantId],
      )
    ).rows[0].sum
  const before = await sum()
  for (const [field, value] of Object.entries({
    tenantId: 1,
    enterpriseId: 1,
    createBy: 'x',
    createdBy: 1,
    loginIp: '1.1.1.1',
    avatar: 'x',
    passwordHash: 'x',
    initialUntil: null,
    superAdmin: true,
    permissions: ['*:*:*'],
    delFlag: '0',
  })) {
    expect(refused(await admin.post('/system/user', { ...userBody(sawmill), [field]: value })), `add ${field}`).toBe(
      `${field}: unknownField`,
    )
    expect(refused(await admin.put('/system/user', { userId: target.id, [field]: value })), `edit ${field}`).toBe(
      `${field}: unknownField`,
    )
  }
  expect(
    refused(await admin.put('/system/user', { userId: target.id, password: 'Another-word-9' })),
    'a password is not edited in passing',
  ).toBe('password: unknownField')
  expect(
    refused(await admin.put('/system/user', { userId: target.id, userName: 'renamed' })),
    'the account keeps its name',
  ).toBe('userName: unknownField')
  expect(
    refused(
      await admin.put('/system/user/resetPwd', { userId: target.id, password: 'Another-word-9', userName: 'other' }),
    ),
    'CVE-2024-57439',
  ).toBe('userName: unknownField')
  expect(refused(await admin.put('/system/user/changeStatus', { userId: target.id, status: '0', roleIds: [1] }))).toBe(
    'roleIds: unknownField',
  )
  for (const [field, value] of Object.entries({
    tenantId: 1,
    builtIn: true,
    dataScope: '1',
    createBy: 'x',
    superAdmin: true,
  }))
    expect(
      refused(
        await admin.post('/system/role', { roleName: unique('r'), roleKey: unique('r'), roleSort: 1, [field]: value }),
      ),
      `role ${field}`,
    ).toBe(`${field}: unknownField`)
  for (const field of ['userName', 'userType', 'status', 'deptId', 'roleIds', 'tenantId', 'newPassword'])
    expect(refused(await admin.put('/system/user/profile', { [field]: '1' })), `profile ${field}`).toBe(
      `${field}: unknownField`,
    )
  expect(await sum()).toBe(before)
})

test('A35: a tenant in a header, the query or the body is ignored or refused', async () => {
  const other = await world.makeTenant('ELSEWHERE')
  const headers = { 'x-tenant-id': String(other.id), 'tenant-id': String(other.id) }
  const rows = (await admin.get(`/system/user/list?tenantId=${other.id}&limit=100`, headers)).rows
  expect(new Set(rows.map(row => row.enterpriseName))).toEqual(new Set(['Demo GRANTS']))
})
