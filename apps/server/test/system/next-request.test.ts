import { beforeAll, expect, inject, test } from 'vitest'
import { makeApp } from '../../src/app.ts'
import type { App } from '../../src/platform/http/http.ts'
import { makeServices } from '../../src/services.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeHolder, makeRole, makeUser, menuIds, platformAdmin, refused, sessionOf, unique } from './people.ts'

/** A40: changes are made through one server and checked on another; each has its own caches, both share a database. */
let world: World
let admin: Caller
let deptId: number
let second: App

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('TWO')
  deptId = tenant.deptId
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const cluster = inject('cluster')
  const path = new URL(world.databaseUrl).pathname
  const at = (url: string) => Object.assign(new URL(url), { pathname: path }).toString()
  const services = await makeServices(world.services.settings, {
    serverUrl: at(cluster.serverUrl),
    workerUrl: at(cluster.workerUrl),
  })
  second = await makeApp(services)
  await second.ready()
  return async () => {
    await second.close()
    await services.directory.stop()
    await services.database.close()
  }
})

/** Calls the second server; once before the change, so that it caches the old state. */
const ask = async (caller: Caller, url = '/system/post/list') =>
  refused(
    (
      await second.inject({
        method: 'GET',
        url: `/api${url}`,
        headers: { authorization: `Bearer ${caller.token}`, 'accept-language': 'en' },
      })
    ).json(),
  )

const rows: [string, () => Promise<{ holder: Caller; change: () => Promise<unknown>; after: string }>][] = [
  [
    'a menu taken from a role',
    async () => {
      const holder = await makeHolder(world, admin, deptId, ['system:post:list', 'catalog:product:list'])
      return {
        holder,
        change: async () =>
          admin.put('/system/role', { roleId: holder.roleId, menuIds: await menuIds(world, ['catalog:product:list']) }),
        after: 'forbidden',
      }
    },
  ],
  [
    'a role disabled',
    async () => {
      const holder = await makeHolder(world, admin, deptId, ['system:post:list'])
      return {
        holder,
        change: () => admin.put('/system/role/changeStatus', { roleId: holder.roleId, status: '1' }),
        after: 'forbidden',
      }
    },
  ],
  [
    'a role taken from the user',
    async () => {
      const holder = await makeHolder(world, admin, deptId, ['system:post:list'])
      return {
        holder,
        change: () => admin.put('/system/role/authUser/cancel', { roleId: holder.roleId, userId: holder.accountId }),
        after: 'forbidden',
      }
    },
  ],
  [
    'the user disabled',
    async () => {
      const holder = await makeHolder(world, admin, deptId, ['system:post:list'])
      return {
        holder,
        change: () => admin.put('/system/user/changeStatus', { userId: holder.accountId, status: '1' }),
        after: 'unauthenticated',
      }
    },
  ],
  [
    'the user removed',
    async () => {
      const holder = await makeHolder(world, admin, deptId, ['system:post:list'])
      return { holder, change: () => admin.delete(`/system/user/${holder.accountId}`), after: 'unauthenticated' }
    },
  ],
  [
    'the password reset by somebody else',
    async () => {
      const holder = await makeHolder(world, admin, deptId, ['system:post:list'])
      return {
        holder,
        change: () => admin.put('/system/user/resetPwd', { userId: holder.accountId, password: 'Another-word-9' }),
        after: 'unauthenticated',
      }
    },
  ],
  [
    'a forced logout (SYS-05, OPS-02)',
    async () => {
      const holder = await makeHolder(world, admin, deptId, ['system:post:list'])
      const session = (await admin.get('/monitor/online/list')).rows.find(row => row.userId === holder.accountId)!
      return { holder, change: () => admin.delete(`/monitor/online/${session.tokenId}`), after: 'unauthenticated' }
    },
  ],
  [
    'a forced logout from the users screen (SYS-05)',
    async () => {
      const holder = await makeHolder(world, admin, deptId, ['system:post:list'])
      return {
        holder,
        change: () => admin.put('/system/user/forceLogout', { userId: holder.accountId }),
        after: 'unauthenticated',
      }
    },
  ],
  [
    'the user becoming a field user',
    async () => {
      const holder = await makeHolder(world, admin, deptId, ['system:post:list'])
      return {
        holder,
        change: () => admin.put('/system/user', { userId: holder.accountId, userType: 2 }),
        after: 'unauthenticated',
      }
    },
  ],
  [
    'the menu disabled by the platform',
    async () => {
      const root = await platformAdmin(world)
      const holder = await makeHolder(world, admin, deptId, ['system:post:list'])
      const [id] = await menuIds(world, ['system:post:list'])
      return { holder, change: () => root.put('/system/menu', { menuId: id, status: '1' }), after: 'forbidden' }
    },
  ],
]

test.each(rows)('%s binds the next request on every server', async (_title, prepare) => {
  const { holder, change, after } = await prepare()
  expect(await ask(holder)).toBe('accepted')
  expect(await change()).toMatchObject({ code: 200 })
  expect(await ask(holder)).toBe(after)
  await world.admin.query(`update menu set status = '0' where perms = 'system:post:list'`)
  await world.admin.query('update enterprise set rights_epoch = rights_epoch + 1 where id = 1')
})

test('a widened and a narrowed data scope bind the next request on every server', async () => {
  const other = await makeUser(admin, deptId)
  const yard = (
    await admin.post<{ id: number }>('/system/dept', { parentId: deptId, deptName: unique('d'), orderNum: 1 })
  ).data.id
  const holder = await makeHolder(world, admin, yard, ['system:user:list', 'system:user:query'], { dataScope: '5' })
  expect(await ask(holder, `/system/user/${other.id}`)).toBe('notFound')
  await admin.put('/system/role/dataScope', { roleId: holder.roleId, dataScope: '1', deptIds: [] })
  expect(await ask(holder, `/system/user/${other.id}`)).toBe('accepted')
  await admin.put('/system/role/dataScope', { roleId: holder.roleId, dataScope: '3', deptIds: [] })
  expect(await ask(holder, `/system/user/${other.id}`)).toBe('notFound')
})

test('a granted role binds the next request too', async () => {
  const user = await makeUser(admin, deptId)
  const caller = await sessionOf(world, admin.tenantId, user.id)
  expect(await ask(caller)).toBe('forbidden')
  await admin.put(
    `/system/user/authRole?userId=${user.id}&roleIds=${await makeRole(world, admin, ['system:post:list'])}`,
  )
  expect(await ask(caller)).toBe('accepted')
})

test('A47: disabling an enterprise ends its sessions on every server; enabling it brings none back', async () => {
  const root = await platformAdmin(world)
  const tenant = await world.makeTenant('ENDING')
  const user = await world.signIn(tenant, ['enterpriseAdmin'])
  expect(await ask(user)).toBe('accepted')
  expect((await root.put('/tenant/enterprise/changeStatus', { id: tenant.id, status: '1' })).code).toBe(200)
  expect(await ask(user)).toBe('unauthenticated')
  expect(refused(await user.get('/getInfo'))).toBe('unauthenticated')
  await root.put('/tenant/enterprise/changeStatus', { id: tenant.id, status: '0' })
  expect(await ask(user)).toBe('unauthenticated')
})
