import { type AnyEntity, entityByKey, keyOf, permissionOf } from '@timbermark/contract'
import { dictionaries } from '@timbermark/contract/stages'
import { all } from '@timbermark/phrases/all'
import { beforeAll, describe, expect, test } from 'vitest'
import { permissionsOf, type RouteSpec } from '../../src/platform/http/http.ts'
import { routes } from '../../src/routes.ts'
import { makeGoods, type Goods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { addSample, sampleBody } from '../samples.ts'
import { makeRole, makeUser, menuIds, password, sessionOf } from '../system/people.ts'

let world: World
let root: Caller
let tenant: { id: number; deptId: number }
let admin: Caller
let goods: Goods

beforeAll(async () => {
  world = await makeWorld()
  root = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  tenant = await world.makeTenant('RIGHTS')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  goods = await makeGoods(world, admin)
})

interface Item {
  path: string
  hidden: boolean
  component?: string
  children?: Item[]
}
const addresses = (items: readonly Item[], above = ''): string[] =>
  items.flatMap(item => {
    const path = item.path.startsWith('/') ? item.path : `${above}/${item.path}`
    return [...(item.component?.includes('/') ? [path] : []), ...addresses(item.children ?? [], path)]
  })
const menuOf = async (caller: Caller) => addresses((await caller.get<Item[]>('/getRouters')).data)

describe('who uses what', () => {
  test('SEC-01, SEC-02: the platform’s administrator finds the system menus, an enterprise’s those of its own enterprise', async () => {
    const platformOnly = [
      '/system/menu',
      '/system/dict',
      '/system/config',
      '/tenant/enterprise',
      '/site/banner',
      '/monitor/job',
      '/monitor/server',
      '/monitor/cache',
    ]
    const shared = ['/system/user', '/system/role', '/system/dept', '/system/post', '/catalog/product', '/code/request']
    expect(await menuOf(root)).toEqual(expect.arrayContaining([...platformOnly, ...shared]))
    const tenantMenu = await menuOf(admin)
    expect(tenantMenu).toEqual(expect.arrayContaining(shared))
    expect(tenantMenu.filter(path => platformOnly.includes(path))).toEqual([])
    expect(await admin.get('/tenant/enterprise/list')).toMatchObject({ code: 403 })
    expect(await admin.get('/system/config/list')).toMatchObject({ code: 403 })
  })

  test('SEC-05: a field user signs in to the phone page, may report there, and has no back office', async () => {
    const { id, userName } = await makeUser(admin, tenant.deptId, { userType: 2 })
    await admin.put(`/system/user/authRole?userId=${id}&roleIds=${await roleIdOf('fieldReporter')}`)
    await admin.post('/stage/authorization', { userId: id, stages: ['felling'] })
    // A password that an administrator hands out must be changed before anything else.
    const first = await world.anonymous.post<{ token: string; url: string }>('/login', { username: userName, password })
    expect(first.data.url).toBe('/h5')
    const field = world.caller(first.data.token)
    await field.put('/system/user/profile/updatePwd', { oldPassword: password, newPassword: 'My-own-word-7' })
    const stages = await field.get<{ stage: string }[]>('/stage/authorized')
    expect(stages.data.map(({ stage }) => stage)).toEqual(['felling'])
    expect((await field.get(`/stage/code/${goods.codes[0]}`)).code).toBe(200)
    for (const path of ['/catalog/product/list', '/system/user/list', '/code/request/list'])
      expect((await field.get(path)).code, path).toBe(403)
  })

  test('SEC-06, RT-05: anybody sees product data of a code without signing in', async () => {
    const answer = await world.anonymous.get<{ product: { name: string } }>(`/trace/${goods.codes[0]}`)
    expect(answer).toMatchObject({ code: 200 })
    const names = (await admin.get('/catalog/product/list')).rows.map(row => String(row.name))
    expect(names.some(name => answer.raw.toString().includes(name))).toBe(true)
    const page = await world.app.inject({ url: `/c?code=${goods.codes[0]}` })
    expect(page.headers.location).toBeUndefined()
    expect([200, 503], 'drawn, or said to be not built yet; never a sign-in').toContain(page.statusCode)
  })
})

async function roleIdOf(key: string): Promise<number> {
  const { rows } = await world.admin.query('select id from role where role_key = $1 and tenant_id = $2', [
    key,
    tenant.id,
  ])
  return Number(rows[0].id)
}

describe('roles and permissions', () => {
  test('SEC-07, RT-41: they come from the server, with the menu, and changing them there changes both', async () => {
    const roleId = await makeRole(world, admin, ['catalog:product:list', 'catalog:product:add'])
    const user = await makeUser(admin, tenant.deptId, { roleIds: [roleId] })
    const caller = await sessionOf(world, tenant.id, user.id)
    const first = (await caller.get<{ roles: string[]; permissions: string[] }>('/getInfo')).data
    expect(first.roles).toHaveLength(1)
    expect(first.permissions.sort()).toEqual(['catalog:product:add', 'catalog:product:list'])
    expect(await menuOf(caller)).toContain('/catalog/product')
    const answer = await admin.put('/system/role', { roleId, menuIds: await menuIds(world, ['catalog:batch:list']) })
    expect(answer.code).toBe(200)
    expect((await caller.get<{ permissions: string[] }>('/getInfo')).data.permissions).toEqual(['catalog:batch:list'])
    expect(await menuOf(caller)).not.toContain('/catalog/product')
    expect(await menuOf(caller)).toContain('/catalog/batch')
  })

  test('SEC-13, SEC-14: no call behind a permission answers to anybody without it', async () => {
    const nobody = await world.signIn(tenant, [])
    const closed = routes.filter(route => permissionsOf(route.access).length > 0)
    expect(closed.length).toBeGreaterThan(150)
    for (const route of closed) {
      const path = `/api${route.path.replace(/:\w+(\([^)]*\))?/g, '1')}`
      for (const [caller, code] of [
        [nobody, 403],
        [world.anonymous, 401],
      ] as const) {
        const answer = await call(caller, route.method, path)
        expect([answer.status, answer.code], `${route.method} ${path}`).toEqual([200, code])
      }
    }
  })

  const category = entityByKey('catalog/category') as AnyEntity
  // A right to a button includes its screen: the list itself goes with the last of them.
  const buttons = category.operations.filter(operation => operation !== 'list')
  test.each(buttons)('SEC-13: without %s that call is refused, the others are not', async taken => {
    const permissions = buttons.map(operation => permissionOf(category, operation))
    const { id } = await addSample(admin, category, 'TAKEN')
    const roleId = await makeRole(
      world,
      admin,
      permissions.filter(permission => permission !== permissionOf(category, taken)),
    )
    const user = await makeUser(admin, tenant.deptId, { roleIds: [roleId] })
    const caller = await sessionOf(world, tenant.id, user.id)
    const base = `/${keyOf(category)}`
    const calls: Record<string, () => Promise<{ code: number; status: number }>> = {
      query: () => caller.get(`${base}/${id}`),
      add: async () => caller.post(base, await sampleBody(admin, category, 'NEW')),
      edit: () => caller.put(base, { id, remark: 'edited' }),
      export: () => caller.get(`${base}/export`),
      import: () => caller.get(`${base}/importTemplate`),
      remove: () => caller.delete(`${base}/${id}`),
    }
    expect(Object.keys(calls).sort()).toEqual([...buttons].sort())
    for (const [operation, run] of Object.entries(calls)) {
      const { code, status } = await run()
      // A spreadsheet has no envelope, hence no code.
      expect([status, code === 403], operation).toEqual([200, operation === taken])
    }
  })
})

function call(caller: Caller, method: RouteSpec['method'], path: string) {
  if (method === 'GET') return caller.get(path)
  if (method === 'DELETE') return caller.delete(path)
  return method === 'POST' ? caller.post(path) : caller.put(path)
}

test('I18-06, API-20: every choice of every dictionary is in the reader’s language', async () => {
  expect(dictionaries.length).toBeGreaterThan(10)
  for (const { type, entries } of dictionaries) {
    for (const language of ['zh', 'en', 'fr'] as const) {
      const { data } = await world
        .caller(admin.token, language)
        .get<{ dictLabel: string; dictValue: string; remark: string | null }[]>(`/system/dict/data/type/${type}`)
      const labels = Object.fromEntries(data.map(entry => [entry.dictValue, entry.dictLabel]))
      const phrases: Record<string, string> = all[language]
      expect(labels, `${type} ${language}`).toEqual(
        Object.fromEntries(entries.map(entry => [entry.value, phrases[entry.label]])),
      )
      for (const { dictLabel, remark } of data) {
        expect(dictLabel, type).not.toMatch(/^dict\.|^$/)
        if (language !== 'zh') expect(`${dictLabel}${remark ?? ''}`, type).not.toMatch(/\p{Script=Han}/u)
      }
    }
  }
})
