import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { png } from '../samples.ts'
import { makeHolder, menuIds, platformAdmin, unique } from './people.ts'

let world: World
let root: Caller
let catalogue: number
let catalogPath: string

interface Item {
  name: string
  path: string
  hidden: boolean
  redirect?: string
  component: string
  query?: string
  alwaysShow?: boolean
  meta?: Record<string, unknown>
  children?: Item[]
}

const routers = async (caller: Caller) => (await caller.get<Item[]>('/getRouters')).data
const walk = (items: Item[]): Item[] => items.flatMap(item => [item, ...walk(item.children ?? [])])

async function addMenu(more: Record<string, unknown>): Promise<{ id: number; menuName: string }> {
  const menuName = unique('Menu ')
  const answer = await root.post<{ id: number }>('/system/menu', {
    parentId: 0,
    menuType: 'C',
    menuName,
    orderNum: 60,
    ...more,
  })
  if (answer.code !== 200) throw new Error(answer.msg)
  return { id: answer.data.id, menuName }
}

/** Finds the item of a menu by its title, with its parent. */
async function findItem(
  menuName: string,
): Promise<{ item: Item; above: Item | undefined; rootItem: boolean } | undefined> {
  const tree = await routers(root)
  const search = (items: Item[], above: Item | undefined): { item: Item; above: Item | undefined } | undefined => {
    for (const item of items) {
      if (item.meta?.title === menuName) return { item, above }
      const below = search(item.children ?? [], item)
      if (below) return below
    }
    return undefined
  }
  const hit = search(tree, undefined)
  return hit && { ...hit, rootItem: tree.includes(hit.item) }
}

/** A user of a new enterprise, and a function that gives their role a menu directly in the database. */
async function newHolder() {
  const tenant = await world.makeTenant(unique('GR-').toUpperCase())
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const holder = await makeHolder(world, admin, tenant.deptId, ['catalog:product:list'])
  const grant = async (menu: number) => {
    await world.admin.query('insert into role_menu (tenant_id, role_id, menu_id) values ($1, $2, $3)', [
      tenant.id,
      holder.roleId,
      menu,
    ])
    await root.delete('/system/config/refreshCache')
  }
  return { holder, grant }
}

beforeAll(async () => {
  world = await makeWorld()
  root = await platformAdmin(world)
  catalogPath = unique('group-')
  catalogue = (await addMenu({ menuType: 'M', path: catalogPath })).id
})

const screen = { component: 'system/user' }
const site = 'https://www.example.org'

describe('ENT-25: one route item per kind of menu', () => {
  test('a catalogue at the root is in the layout, always shown, and does not redirect', async () => {
    const { id, menuName } = await addMenu({ menuType: 'M', path: unique('top-') })
    expect(await findItem(menuName), 'empty, it is not shown').toBeUndefined()
    await addMenu({ ...screen, parentId: id, path: 'in' })
    const { item, rootItem } = (await findItem(menuName))!
    expect(rootItem).toBe(true)
    expect(item).toMatchObject({ component: 'Layout', redirect: 'noRedirect', alwaysShow: true, hidden: false })
    expect(item.path).toMatch(/^\/top-/)
    expect(item.name).not.toBe('')
    expect(item.children).toHaveLength(1)
  })

  test('a catalogue below is a parent view', async () => {
    const { id, menuName } = await addMenu({ menuType: 'M', parentId: catalogue, path: 'inner' })
    await addMenu({ ...screen, parentId: id, path: 'deep' })
    const { item, rootItem } = (await findItem(menuName))!
    expect(rootItem).toBe(false)
    expect(item).toMatchObject({
      path: 'inner',
      component: 'ParentView',
      redirect: 'noRedirect',
      alwaysShow: true,
    })
  })

  test('a screen below a catalogue carries its component and query, and no children', async () => {
    const { menuName } = await addMenu({ ...screen, parentId: catalogue, path: 'plain', query: '{"userType":"2"}' })
    const { item, above } = (await findItem(menuName))!
    expect(above?.path).toBe(`/${catalogPath}`)
    expect(item).toMatchObject({ path: 'plain', component: 'system/user', query: '{"userType":"2"}' })
    for (const left of ['children', 'redirect', 'alwaysShow']) expect(item).not.toHaveProperty(left)
  })

  test('a screen at the root has a nameless layout of its own', async () => {
    const { menuName } = await addMenu({ ...screen, path: unique('lone-'), query: '{"a":"b"}' })
    const { item, above } = (await findItem(menuName))!
    expect(above).toEqual({ name: '', path: '/', hidden: false, component: 'Layout', children: [item] })
    expect(item).toMatchObject({ component: 'system/user', query: '{"a":"b"}', meta: { title: menuName } })
    expect(item.path).not.toMatch(/^\//)
  })

  test('a link to another site opens by its address, at the root and below', async () => {
    const top = await addMenu({ menuType: 'M', isFrame: '0', path: `${site}/${unique('w')}` })
    const below = await addMenu({ isFrame: '0', parentId: catalogue, path: `${site}/${unique('w')}` })
    expect((await findItem(top.menuName))!.item).toMatchObject({ component: 'Layout', meta: { link: null } })
    expect((await findItem(top.menuName))!.item.path).toMatch(/^https:\/\/www\.example\.org\//)
    expect((await findItem(below.menuName))!.item).toMatchObject({ component: 'ParentView', meta: { link: null } })
  })

  test('a framed page has its address in meta.link and a valid route', async () => {
    const address = `${site}:8443/a.b/${unique('f')}?day=1&x=%20#top`
    const top = await addMenu({ isFrame: '1', path: address })
    const below = await addMenu({ isFrame: '1', parentId: catalogue, path: `${address}2` })
    const atTop = (await findItem(top.menuName))!
    expect(atTop.above).toMatchObject({ name: '', path: '/', component: 'Layout' })
    for (const { item } of [atTop, (await findItem(below.menuName))!]) {
      expect(item).toMatchObject({ component: 'InnerLink' })
      expect(item.meta!.link).toMatch(/^https:\/\/www\.example\.org:8443\/a\.b\//)
      expect(item.path).toMatch(/^example\/org\/8443\/a\/b\/[A-Za-z0-9/_-]+$/)
    }
  })

  test('a button never becomes a route, but its permission is held', async () => {
    const { id } = await addMenu({ ...screen, parentId: catalogue, path: 'with-button', perms: 'demo:row:list' })
    const button = await addMenu({ menuType: 'F', parentId: id, perms: 'demo:row:add' })
    expect(await findItem(button.menuName)).toBeUndefined()
    const { holder, grant } = await newHolder()
    const permissions = async () => (await holder.get<{ permissions: string[] }>('/getInfo')).data.permissions
    expect(await permissions()).not.toContain('demo:row:add')
    await grant(button.id)
    expect(await permissions()).toContain('demo:row:add')
    expect(walk(await routers(holder)).map(item => item.meta?.title)).not.toContain(button.menuName)
  })

  test('hidden stays reachable, disabled is no route, and nothing below it is', async () => {
    const { id, menuName } = await addMenu({ menuType: 'M', path: unique('off-') })
    const child = await addMenu({ ...screen, parentId: id, path: 'child', visible: '1', isCache: '1' })
    expect((await findItem(child.menuName))!.item).toMatchObject({ hidden: true, meta: { noCache: true } })
    await root.put('/system/menu', { menuId: id, status: '1' })
    expect(await findItem(menuName)).toBeUndefined()
    expect(await findItem(child.menuName)).toBeUndefined()
  })

  test('menus below a menu that is not granted disappear; the order follows the order numbers', async () => {
    const { id } = await addMenu({ menuType: 'M', path: unique('grant-') })
    const second = await addMenu({ ...screen, parentId: id, path: 'second', orderNum: 2, perms: 'demo:second:list' })
    const first = await addMenu({ ...screen, parentId: id, path: 'first', orderNum: 1, perms: 'demo:first:list' })
    const { holder, grant } = await newHolder()
    const titles = async () => walk(await routers(holder)).map(item => item.meta?.title)
    await grant(first.id)
    await grant(second.id)
    expect(await titles(), 'the catalogue above is not granted').not.toContain(first.menuName)
    await grant(id)
    expect((await titles()).filter(title => [first.menuName, second.menuName].includes(String(title)))).toEqual([
      first.menuName,
      second.menuName,
    ])
  })
})

test.each([
  ['the supplier first', [4, 5, 3]],
  ['the dealer first', [5, 3, 4]],
])('accounts of several types with the same role get the menu of their own type, %s', async (_, userTypes) => {
  const tenant = await world.makeTenant(unique('TY-').toUpperCase())
  for (const language of ['en', 'fr'])
    for (const userType of userTypes) {
      const caller = await world.signIn(tenant, ['dealer'], { userType, language })
      const components = walk(await routers(caller)).map(item => item.component)
      expect({ userType, own: components.includes('channel/own') }).toEqual({ userType, own: userType === 5 })
    }
})

test('ENT-26: the meta of a route carries title, icon, noCache, affix, activeMenu and breadcrumb', async () => {
  const { menuName } = await addMenu({
    ...screen,
    parentId: catalogue,
    path: unique('meta-'),
    icon: 'tree',
    isCache: '1',
    activeMenu: '/system/user',
  })
  expect((await findItem(menuName))!.item.meta).toEqual({
    title: menuName,
    icon: 'tree',
    noCache: true,
    link: null,
    affix: false,
    activeMenu: '/system/user',
    breadcrumb: true,
  })
})

test('ENT-21: the session’s user has account, avatar, type, roles and permissions; the avatar is the uploaded one (SCR-38)', async () => {
  const tenant = await world.makeTenant(unique('IN-').toUpperCase())
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const holder = await makeHolder(world, admin, tenant.deptId, ['catalog:product:list', 'catalog:product:add'])
  interface Info {
    user: { userName: string; avatar: string | null; userType: number }
    roles: string[]
    permissions: string[]
  }
  const before = (await holder.get<Info>('/getInfo')).data
  expect(before.user).toMatchObject({ avatar: null, userType: 1, userName: expect.stringMatching(/^user-/) })
  expect(before.roles).toEqual([expect.stringMatching(/^role/)])
  expect(new Set(before.permissions)).toEqual(new Set(['catalog:product:list', 'catalog:product:add']))
  await holder.upload('/system/user/profile/avatar', { name: 'me.png', content: png })
  const { avatar } = (await holder.get<Info>('/getInfo')).data.user
  expect((await world.anonymous.get(avatar!)).raw.equals(png)).toBe(true)
  const reporter = await world.signIn(tenant, ['fieldReporter'])
  expect((await reporter.get<Info>('/getInfo')).data.user.userType).toBe(2)
})

test('ENT-47: every answer, also a refusal, has code, msg and data, and no other names', async () => {
  const [productMenu] = await menuIds(world, ['catalog:product:list'])
  const answers = [
    await root.get(`/system/menu/${productMenu}`),
    await root.put('/system/menu', { menuId: productMenu, icon: 'shopping' }),
    await root.get('/system/config/list'),
    await root.get('/system/config/999999999'),
    await root.post('/system/config', { configKey: '' }),
    await world.anonymous.get('/getInfo'),
    await root.get('/no/such/call'),
  ]
  const known = ['code', 'msg', 'message', 'data', 'rows', 'total', 'estimated', 'error', 'request']
  for (const answer of answers) {
    const body = JSON.parse(answer.raw.toString()) as Record<string, unknown>
    expect(Object.keys(body).filter(key => !known.includes(key))).toEqual([])
    expect(body.code).toEqual(expect.any(Number))
    expect(body.msg).toEqual(expect.stringMatching(/\S/))
    expect(answer.status).toBe(200)
  }
  expect(answers.map(answer => answer.code)).toEqual([200, 200, 200, 404, 500, 401, 404])
})
