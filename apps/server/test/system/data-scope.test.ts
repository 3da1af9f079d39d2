import { beforeAll, describe, expect, test } from 'vitest'
import { entityByKey } from '@timbermark/contract'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { addSample } from '../samples.ts'
import { sheetOf } from '../sheet.ts'
import { makeDept, makeHolder, makeRole, makeUser, refused } from './people.ts'
import { codeRequest } from '../code-request.ts'

/**
 *   root
 *   ├── mill          ← the actor works here
 *   │   └── saw
 *   └── port
 */
let world: World
let admin: Caller
const depts: Record<string, number> = {}
const users: Record<string, number> = {}
const all = ['root', 'mill', 'saw', 'port', 'self']

const rights = ['list', 'query', 'edit', 'remove', 'export', 'resetPwd'].map(verb => `system:user:${verb}`)

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('SCOPE')
  depts.root = tenant.deptId
  admin = await world.signIn(tenant, ['enterpriseAdmin'], { deptId: null })
  depts.mill = await makeDept(admin, tenant.deptId)
  depts.saw = await makeDept(admin, depts.mill)
  depts.port = await makeDept(admin, tenant.deptId)
  for (const dept of ['root', 'mill', 'saw', 'port']) users[dept] = (await makeUser(admin, depts[dept]!)).id
})

/** SEC-15 to SEC-19: data scope, departments chosen for it, and whose users it shows. */
const table: [string, string, string[], string[]][] = [
  ['1: all data', '1', [], ['root', 'mill', 'saw', 'port', 'self']],
  ['2: chosen departments', '2', ['port'], ['port']],
  ['2: chosen departments, not those below', '2', ['root', 'port'], ['root', 'port']],
  ['2: nothing chosen shows nobody', '2', [], []],
  ['3: own department', '3', [], ['mill', 'self']],
  ['4: own department and below', '4', [], ['mill', 'saw', 'self']],
  ['5: only personal data', '5', [], ['self']],
]

describe.each(table)('data scope %s', (_title, dataScope, chosen, visible) => {
  let actor: Caller
  const nameOf = (id: number) => all.find(name => (name === 'self' ? actor.accountId : users[name]) === id) ?? 'other'
  const idOf = (name: string) => (name === 'self' ? actor.accountId : users[name]!)

  beforeAll(async () => {
    actor = await makeHolder(world, admin, depts.mill!, rights, {
      dataScope,
      deptIds: chosen.map(name => depts[name]!),
    })
  })

  test('the list, its total and the export hold exactly these', async () => {
    const list = await actor.get('/system/user/list?limit=100')
    const others = new Set(['other'])
    const seen = list.rows.map(row => nameOf(row.id as number)).filter(name => !others.has(name))
    expect(seen.sort()).toEqual([...visible].sort())
    expect(list.total).toBe(list.rows.length)
    const sheet = await sheetOf((await actor.get('/system/user/export')).raw)
    const accounts = sheet.header.indexOf('Login account')
    expect(sheet.rows.map(row => row[accounts]).sort()).toEqual(list.rows.map(row => row.userName).sort())
  })

  test('one user is answered inside it and not found outside it, for every verb', async () => {
    for (const name of ['root', 'mill', 'saw', 'port']) {
      const inside = visible.includes(name)
      const id = idOf(name)
      expect(refused(await actor.get(`/system/user/${id}`)), `get ${name}`).toBe(inside ? 'accepted' : 'notFound')
      expect(refused(await actor.put('/system/user', { userId: id, remark: 'seen' })), `edit ${name}`).toBe(
        inside ? 'accepted' : 'notFound',
      )
      expect(refused(await actor.put('/system/user/changeStatus', { userId: id, status: '0' })), `status ${name}`).toBe(
        inside ? 'accepted' : 'notFound',
      )
      expect(
        refused(await actor.put('/system/user/resetPwd', { userId: id, password: 'Another-word-9' })),
        `reset ${name}`,
      ).toBe(inside ? 'accepted' : 'notFound')
      if (!inside) expect(refused(await actor.delete(`/system/user/${id}`)), `remove ${name}`).toBe('notFound')
      expect(refused(await actor.get(`/system/user/authRole/${id}`)), `roles of ${name}`).toBe(
        inside ? 'accepted' : 'notFound',
      )
    }
  })
})

test('several roles add up, and only those count that hold the permission of the call', async () => {
  const ownRowsRole = await makeRole(world, admin, ['system:user:list'], { dataScope: '5' })
  const port = await makeRole(world, admin, ['system:user:list'], { dataScope: '2', deptIds: [depts.port!] })
  // Has full scope, but not for the users list.
  const other = await makeRole(world, admin, ['catalog:product:list'], { dataScope: '1' })
  const actor = await makeHolder(world, admin, depts.mill!, ['system:user:list'], { dataScope: '3' })
  await admin.put(`/system/user/authRole?userId=${actor.accountId}&roleIds=${ownRowsRole},${port},${other}`)
  const seen = (await actor.get('/system/user/list?limit=100')).rows.map(row => row.id)
  expect(seen).toContain(users.port)
  expect(seen).toContain(actor.accountId)
  expect(seen).not.toContain(users.mill)
  expect(seen).not.toContain(users.root)
})

test('a disabled role grants nothing', async () => {
  const actor = await makeHolder(world, admin, depts.mill!, ['system:user:list'], { dataScope: '1' })
  expect((await actor.get('/system/user/list')).code).toBe(200)
  await admin.put('/system/role/changeStatus', { roleId: actor.roleId, status: '1' })
  expect(refused(await actor.get('/system/user/list'))).toBe('forbidden')
})

test('a department in the filter counts with everything below it', async () => {
  const rows = (await admin.get(`/system/user/list?deptId=${depts.mill}&limit=100`)).rows.map(row => row.deptId)
  expect(new Set(rows)).toEqual(new Set([depts.mill, depts.saw]))
})

test('departments and their trees are cut to the scope', async () => {
  const perms = [
    'system:user:list',
    'system:dept:list',
    'system:dept:query',
    'system:dept:edit',
    'system:dept:add',
    'system:dept:remove',
    'system:role:query',
    'system:role:list',
  ]
  const below = await makeHolder(world, admin, depts.mill!, perms, { dataScope: '4' })
  const ids = (await below.get('/system/dept/list')).rows.map(row => row.id)
  expect(ids.sort()).toEqual([depts.mill, depts.saw].sort())
  const tree = await below.get<{ id: number; children?: { id: number }[] }[]>('/system/user/deptTree')
  expect(tree.data).toMatchObject([{ id: depts.mill, children: [{ id: depts.saw }] }])
  expect(refused(await below.put('/system/dept', { deptId: depts.port, leader: 'x' }))).toBe('notFound')
  expect(refused(await below.delete(`/system/dept/${depts.port}`))).toBe('notFound')
  expect(refused(await below.post('/system/dept', { parentId: depts.port, deptName: 'x', orderNum: 1 }))).toBe(
    'parentId: referenceMissing',
  )
  expect(refused(await below.put('/system/dept', { deptId: depts.saw, parentId: depts.port }))).toBe(
    'parentId: referenceMissing',
  )
  const ownRowsHolder = await makeHolder(world, admin, depts.mill!, perms, { dataScope: '5' })
  expect((await ownRowsHolder.get('/system/dept/list')).rows).toEqual([])
})

test('nobody adds or moves a user out of their own scope', async () => {
  const perms = ['list', 'add', 'edit', 'query'].map(verb => `system:user:${verb}`)
  const below = await makeHolder(world, admin, depts.mill!, perms, { dataScope: '4' })
  await expect(makeUser(below, depts.port!)).rejects.toThrow(/does not exist/)
  const created = await makeUser(below, depts.saw!)
  expect(refused(await below.put('/system/user', { userId: created.id, deptId: depts.port }))).toBe(
    'deptId: referenceMissing',
  )
  const ownRowsHolder = await makeHolder(world, admin, depts.mill!, perms, { dataScope: '5' })
  await expect(makeUser(ownRowsHolder, depts.mill!)).rejects.toThrow()
})

test('roles in scope: the bootstrap roles, those the actor holds or created, and those held by users in scope', async () => {
  const elsewhere = await makeRole(world, admin, ['catalog:product:list'], { dataScope: '5' })
  await makeUser(admin, depts.port!, { roleIds: [elsewhere] })
  const here = await makeRole(world, admin, ['catalog:product:list'], { dataScope: '5' })
  await makeUser(admin, depts.saw!, { roleIds: [here] })
  const perms = [
    'system:role:list',
    'system:role:query',
    'system:role:add',
    'system:role:edit',
    'system:role:remove',
    'catalog:product:list',
  ]
  const actor = await makeHolder(world, admin, depts.mill!, perms, { dataScope: '4' })
  const created = await actor.post<{ id: number }>('/system/role', {
    roleName: 'My own new role',
    roleKey: 'my-own-new-role',
    roleSort: 1,
  })
  const ids = (await actor.get('/system/role/list?limit=100')).rows.map(row => row.id)
  expect(ids).toContain(here)
  expect(ids).toContain(created.data.id)
  expect(ids).toContain(actor.roleId)
  expect(ids).not.toContain(elsewhere)
  expect(refused(await actor.get(`/system/role/${elsewhere}`))).toBe('notFound')
  expect(refused(await actor.put('/system/role', { roleId: elsewhere, remark: 'x' }))).toBe('notFound')
  expect(refused(await actor.delete(`/system/role/${elsewhere}`))).toBe('notFound')
})

test('a record refers only to rows in its writer’s scope: products and batches of others do not exist for them', async () => {
  const product = await addSample(admin, entityByKey('catalog/product')!, 'P')
  const batch = await addSample(admin, entityByKey('catalog/batch')!, 'B')
  const perms = [
    ...['list', 'query', 'add', 'edit'].map(verb => `catalog:batch:${verb}`),
    'catalog:product:list',
    'code:request:add',
    'code:request:list',
  ]
  const actor = await makeHolder(world, admin, depts.mill!, perms, { dataScope: '5' })
  const body = (productId: number) => ({ batchNumber: `S-${Math.random()}`, productId })
  expect(refused(await actor.post('/catalog/batch', body(product.id)))).toBe('productId: referenceMissing')
  expect(refused(await actor.post('/catalog/batch', body(999_999_999)))).toBe('productId: referenceMissing')
  const request = (batchId: number) => codeRequest(batchId)
  expect(refused(await actor.post('/code/request', request(batch.id)))).toBe('batchId: referenceMissing')
  // A batch that moved into the scope keeps its product, and codes can be made for it.
  await world.admin.query('update batch set created_by = $1 where id = $2', [actor.accountId, batch.id])
  const { productId } = (await actor.get<{ productId: number }>(`/catalog/batch/${batch.id}`)).data
  expect(refused(await actor.put('/catalog/batch', { id: batch.id, productId, remark: 'mine' }))).toBe('accepted')
  expect(refused(await actor.put('/catalog/batch', { id: batch.id, productId: product.id }))).toBe(
    'productId: referenceMissing',
  )
  expect(refused(await actor.post('/code/request', request(batch.id)))).toBe('accepted')
})

test('A41: pieces of a query sent as parameters change nothing', async () => {
  const actor = await makeHolder(
    world,
    admin,
    depts.mill!,
    ['system:user:list', 'system:role:list', 'system:dept:list'],
    { dataScope: '5' },
  )
  for (const path of ['/system/user/list', '/system/role/list', '/system/dept/list']) {
    const plain = await actor.get(path)
    const forged = await actor.get(`${path}?params[dataScope]=or 1=1&dataScope=1&tenantId=1&params[tenantId]=1`)
    expect(forged.rows.map(row => row.id)).toEqual(plain.rows.map(row => row.id))
  }
  expect(refused(await actor.get('/system/user/list?orderBy=(select 1)'))).toBe('orderBy: notOneOf')
  expect(refused(await actor.get('/system/user/list?orderBy=userName&order=desc;drop'))).toBe('order: notOneOf')
})
