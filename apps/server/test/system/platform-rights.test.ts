import { platformPermissions } from '@timbermark/contract'
import { beforeAll, expect, test } from 'vitest'
import { bootstrapInstallation } from '../../src/areas/system/bootstrap/bootstrap.ts'
import { permissionsOf } from '../../src/platform/http/http.ts'
import { routes } from '../../src/routes.ts'
import type { Caller } from '../harness.ts'
import { makeHolder, makeOffice, makeRole, menuIds, type Office, refused, unique } from './people.ts'

/** Operator-only permissions are denied to enterprises by the permission itself, whatever menu names it. */
let { world, root, admin, deptId } = {} as Office
const theirs = 'tenant:enterprise:resetPwd'

beforeAll(async () => {
  ;({ world, root, admin, deptId } = await makeOffice('PLATFORM-RIGHTS'))
})

/** A menu that the operator adds. */
async function addMenu(more: Record<string, unknown>, by: Caller = root): Promise<number> {
  const answer = await by.post<{ id: number }>('/system/menu', {
    parentId: 0,
    menuType: 'C',
    menuName: unique('Menu '),
    path: `https://example.org/${unique('m')}`,
    isFrame: '0',
    orderNum: 60,
    ...more,
  })
  expect(answer.msg).toBe('ok')
  return answer.data.id
}
const addButton = async (permission: string, above: string) =>
  addMenu({ menuType: 'F', parentId: (await menuIds(world, [above]))[0], perms: permission, path: undefined })

/** A menu as it could be stored before permissions were checked, in the role of an enterprise. */
async function slip(roleId: number, permission: string): Promise<void> {
  await world.admin.query(
    `with menu as (insert into menu (menu_type, menu_name, order_num, perms) values ('F', $3, 1, $2) returning id)
     insert into role_menu (tenant_id, role_id, menu_id) select $4, $1, id from menu`,
    [roleId, permission, unique('Slipped '), admin.tenantId],
  )
}
const bump = () => world.admin.query('update enterprise set rights_epoch = rights_epoch + 1')
const isForPlatform = async (id: number) =>
  (await world.admin.query('select platform_only from menu where id = $1', [id])).rows[0].platform_only
const permissionsHeld = async (caller: Caller) =>
  (await caller.get<{ permissions: string[] }>('/getInfo')).data.permissions
const again = () =>
  world.services.database.acrossTenants('seed', async db => {
    await world.admin.query('delete from delivery')
    return bootstrapInstallation(db)
  })

test('no call behind a permission of the platform answers to an enterprise, whatever menus its roles have', async () => {
  const ofPlatform = platformPermissions()
  const closed = routes.filter(route => permissionsOf(route.access).some(permission => ofPlatform.has(permission)))
  expect(closed.length).toBeGreaterThan(80)
  const holder = await makeHolder(world, admin, deptId, ['channel:own-case:export'])
  for (const permission of ofPlatform) await slip(holder.roleId, permission)
  await bump()
  expect((await permissionsHeld(holder)).filter(one => ofPlatform.has(one))).toEqual([])
  for (const { method, path } of closed) {
    const response = await world.app.inject({
      method,
      url: `/api${path.replace(/:\w+(\([^)]*\))?/g, '1')}`,
      headers: { authorization: `Bearer ${holder.token}` },
      ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
    })
    expect([response.statusCode, response.json().code], `${method} ${path}`).toEqual([200, 403])
  }
  // They cannot be granted either.
  const matrixPermissions = (await admin.get<{ permissions: { perms: string }[] }>('/system/role/matrix')).data
    .permissions
  expect(matrixPermissions.filter(({ perms }) => ofPlatform.has(perms))).toEqual([])
  const body = { roleName: unique('r'), roleKey: unique('r'), roleSort: 1, menuIds: await menuIds(world, [theirs]) }
  expect(refused(await admin.post('/system/role', body))).toBe('menuIds: referenceMissing')
})

test('a menu added with such a permission is platform-only, and no enterprise gets it, new or old', async () => {
  const button = await addButton(theirs, 'tenant:enterprise:list')
  const elsewhere = await addButton('monitor:job:run', 'system:user:list')
  for (const id of [button, elsewhere]) expect(await isForPlatform(id)).toBe(true)
  expect((await root.put('/system/menu', { menuId: elsewhere, platformOnly: false })).code).toBe(200)
  expect(await isForPlatform(elsewhere)).toBe(true)
  expect(await again()).toBe(true)
  const tenant = await world.makeTenant('NEWCOMER')
  const newcomer = await world.signIn(tenant, ['enterpriseAdmin'])
  for (const caller of [newcomer, await world.signIn({ id: admin.tenantId, deptId }, ['enterpriseAdmin'])]) {
    expect((await permissionsHeld(caller)).filter(one => platformPermissions().has(one))).toEqual([])
    expect(refused(await caller.put('/tenant/enterprise/resetPwd', { id: admin.tenantId }))).toBe('forbidden')
  }
  const granted = await world.admin.query(
    'select 1 from role_menu rm where rm.menu_id = any($1) and rm.tenant_id <> 1',
    [[button, elsewhere]],
  )
  expect(granted.rows).toEqual([])
})

test('a menu below a platform-only menu is platform-only too, also when the upper one is changed later', async () => {
  const plain = { menuType: 'M', path: undefined, isFrame: '1' }
  const top = await addMenu({ ...plain, path: unique('top') })
  const middle = await addMenu({ ...plain, parentId: top, path: unique('middle') })
  const low = await addMenu({ parentId: middle, perms: 'demo:thing:list' })
  expect(await isForPlatform(low)).toBe(false)
  expect((await root.put('/system/menu', { menuId: top, platformOnly: true })).code).toBe(200)
  for (const id of [top, middle, low]) expect(await isForPlatform(id)).toBe(true)
  expect(await isForPlatform(await addMenu({ parentId: middle, perms: 'demo:other:list' }))).toBe(true)
})

test('the bootstrap repairs older menus, and grants only the default rights', async () => {
  const roleId = await makeRole(world, admin, ['catalog:product:list'])
  await slip(roleId, theirs)
  const [renamedTitle, known, unknown] = [unique('Old '), unique('Known '), unique('Unknown ')]
  await world.admin.query(
    `insert into menu (menu_type, menu_name, order_num, path, perms) values
       ('C', $1, 1, $1, '${theirs}'), ('C', $2, 1, $2, 'catalog:product:list'), ('C', $3, 1, $3, 'demo:yard:list')`,
    [renamedTitle, known, unknown],
  )
  expect(await again()).toBe(true)
  const role = (await admin.get<{ menuIds: number[] }>(`/system/role/${roleId}`)).data
  expect(refused(await admin.put('/system/role', { roleId, menuIds: role.menuIds }))).toBe('accepted')
  const { rows } = await world.admin.query(
    `select m.menu_name, m.platform_only, coalesce(array_agg(distinct r.role_key) filter (where r.id is not null), '{}') as roles
     from menu m left join role_menu rm on rm.menu_id = m.id left join role r on r.id = rm.role_id and r.tenant_id = $2
     where m.menu_name = any($1) group by 1, 2`,
    [[renamedTitle, known, unknown], admin.tenantId],
  )
  const of = (name: string) => rows.find(row => row.menu_name === name)
  expect(of(renamedTitle)).toMatchObject({ platform_only: true, roles: [] })
  expect(of(unknown)).toMatchObject({ platform_only: false, roles: [] })
  expect(of(known).roles).toEqual(expect.arrayContaining(['enterpriseAdmin', 'trader']))
  expect(of(known).roles).not.toContain('fieldReporter')
})

test('an administrator of menus cannot give a menu a permission that they do not hold', async () => {
  const platformDept = Number(
    (await world.admin.query(`insert into dept (tenant_id, dept_name) values (1, 'Office') returning id`)).rows[0].id,
  )
  const verbs = ['list', 'query', 'add', 'edit'].map(verb => `system:menu:${verb}`)
  const editor = await makeHolder(world, root, platformDept, [...verbs, 'system:post:list'])
  const link = await addMenu({ perms: 'demo:link:list' })
  await root.put('/system/role', {
    roleId: editor.roleId,
    menuIds: [...(await menuIds(world, [...verbs, 'system:post:list'])), link],
  })
  const change = (perms: string, menuId = link) => editor.put('/system/menu', { menuId, perms })
  expect(refused(await change(theirs))).toBe('system.menu.notHeld')
  expect(await permissionsHeld(editor)).not.toContain(theirs)
  const body = { parentId: 0, menuType: 'C', menuName: unique('Menu '), orderNum: 1, isFrame: '0' }
  const add = (perms: string) => editor.post('/system/menu', { ...body, path: 'https://example.org/added', perms })
  expect(refused(await add(theirs))).toBe('system.menu.notHeld')
  expect(refused(await add('system:post:list'))).toBe('accepted')
  // The permission of a menu that roles hold cannot change, not even by an actor who holds both permissions.
  expect(refused(await change('system:post:list'))).toBe('system.menu.held')
  expect(refused(await root.put('/system/menu', { menuId: link, perms: theirs }))).toBe('system.menu.held')
  expect(refused(await editor.put('/system/menu', { menuId: link, perms: 'demo:link:list', remark: 'x' }))).toBe(
    'accepted',
  )
  expect(refused(await change('system:post:list', await addMenu({})))).toBe('accepted')
})
