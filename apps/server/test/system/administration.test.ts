import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../harness.ts'
import { makeDept, makeRole, makeUser, menuIds, refused, sessionOf, unique, makeOffice, type Office } from './people.ts'

let { world, root, admin, deptId } = {} as Office
beforeAll(async () => {
  ;({ world, root, admin, deptId } = await makeOffice('ADMINISTRATION'))
})

test('SYS-06: a role is added with menus, listed with filters, changed and removed', async () => {
  const [screen] = await menuIds(world, ['catalog:product:list'])
  const [button] = await menuIds(world, ['catalog:product:query'])
  const catalogue = Number(
    (await world.admin.query('select parent_id from menu where id = $1', [screen])).rows[0].parent_id,
  )
  const [roleName, roleKey] = [unique('Yard '), unique('yard')]
  const added = await admin.post<{ roleId: number }>('/system/role', {
    roleName,
    roleKey,
    roleSort: 7,
    remark: 'night shift',
    menuIds: [screen, button],
  })
  expect(added.code).toBe(200)
  const { roleId } = added.data
  for (const query of [`roleName=${roleName.slice(0, 6)}`, `roleKey=${roleKey}`]) {
    const { rows } = await admin.get(`/system/role/list?${query}&status=0`)
    expect(rows, query).toMatchObject([
      { roleId, roleName, roleKey, roleSort: 7, status: '0', dataScope: '5', remark: 'night shift' },
    ])
  }
  expect((await admin.get(`/system/role/list?roleKey=${roleKey}&status=1`)).rows).toEqual([])
  expect((await admin.get(`/system/role/list?roleKey=${roleKey}`)).rows).toMatchObject([
    { origin: 'own', builtIn: false, userCount: 0, grantable: true },
  ])
  expect((await admin.get('/system/role/list?roleKey=enterpriseAdmin')).rows).toMatchObject([
    { origin: 'delivered', userCount: 1, why: { edit: 'system.role.builtIn' } },
  ])
  const one = await admin.get<{ menuIds: number[] }>(`/system/role/${roleId}`)
  expect(new Set(one.data.menuIds), 'with the catalogue above, or nothing would be in the menu').toEqual(
    new Set([catalogue, screen, button]),
  )

  const changed = unique('Yard ')
  expect((await admin.put('/system/role', { roleId, roleName: changed, roleSort: 3, menuIds: [screen] })).code).toBe(
    200,
  )
  expect((await admin.get(`/system/role/${roleId}`)).data).toMatchObject({
    roleName: changed,
    roleKey,
    roleSort: 3,
    remark: 'night shift',
    menuIds: [catalogue, screen].sort((a, b) => a! - b!),
  })
  expect((await admin.delete(`/system/role/${roleId}`)).code).toBe(200)
  expect(refused(await admin.get(`/system/role/${roleId}`))).toBe('notFound')
})

test('SYS-12: a department is added below another, shown in the tree, changed, moved and removed', async () => {
  interface Node {
    id: number
    label: string
    children?: Node[]
  }
  const below = (nodes: Node[], id: number): Node[] | undefined => {
    for (const node of nodes) {
      if (node.id === id) return node.children ?? []
      const nested = below(node.children ?? [], id)
      if (nested) return nested
    }
    return undefined
  }
  const tree = async () => (await admin.get<Node[]>('/system/dept/treeselect')).data
  const mill = await makeDept(admin, deptId, { deptName: 'Mill' })
  const port = await makeDept(admin, deptId, { deptName: 'Port' })
  const saw = await makeDept(admin, mill, { deptName: 'Saw line', leader: 'Shift leader', orderNum: 2 })
  expect(below(await tree(), deptId)!.map(node => node.label)).toEqual(['Mill', 'Port'])
  expect(below(await tree(), mill)!.map(node => node.id)).toEqual([saw])
  const list = await admin.get('/system/dept/list?deptName=saw&status=0')
  expect(list.rows).toMatchObject([{ deptId: saw, parentId: mill, leader: 'Shift leader', orderNum: 2 }])

  expect((await admin.put('/system/dept', { deptId: saw, deptName: 'Saw lines', parentId: port })).code).toBe(200)
  expect(below(await tree(), mill)).toEqual([])
  expect(below(await tree(), port)!.map(node => node.label)).toEqual(['Saw lines'])
  expect((await admin.get(`/system/dept/${saw}`)).data).toMatchObject({
    deptName: 'Saw lines',
    leader: 'Shift leader',
    parentName: 'Port',
  })
  expect((await admin.put('/system/dept/updateSort', { deptIds: `${mill},${port}`, orderNums: '9,1' })).code).toBe(200)
  expect(below(await tree(), deptId)!.map(node => node.label)).toEqual(['Port', 'Mill'])
  expect((await admin.delete(`/system/dept/${saw}`)).code).toBe(200)
  expect(below(await tree(), port)).toEqual([])
  expect(refused(await admin.get(`/system/dept/${saw}`))).toBe('notFound')
})

test('SYS-13: a post is added, listed with filters, offered to users, changed and removed', async () => {
  const [postCode, postName] = [unique('grader-'), unique('Grader ')]
  const added = await admin.post<{ postId: number }>('/system/post', { postCode, postName, postSort: 4 })
  expect(added.code).toBe(200)
  const { postId } = added.data
  for (const query of [`postCode=${postCode}`, `postName=${postName}`])
    expect((await admin.get(`/system/post/list?${query}&status=0`)).rows, query).toMatchObject([
      { postId, postCode, postName, postSort: 4, status: '0' },
    ])
  const offered = async () =>
    (await admin.get<{ postId: number }[]>('/system/post/optionselect')).data.map(post => post.postId)
  expect(await offered()).toContain(postId)
  const changed = unique('Grader ')
  expect((await admin.put('/system/post', { postId, postName: changed, postSort: 5, remark: 'two shifts' })).code).toBe(
    200,
  )
  expect((await admin.get(`/system/post/${postId}`)).data).toMatchObject({
    postCode,
    postName: changed,
    postSort: 5,
    remark: 'two shifts',
  })
  expect((await admin.delete(`/system/post/${postId}`)).code).toBe(200)
  expect(await offered()).not.toContain(postId)
  expect(refused(await admin.get(`/system/post/${postId}`))).toBe('notFound')
})

test('SYS-14: a dictionary is added, listed with filters, offered, changed and removed with its last entry', async () => {
  const dictType = unique('bark_').toLowerCase()
  const added = await root.post<{ dictId: number }>('/system/dict/type', { dictName: 'Bark of a log', dictType })
  expect(added.code).toBe(200)
  const { dictId } = added.data
  for (const query of [`dictType=${dictType}`, `dictName=bark%20of&dictType=${dictType}`])
    expect((await root.get(`/system/dict/type/list?${query}&status=0`)).rows, query).toMatchObject([
      { dictId, dictName: 'Bark of a log', dictType, status: '0', entryCount: 0, can: ['edit', 'remove'] },
    ])
  const offered = async () =>
    (await root.get<{ dictType: string }[]>('/system/dict/type/optionselect')).data.map(one => one.dictType)
  expect(await offered()).toContain(dictType)
  const changed = unique('Bark ')
  expect((await root.put('/system/dict/type', { dictId, dictName: changed, remark: 'as felled' })).code).toBe(200)
  expect((await root.get(`/system/dict/type/${dictId}`)).data).toMatchObject({
    dictName: changed,
    dictType,
    remark: 'as felled',
  })
  const entry = await root.post<{ dictCode: number }>('/system/dict/data', {
    dictType,
    dictLabel: 'Smooth',
    dictValue: 'smooth',
    dictSort: 1,
  })
  expect(refused(await root.delete(`/system/dict/type/${dictId}`))).toBe('system.dict.hasEntries')
  expect((await root.delete(`/system/dict/data/${entry.data.dictCode}`)).code).toBe(200)
  expect((await root.delete(`/system/dict/type/${dictId}`)).code).toBe(200)
  expect(await offered()).not.toContain(dictType)
  expect(refused(await root.get(`/system/dict/type/${dictId}`))).toBe('notFound')
})

describe('ST-01: normal or disabled, exactly these two', () => {
  interface Kind {
    who: () => Caller
    add: () => Promise<number>
    path: string
    id: string
  }
  const added = async (caller: Caller, path: string, body: object) => {
    const answer = await caller.post<{ id?: number; menuId?: number }>(path, body)
    if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`)
    return (answer.data.id ?? answer.data.menuId)!
  }
  const dictType = async () => {
    const type = unique('kind_').toLowerCase()
    return { type, id: await added(root, '/system/dict/type', { dictName: type, dictType: type }) }
  }
  const kinds: [string, Kind][] = [
    [
      'role',
      {
        who: () => admin,
        add: () => makeRole(world, admin, ['catalog:product:list']),
        path: '/system/role',
        id: 'roleId',
      },
    ],
    [
      'menu',
      {
        who: () => root,
        add: () =>
          added(root, '/system/menu', {
            parentId: 0,
            menuType: 'M',
            menuName: unique('Menu '),
            orderNum: 90,
            path: unique('menu-'),
          }),
        path: '/system/menu',
        id: 'menuId',
      },
    ],
    ['department', { who: () => admin, add: () => makeDept(admin, deptId), path: '/system/dept', id: 'deptId' }],
    [
      'post',
      {
        who: () => admin,
        add: () => added(admin, '/system/post', { postCode: unique('c'), postName: unique('p'), postSort: 1 }),
        path: '/system/post',
        id: 'postId',
      },
    ],
    [
      'dictionary',
      {
        who: () => root,
        add: async () => (await dictType()).id,
        path: '/system/dict/type',
        id: 'dictId',
      },
    ],
    [
      'dictionary entry',
      {
        who: () => root,
        add: async () =>
          added(root, '/system/dict/data', {
            dictType: (await dictType()).type,
            dictLabel: 'Oak',
            dictValue: 'oak',
            dictSort: 1,
          }),
        path: '/system/dict/data',
        id: 'dictCode',
      },
    ],
    // ST-02 is about users; here only that their status has no third value either.
    [
      'user (ST-02)',
      {
        who: () => admin,
        add: async () => (await makeUser(admin, deptId)).id,
        path: '/system/user',
        id: 'userId',
      },
    ],
  ]

  test.each(kinds)('%s', async (_title, { who, add, path, id }) => {
    const caller = who()
    const record = await add()
    const set = (status: unknown) => caller.put(`${path}/changeStatus`, { [id]: record, status } as object)
    const status = async () => (await caller.get(`${path}/${record}`)).data.status
    expect(await status()).toBe('0')
    expect((await set('1')).code).toBe(200)
    expect(await status()).toBe('1')
    for (const wrong of ['2', '', null, 0, 'normal', true]) {
      expect((await set(wrong)).code, `status ${JSON.stringify(wrong)}`).toBe(500)
      expect(await status()).toBe('1')
    }
    expect((await set('0')).code).toBe(200)
    expect(await status()).toBe('0')
  })
})

describe('what is disabled cannot be chosen', () => {
  const disabledPost = async () => {
    const name = unique('Closed post ')
    const { data } = await admin.post<{ id: number }>('/system/post', {
      postCode: unique('c'),
      postName: name,
      postSort: 1,
    })
    return { id: data.id, name }
  }

  test('a disabled post: holders keep it, nobody else gets it', async () => {
    const post = await disabledPost()
    const holder = await makeUser(admin, deptId, { postIds: [post.id] })
    const other = await makeUser(admin, deptId)
    await admin.put('/system/post/changeStatus', { postId: post.id, status: '1' })
    const answer = await admin.put('/system/user', { userId: other.id, postIds: [post.id] })
    expect(refused(answer)).toBe('system.user.postDisabled')
    expect(answer.msg).toContain(post.name)
    expect(
      (await admin.put('/system/user', { userId: holder.id, nickName: 'Same post', postIds: [post.id] })).code,
    ).toBe(200)
    expect(await admin.get(`/system/user/${holder.id}`)).toMatchObject({ postIds: [post.id] })
  })

  test('a disabled role: no call grants it, but it can be revoked', async () => {
    const roleId = await makeRole(world, admin, ['catalog:product:list'])
    const holder = await makeUser(admin, deptId, { roleIds: [roleId] })
    const other = await makeUser(admin, deptId)
    await admin.put('/system/role/changeStatus', { roleId, status: '1' })
    const doors = [
      admin.put('/system/user', { userId: other.id, roleIds: [roleId] }),
      admin.put(`/system/user/authRole?userId=${other.id}&roleIds=${roleId}`),
      admin.put('/system/role/authUser/selectAll', { roleId, userIds: [other.id] }),
    ]
    for (const answer of await Promise.all(doors)) expect(refused(answer)).toBe('system.user.roleDisabled')
    expect(await admin.get(`/system/user/${other.id}`)).toMatchObject({ roleIds: [] })
    expect((await admin.put('/system/user', { userId: holder.id, nickName: 'Keeps it', roleIds: [roleId] })).code).toBe(
      200,
    )
    expect((await admin.put('/system/role/authUser/cancel', { roleId, userId: holder.id })).code).toBe(200)
    expect(await admin.get(`/system/user/${holder.id}`)).toMatchObject({ roleIds: [] })
  })
})

test('SYS-04: roles are assigned on the user’s page and users on the role’s page; both bind at once', async () => {
  const roleId = await makeRole(world, admin, ['catalog:product:list'])
  const user = await makeUser(admin, deptId)
  const caller = await sessionOf(world, admin.tenantId, user.id)
  const mayList = async () => (await caller.get('/catalog/product/list')).code === 200
  const flagged = async () =>
    (
      await admin.get<{ roles: { roleId: number; flag: boolean }[] }>(`/system/user/authRole/${user.id}`)
    ).data.roles.flatMap(role => (role.flag ? [role.roleId] : []))
  const holders = async (which: string) =>
    (await admin.get(`/system/role/authUser/${which}?roleId=${roleId}&limit=100`)).rows.map(row => row.userId)

  expect(await mayList()).toBe(false)
  expect((await admin.put(`/system/user/authRole?userId=${user.id}&roleIds=${roleId}`)).code).toBe(200)
  expect(await flagged()).toEqual([roleId])
  expect(await holders('allocatedList')).toEqual([user.id])
  expect(await holders('unallocatedList')).not.toContain(user.id)
  expect(await mayList()).toBe(true)

  expect((await admin.put('/system/role/authUser/cancelAll', { roleId, userIds: [user.id] })).code).toBe(200)
  expect(await flagged()).toEqual([])
  expect(await holders('unallocatedList')).toContain(user.id)
  expect(await mayList()).toBe(false)

  expect((await admin.put('/system/role/authUser/selectAll', { roleId, userIds: [user.id] })).code).toBe(200)
  expect(await flagged()).toEqual([roleId])
  expect(await mayList()).toBe(true)
})
