import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../harness.ts'
import { makeHolder, menuIds, refused, unique, makeOffice, type Office } from './people.ts'

let { world, root, admin, deptId } = {} as Office
beforeAll(async () => {
  ;({ world, root, admin, deptId } = await makeOffice('MENUS'))
})

interface Item {
  path: string
  name: string
  hidden: boolean
  component: string
  query?: string
  redirect?: string
  alwaysShow?: boolean
  meta?: { title: string; noCache: boolean; link: string | null; icon: string }
  children?: Item[]
}
const walk = (items: Item[]): Item[] => items.flatMap(item => [item, ...walk(item.children ?? [])])
const routers = async (caller: Caller) => walk((await caller.get<Item[]>('/getRouters')).data)

test('SYS-08, SYS-10, SYS-11: a catalogue with a screen is added, appears in the menu, is changed and removed', async () => {
  const catalogue = await root.post<{ menuId: number }>('/system/menu', {
    parentId: 0,
    menuType: 'M',
    menuName: 'Demo catalogue',
    orderNum: 5,
    path: 'demo-catalogue',
    icon: 'tree',
  })
  expect(catalogue.code).toBe(200)
  const screen = await root.post<{ menuId: number }>('/system/menu', {
    parentId: catalogue.data.menuId,
    menuType: 'C',
    menuName: 'Demo screen',
    orderNum: 1,
    path: 'screen',
    component: 'system/user',
    query: '{"userType":"2"}',
    isCache: '1',
    perms: 'demo:screen:list',
  })
  const screenItem = (await routers(root)).find(item => item.path === 'screen')!
  expect(screenItem).toMatchObject({
    component: 'system/user',
    query: '{"userType":"2"}',
    hidden: false,
    meta: { title: 'Demo screen', noCache: true },
  })
  expect((await routers(root)).find(item => item.path === '/demo-catalogue')).toMatchObject({
    component: 'Layout',
    redirect: 'noRedirect',
    alwaysShow: true,
    meta: { icon: 'tree' },
  })
  // SYS-10, SYS-11: cached and visible follow their flags; hidden is still reachable, disabled is not.
  await root.put('/system/menu', { menuId: screen.data.menuId, isCache: '0', visible: '1' })
  expect((await routers(root)).find(item => item.path === 'screen')).toMatchObject({
    hidden: true,
    meta: { noCache: false },
  })
  await root.put('/system/menu', { menuId: screen.data.menuId, status: '1' })
  expect((await routers(root)).some(item => item.path === 'screen')).toBe(false)
  expect((await root.delete(`/system/menu/${screen.data.menuId}`)).code).toBe(200)
  expect((await root.delete(`/system/menu/${catalogue.data.menuId}`)).code).toBe(200)
})

test('SYS-09: an external link opens its address, a framed one keeps it in meta.link', async () => {
  const add = (more: object) =>
    root.post<{ menuId: number }>('/system/menu', {
      parentId: 0,
      menuType: 'M',
      menuName: unique('Link '),
      orderNum: 50,
      ...more,
    })
  const [window, frame] = [`https://example.org/${unique('w')}`, `https://example.org/${unique('f')}`]
  expect((await add({ isFrame: '0', path: window })).code).toBe(200)
  expect((await add({ isFrame: '1', menuType: 'C', path: frame })).code).toBe(200)
  const items = await routers(root)
  expect(items.find(item => item.path === window)).toMatchObject({ component: 'Layout', meta: { link: null } })
  expect(items.find(item => item.meta?.link === frame)).toMatchObject({ component: 'InnerLink' })
})

test('the list is flat and in the reader’s language; tenants read their menus through the tree only', async () => {
  const list =
    await root.get<{ menuId: number; parentId: number; menuName: string; titleKey: string; delivered: boolean }[]>(
      '/system/menu/list',
    )
  expect(list.data.length).toBe(list.total)
  expect(list.data.find(menu => menu.titleKey === 'system.user')).toMatchObject({ menuName: 'Users', delivered: true })
  const french = await world.caller(root.token, 'fr').get('/system/menu/list?menuName=Utilisateurs&menuType=C')
  expect(french.rows.map(row => row.titleKey)).toContain('system.user')
  interface Node {
    id: number
    label: string
    children?: Node[]
  }
  const all = (nodes: Node[]): Node[] => nodes.flatMap(node => [node, ...all(node.children ?? [])])
  const tree = all((await admin.get<Node[]>('/system/menu/treeselect')).data)
  const platformOnly = new Set(
    await menuIds(world, [
      'system:menu:list',
      'system:config:list',
      'tenant:enterprise:list',
      'system:notice:add',
      'system:division:sync',
    ]),
  )
  expect(tree.filter(node => platformOnly.has(node.id))).toEqual([])
  const shared = new Set(await menuIds(world, ['system:notice:list', 'system:division:list', 'system:user:resetPwd']))
  expect(tree.filter(node => shared.has(node.id))).toHaveLength(3)
  const reader = await makeHolder(world, admin, deptId, ['catalog:product:list'])
  expect(all((await reader.get<Node[]>('/system/menu/treeselect')).data).map(node => node.label)).toEqual([
    'Products',
    'Product management',
  ])
})

test('SEC-20, SEC-22: the checked keys of a role omit parents for a linked tree', async () => {
  const holder = await makeHolder(world, admin, deptId, ['catalog:product:list', 'catalog:product:add'])
  const [add] = await menuIds(world, ['catalog:product:add'])
  const linked = await admin.get<{ checkedKeys: number[] }>(`/system/menu/roleMenuTreeselect/${holder.roleId}`)
  expect(linked.data.checkedKeys).toEqual([add])
  await admin.put('/system/role', { roleId: holder.roleId, menuCheckStrictly: false })
  const free = await admin.get<{ checkedKeys: number[] }>(`/system/menu/roleMenuTreeselect/${holder.roleId}`)
  expect(free.data.checkedKeys.length).toBe(3)
  expect(free.data.checkedKeys).toContain(add)
})

test('SEC-31: without its permission an entry is not in the menu', async () => {
  const reader = await makeHolder(world, admin, deptId, ['catalog:product:list'])
  expect((await routers(reader)).map(item => item.path)).toEqual(['/catalog', 'product'])
})

test('a new order is saved for the changed rows only', async () => {
  const { rows } = await world.admin.query(`select id from menu where parent_id is null order by order_num, id limit 2`)
  const [first, second] = rows.map(row => Number(row.id))
  expect((await root.put('/system/menu/updateSort', { menuIds: `${first},${second}`, orderNums: '20,10' })).code).toBe(
    200,
  )
  const top = await world.admin.query('select id from menu where id = any($1) order by order_num', [[first, second]])
  expect(top.rows.map(row => Number(row.id))).toEqual([second, first])
  expect(refused(await root.put('/system/menu/updateSort', { menuIds: `${first},999999999`, orderNums: '1,2' }))).toBe(
    'notFound',
  )
  expect(refused(await root.put('/system/menu/updateSort', { menuIds: `${first}`, orderNums: '1,2' }))).toBe(
    'orderNums: notInteger',
  )
})

test('the screens that a menu may open are those that exist', async () => {
  const screens = (await root.get<string[]>('/system/menu/components')).data
  expect(screens).toContain('system/user')
  expect(screens).toContain('entity/catalog/product')
  expect(screens.every(screen => /^[a-z0-9/-]+$/.test(screen))).toBe(true)
})

test('the matrix shows for every role in scope exactly the permissions that it grants', async () => {
  const holder = await makeHolder(world, admin, deptId, ['catalog:product:list', 'system:role:list'])
  const matrix = (
    await admin.get<{
      roles: { roleId: number; roleKey: string; superAdmin: boolean }[]
      permissions: { menuId: number; perms: string }[]
      granted: Record<string, number[]>
    }>('/system/role/matrix')
  ).data
  const perms = new Map(matrix.permissions.map(one => [one.menuId, one.perms]))
  const of = (id: number) => (matrix.granted[id] ?? []).map(menu => perms.get(menu)).filter(Boolean)
  expect(of(holder.roleId).sort()).toEqual(['catalog:product:list', 'system:role:list'])
  const auditor = matrix.roles.find(role => role.roleKey === 'auditor')!
  expect(of(auditor.roleId).every(permission => /:(list|query)$/.test(permission!))).toBe(true)
  expect([...perms.values()]).not.toContain('system:menu:edit')
  expect(matrix.roles.some(role => role.superAdmin)).toBe(false)
  const platform = (await root.get<typeof matrix>('/system/role/matrix')).data
  const superAdmin = platform.roles.find(role => role.superAdmin)!
  expect(platform.granted[superAdmin.roleId]).toHaveLength(platform.permissions.length)
})

test('ST-01: nobody disables the menus that lead to the administration of menus, nor moves them out of sight', async () => {
  interface Menu {
    id: number
    parentId: number
    titleKey: string | null
    status: string
    can: string[]
    why: Record<string, string>
  }
  const all = async () => (await root.get<Menu[]>('/system/menu/list')).data
  const named = async (key: string) => (await all()).find(menu => menu.titleKey === key)!
  const [system, menus, posts] = [await named('system'), await named('system.menu'), await named('system.post')]
  for (const { id, can, why } of [system, menus]) {
    expect([can.includes('disable'), why.disable]).toEqual([false, 'system.menu.wayIn'])
    expect(refused(await root.put('/system/menu/changeStatus', { id, status: '1' }))).toBe('system.menu.wayIn')
    expect(refused(await root.put('/system/menu', { menuId: id, status: '1' }))).toBe('system.menu.wayIn')
  }
  expect(posts.why.disable).toBeUndefined()
  expect(posts.can).toContain('disable')

  // Moving it into a disabled catalogue is refused; afterwards its new catalogue cannot be disabled.
  const catalogue = await root.post<{ id: number }>('/system/menu', {
    parentId: 0,
    menuType: 'M',
    menuName: unique('Way in'),
    orderNum: 90,
    path: unique('way-in'),
    status: '1',
  })
  const into = (parentId: number) => root.put('/system/menu', { menuId: menus.id, parentId })
  expect(refused(await into(catalogue.data.id))).toBe('system.menu.wayIn')
  const turn = (id: number, status: string) => root.put('/system/menu/changeStatus', { id, status })
  expect((await turn(catalogue.data.id, '0')).code).toBe(200)
  expect((await into(catalogue.data.id)).code).toBe(200)
  expect(refused(await turn(catalogue.data.id, '1'))).toBe('system.menu.wayIn')
  // A menu that no longer leads there can be disabled.
  expect((await turn(system.id, '1')).code).toBe(200)
  expect((await turn(system.id, '0')).code).toBe(200)
  expect((await into(menus.parentId)).code).toBe(200)
  expect((await turn(catalogue.data.id, '1')).code).toBe(200)
  const remaining = await all()
  expect(remaining.filter(menu => menu.status !== '0').map(menu => menu.id)).toEqual([catalogue.data.id])
})
