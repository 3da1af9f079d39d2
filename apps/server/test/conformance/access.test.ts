import {
  type AnyEntity,
  entities,
  keyOf,
  menuButtons,
  menuPermission,
  menus,
  type MenuSeed,
  permissionOf,
  roleAllows,
  roles,
} from '@timbermark/contract'
import { expect, test } from 'vitest'
import { permissionsOf } from '../../src/platform/http/http.ts'
import { routes } from '../../src/routes.ts'

function everyMenu(list: readonly MenuSeed[]): MenuSeed[] {
  return list.flatMap(menu => [menu, ...everyMenu(menu.children ?? [])])
}

const granted = new Set(
  everyMenu(menus)
    .flatMap(menu => [menuPermission(menu), ...menuButtons(menu).map(button => button.permission)])
    .filter(permission => permission !== undefined),
)

test('every route is declared once', () => {
  const declared = routes.map(route => `${route.method} ${route.path}`)
  expect(declared.filter((route, index) => declared.indexOf(route) !== index)).toEqual([])
})

test('every permission of a route can be granted through the menu', () => {
  const missing = routes
    .flatMap(route =>
      permissionsOf(route.access).map(permission => ({ route: `${route.method} ${route.path}`, permission })),
    )
    .filter(({ permission }) => !granted.has(permission))
  expect(missing).toEqual([])
})

test('public routes are exactly these', () => {
  expect(
    routes
      .filter(route => route.access === 'public')
      .map(route => `${route.method} ${route.path}`)
      .sort(),
  ).toMatchSnapshot()
})

test('SEC-12: a permission has three parts', () => {
  for (const permission of granted) expect(permission).toMatch(/^[a-z]+(:[A-Za-z-]+){2}$/)
})

test('every write by a signed-in user is entered in the operation log, or says why not', () => {
  const withoutLog = new Set(['POST /common/upload', 'PUT /catalog/batch/:id(^\\d+$)/state'])
  const unlogged = routes
    .filter(route => route.method !== 'GET' && route.access !== 'public' && !route.audit)
    .map(route => `${route.method} ${route.path}`)
  expect(unlogged.filter(route => !withoutLog.has(route))).toMatchSnapshot()
})

test('every declared operation has its route', () => {
  const known = new Set(routes.map(route => `${route.method} ${route.path}`))
  const of = (entity: AnyEntity) => ({
    list: `GET /${keyOf(entity)}/list`,
    add: `POST /${keyOf(entity)}`,
    edit: `PUT /${keyOf(entity)}`,
    export: `GET /${keyOf(entity)}/export`,
    import: `POST /${keyOf(entity)}/importData`,
  })
  const missing = (entities as readonly AnyEntity[]).flatMap(entity =>
    Object.entries(of(entity))
      .filter(([operation, route]) => entity.operations.includes(operation as 'list') && !known.has(route))
      .map(([, route]) => route),
  )
  expect(missing).toEqual([])
})

test('the auditor reads and never writes; only administrators hold every permission', () => {
  const auditor = roles.find(role => role.key === 'auditor')!
  for (const permission of granted)
    if (!/:(list|query)$/.test(permission)) expect(roleAllows(auditor, permission), permission).toBe(false)
  for (const entity of entities as readonly AnyEntity[])
    expect(roleAllows(auditor, permissionOf(entity, 'list'))).toBe(true)
  expect(roles.filter(role => role.allow.includes('*:*:*') && !role.deny).map(role => role.key)).toEqual([
    'superAdmin',
    'enterpriseAdmin',
  ])
})

test('the platform operator sees its state, runs its tasks and reads the interface docs, and cannot remove the logs of that', () => {
  const operator = roles.find(role => role.key === 'platformOperator')!
  const may = (permission: string) => roleAllows(operator, permission)
  const needed = ['monitor:server:list', 'monitor:cache:remove', 'monitor:job:run', 'monitor:job:changeStatus']
  const tools = ['monitor:operlog:list', 'monitor:online:forceLogout', 'tool:swagger:list', 'tool:build:edit']
  expect([...needed, ...tools].filter(one => !granted.has(one) || !may(one))).toEqual([])
  const withheld = ['monitor:operlog:remove', 'monitor:logininfor:remove', 'tool:gen:list', 'tool:gen:code']
  expect(withheld.filter(one => !granted.has(one) || may(one))).toEqual([])
  // No role of an enterprise can read the interface docs.
  const docs = everyMenu(menus).find(menu => menuPermission(menu) === 'tool:swagger:list')
  expect(docs?.platformOnly).toBe(true)
})
