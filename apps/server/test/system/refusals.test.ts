import { type ErrorKey, errors } from '@timbermark/contract'
import { all } from '@timbermark/phrases/all'
import { beforeAll, expect, test } from 'vitest'
import type { Answered, Caller } from '../harness.ts'
import {
  makeDept,
  makeHolder,
  makeRole,
  makeUser,
  password,
  refused,
  unique,
  userBody,
  makeOffice,
  type Office,
} from './people.ts'

let { world, root, admin, deptId } = {} as Office
beforeAll(async () => {
  ;({ world, root, admin, deptId } = await makeOffice('REFUSALS'))
})

const menu = (more: Record<string, unknown>) => ({
  parentId: 0,
  menuType: 'C',
  menuName: unique('Menu '),
  orderNum: 1,
  path: unique('path-'),
  component: 'system/user',
  ...more,
})
const idOf = async (answer: Promise<Answered>) => Number(((await answer).data as { id: number }).id)

/** Each row: title, attempt, and the key of the refusal. */
const table: [string, () => Promise<Answered>, string][] = [
  ['user: deleting yourself', async () => admin.delete(`/system/user/${admin.accountId}`), 'system.user.self'],
  [
    'user: disabling yourself',
    async () => admin.put('/system/user/changeStatus', { userId: admin.accountId, status: '1' }),
    'system.user.self',
  ],
  [
    'user: resetting your own password past the old one',
    async () => admin.put('/system/user/resetPwd', { userId: admin.accountId, password: 'Another-word-9' }),
    'system.user.self',
  ],
  [
    'user: account already used, in another case',
    async () => {
      const { userName } = await makeUser(admin, deptId)
      return admin.post('/system/user', userBody(deptId, { userName: userName.toUpperCase() }))
    },
    'system.user.nameTaken',
  ],
  [
    'user: e-mail already used (ERR-33), in another case',
    async () => {
      await makeUser(admin, deptId, { email: 'taken@example.org' })
      return admin.post('/system/user', userBody(deptId, { email: 'Taken@Example.org' }))
    },
    'system.user.emailTaken',
  ],
  [
    'user: phone already used',
    async () => {
      await makeUser(admin, deptId, { phonenumber: '13900000001' })
      return admin.post('/system/user', userBody(deptId, { phonenumber: '13900000001' }))
    },
    'system.user.phoneTaken',
  ],
  [
    'user: e-mail already used, on edit',
    async () => {
      await makeUser(admin, deptId, { email: 'edit-taken@example.org' })
      const other = await makeUser(admin, deptId)
      return admin.put('/system/user', { userId: other.id, email: 'edit-taken@example.org' })
    },
    'system.user.emailTaken',
  ],
  [
    'user: a disabled department cannot be chosen',
    async () => {
      const disabled = await makeDept(admin, deptId, { status: '1' })
      return admin.post('/system/user', userBody(disabled))
    },
    'system.user.deptDisabled',
  ],
  [
    'role: name already used (ERR-16)',
    async () => twice(body => admin.post('/system/role', body), 'roleName'),
    'system.role.addTaken',
  ],
  [
    'role: key already used (ERR-16)',
    async () => twice(body => admin.post('/system/role', body), 'roleKey'),
    'system.role.addTaken',
  ],
  [
    'role: edited to a used name (ERR-17)',
    async () => {
      await admin.post('/system/role', { roleName: 'Used name', roleKey: unique('k'), roleSort: 1 })
      const id = await idOf(admin.post('/system/role', { roleName: unique('n'), roleKey: unique('k'), roleSort: 1 }))
      return admin.put('/system/role', { roleId: id, roleName: 'Used name' })
    },
    'system.role.editTaken',
  ],
  [
    'role: edited to a used key (ERR-17)',
    async () => {
      await admin.post('/system/role', { roleName: unique('n'), roleKey: 'usedKey', roleSort: 1 })
      const id = await idOf(admin.post('/system/role', { roleName: unique('n'), roleKey: unique('k'), roleSort: 1 }))
      return admin.put('/system/role', { roleId: id, roleKey: 'usedKey' })
    },
    'system.role.editTaken',
  ],
  [
    'role: name already used, in another case',
    async () => {
      await admin.post('/system/role', { roleName: 'Yard Master', roleKey: unique('k'), roleSort: 1 })
      return admin.post('/system/role', { roleName: 'yard master', roleKey: unique('k'), roleSort: 1 })
    },
    'system.role.addTaken',
  ],
  ...Object.values(all).map(({ 'role.enterpriseAdmin': roleName }): [string, () => Promise<Answered>, string] => [
    `role: the name of a delivered one in some language (${roleName})`,
    async () => admin.post('/system/role', { roleName, roleKey: unique('k'), roleSort: 1 }),
    'system.role.addTaken',
  ]),
  [
    'role: the super administrator’s key is reserved',
    async () => admin.post('/system/role', { roleName: unique('n'), roleKey: 'superAdmin', roleSort: 1 }),
    'system.role.reserved',
  ],
  [
    'role: deleting one that a user holds',
    async () => {
      const roleId = await makeRole(world, admin, ['catalog:product:list'])
      await makeUser(admin, deptId, { roleIds: [roleId] })
      return admin.delete(`/system/role/${roleId}`)
    },
    'system.role.assigned',
  ],
  [
    'role: deleting several of which one is held removes none',
    async () => {
      const free = await makeRole(world, admin, ['catalog:product:list'])
      const held = await makeRole(world, admin, ['catalog:product:list'])
      await makeUser(admin, deptId, { roleIds: [held] })
      const answer = await admin.delete(`/system/role/${free},${held}`)
      expect((await admin.get(`/system/role/${free}`)).code).toBe(200)
      return answer
    },
    'system.role.assigned',
  ],
  ...(['edit', 'dataScope', 'status', 'remove'] as const).map((verb): [string, () => Promise<Answered>, string] => [
    `role: ${verb} of a delivered one`,
    async () => {
      const id = await deliveredRole('enterpriseClerk')
      if (verb === 'edit') return admin.put('/system/role', { roleId: id, remark: 'changed' })
      if (verb === 'dataScope') return admin.put('/system/role/dataScope', { roleId: id, dataScope: '1', deptIds: [] })
      if (verb === 'status') return admin.put('/system/role/changeStatus', { roleId: id, status: '1' })
      return admin.delete(`/system/role/${id}`)
    },
    'system.role.builtIn',
  ]),
  [
    'menu: same name under the same parent',
    async () => {
      await root.post('/system/menu', menu({ menuName: 'Same name' }))
      return root.post('/system/menu', menu({ menuName: 'same NAME' }))
    },
    'system.menu.nameTaken',
  ],
  [
    'menu: same path under the same parent',
    async () => {
      await root.post('/system/menu', menu({ path: 'same-path' }))
      return root.post('/system/menu', menu({ path: '/Same-Path' }))
    },
    'system.menu.pathTaken',
  ],
  [
    'menu: a route name used anywhere',
    async () => {
      await root.post('/system/menu', menu({ routeName: 'SameRoute' }))
      return root.post('/system/menu', menu({ routeName: 'sameroute' }))
    },
    'system.menu.routeTaken',
  ],
  [
    'menu: external without http(s)',
    async () => root.post('/system/menu', menu({ isFrame: '0', path: 'plain-path' })),
    'system.menu.link',
  ],
  [
    'menu: javascript: as an address (A82)',
    async () => root.post('/system/menu', menu({ isFrame: '0', path: 'javascript:alert(1)' })),
    'system.menu.link',
  ],
  [
    'menu: javascript: as a route (A82)',
    async () => root.post('/system/menu', menu({ path: 'JavaScript:alert(1)' })),
    'system.menu.link',
  ],
  [
    'menu: data: as a route (A82)',
    async () => root.post('/system/menu', menu({ path: 'data:text/html,x' })),
    'system.menu.link',
  ],
  [
    'menu: a frame of a page that is not https (A82)',
    async () => root.post('/system/menu', menu({ path: 'http://example.org/x' })),
    'system.menu.linkHttps',
  ],
  [
    'menu: a link to our own address (A82)',
    async () => root.post('/system/menu', menu({ isFrame: '0', path: 'http://trace.example/c' })),
    'system.menu.linkOwn',
  ],
  [
    'menu: an address with a password in it',
    async () => root.post('/system/menu', menu({ isFrame: '0', path: 'https://a:b@example.org/' })),
    'system.menu.link',
  ],
  [
    'menu: a path that climbs (A82)',
    async () => root.post('/system/menu', menu({ path: '../../login' })),
    'system.menu.pathShape',
  ],
  [
    'menu: a path without a scheme but two slashes',
    async () => root.post('/system/menu', menu({ path: '//example.org' })),
    'system.menu.link',
  ],
  [
    'menu: a component that is not a screen (A82)',
    async () => root.post('/system/menu', menu({ component: '../../etc/passwd' })),
    'system.menu.component',
  ],
  [
    'menu: a permission without three parts (SEC-12)',
    async () => root.post('/system/menu', menu({ perms: 'system:user' })),
    'system.menu.perms',
  ],
  [
    'menu: parent is itself',
    async () => {
      const id = await idOf(root.post('/system/menu', menu({ menuType: 'M' })))
      return root.put('/system/menu', { menuId: id, parentId: id })
    },
    'system.menu.parentSelf',
  ],
  [
    'menu: parent is below it',
    async () => {
      const id = await idOf(root.post('/system/menu', menu({ menuType: 'M' })))
      const child = await idOf(root.post('/system/menu', menu({ menuType: 'M', parentId: id })))
      return root.put('/system/menu', { menuId: id, parentId: child })
    },
    'system.menu.parentSelf',
  ],
  [
    'menu: a screen below a button',
    async () => {
      const button = Number(
        (await world.admin.query(`select id from menu where perms = 'system:user:resetPwd'`)).rows[0].id,
      )
      return root.post('/system/menu', menu({ parentId: button }))
    },
    'system.menu.parentType',
  ],
  [
    'menu: a button at the root',
    async () => root.post('/system/menu', menu({ menuType: 'F', perms: 'a:b:c' })),
    'system.menu.parentType',
  ],
  [
    'menu: deleting one with children',
    async () => {
      const id = await idOf(root.post('/system/menu', menu({ menuType: 'M' })))
      await root.post('/system/menu', menu({ parentId: id }))
      return root.delete(`/system/menu/${id}`)
    },
    'system.menu.hasChildren',
  ],
  [
    'menu: deleting one that a role of any enterprise holds',
    async () => {
      const id = await idOf(root.post('/system/menu', menu({ perms: 'demo:thing:list' })))
      await world.admin.query(
        'insert into role_menu (tenant_id, role_id, menu_id) select tenant_id, id, $2 from role where tenant_id = $1 limit 1',
        [admin.tenantId, id],
      )
      return root.delete(`/system/menu/${id}`)
    },
    'system.menu.granted',
  ],
  [
    'menu: deleting a delivered one',
    async () =>
      root.delete(
        `/system/menu/${(await world.admin.query(`select id from menu where title_key = 'system.user'`)).rows[0].id}`,
      ),
    'system.menu.delivered',
  ],
  [
    'department: same name under the same parent',
    async () => {
      await makeDept(admin, deptId, { deptName: 'Sawmill' })
      return admin.post('/system/dept', { parentId: deptId, deptName: 'SAWMILL', orderNum: 1 })
    },
    'system.dept.nameTaken',
  ],
  [
    'department: parent is itself',
    async () => {
      const id = await makeDept(admin, deptId)
      return admin.put('/system/dept', { deptId: id, parentId: id })
    },
    'system.dept.parentSelf',
  ],
  [
    'department: moved below its own child (A46)',
    async () => {
      const id = await makeDept(admin, deptId)
      const child = await makeDept(admin, await makeDept(admin, id))
      return admin.put('/system/dept', { deptId: id, parentId: child })
    },
    'system.dept.parentChild',
  ],
  [
    'department: added below a disabled one',
    async () => {
      const id = await makeDept(admin, deptId, { status: '1' })
      return admin.post('/system/dept', { parentId: id, deptName: unique('d'), orderNum: 1 })
    },
    'system.dept.parentDisabled',
  ],
  [
    'department: disabled while one below is enabled',
    async () => {
      const id = await makeDept(admin, deptId)
      await makeDept(admin, await makeDept(admin, id))
      return admin.put('/system/dept', { deptId: id, status: '1' })
    },
    'system.dept.childrenEnabled',
  ],
  [
    'department: deleting one with children',
    async () => {
      const id = await makeDept(admin, deptId)
      await makeDept(admin, id)
      return admin.delete(`/system/dept/${id}`)
    },
    'system.dept.hasChildren',
  ],
  [
    'department: deleting one with users (A46)',
    async () => {
      const id = await makeDept(admin, deptId)
      await makeUser(admin, id)
      return admin.delete(`/system/dept/${id}`)
    },
    'system.dept.hasUsers',
  ],
  [
    'department: deleting the enterprise itself',
    async () => {
      const empty = await world.makeTenant(unique('ROOT-').toUpperCase())
      const alone = await world.signIn({ id: empty.id, deptId: null }, ['enterpriseAdmin'])
      const listed = await alone.get<{ can: string[]; why: Record<string, string> }[]>('/system/dept/list')
      expect(listed.data).toMatchObject([{ can: ['edit', 'add', 'disable'], why: { remove: 'system.dept.root' } }])
      return alone.delete(`/system/dept/${empty.deptId}`)
    },
    'system.dept.root',
  ],
  [
    'department: without a parent (VAL-46)',
    async () => admin.post('/system/dept', { deptName: unique('d'), orderNum: 1 }),
    'parentId: required',
  ],
  [
    'post: name already used',
    async () => {
      await admin.post('/system/post', { postCode: unique('c'), postName: 'Sawyer', postSort: 1 })
      return admin.post('/system/post', { postCode: unique('c'), postName: 'Sawyer', postSort: 1 })
    },
    'postName: taken',
  ],
  [
    'post: code already used',
    async () => {
      await admin.post('/system/post', { postCode: 'saw', postName: unique('p'), postSort: 1 })
      return admin.post('/system/post', { postCode: 'saw', postName: unique('p'), postSort: 1 })
    },
    'postCode: taken',
  ],
  [
    'post: deleting one that a user holds',
    async () => {
      const id = await idOf(admin.post('/system/post', { postCode: unique('c'), postName: unique('p'), postSort: 1 }))
      await makeUser(admin, deptId, { postIds: [id] })
      return admin.delete(`/system/post/${id}`)
    },
    'system.post.assigned',
  ],
  [
    'dictionary: type already used',
    async () => {
      await root.post('/system/dict/type', { dictName: 'Grain', dictType: 'demo_grain' })
      return root.post('/system/dict/type', { dictName: 'Grain again', dictType: 'demo_grain' })
    },
    'dictType: taken',
  ],
  [
    'dictionary: type of the wrong form',
    async () => root.post('/system/dict/type', { dictName: 'x', dictType: 'Demo-Grain' }),
    'dictType: pattern',
  ],
  [
    'dictionary: deleting one with entries (A46)',
    async () => {
      const id = await idOf(root.post('/system/dict/type', { dictName: 'Bark', dictType: 'demo_bark' }))
      await root.post('/system/dict/data', {
        dictType: 'demo_bark',
        dictLabel: 'Smooth',
        dictValue: 'smooth',
        dictSort: 1,
      })
      return root.delete(`/system/dict/type/${id}`)
    },
    'system.dict.hasEntries',
  ],
  [
    'dictionary: value already used in it',
    async () => {
      await root.post('/system/dict/type', { dictName: 'Leaf', dictType: 'demo_leaf' })
      await root.post('/system/dict/data', { dictType: 'demo_leaf', dictLabel: 'A', dictValue: 'a', dictSort: 1 })
      return root.post('/system/dict/data', { dictType: 'demo_leaf', dictLabel: 'B', dictValue: 'a', dictSort: 2 })
    },
    'dictValue: taken',
  ],
  [
    'dictionary: deleting a delivered entry',
    async () =>
      root.delete(
        `/system/dict/data/${(await world.admin.query(`select id from dict_data where dict_type = 'sys_yes_no' and dict_value = 'Y'`)).rows[0].id}`,
      ),
    'system.dict.delivered',
  ],
  [
    'dictionary: a style from outside the set (A83)',
    async () =>
      root.post('/system/dict/data', {
        dictType: 'sys_yes_no',
        dictLabel: 'x',
        dictValue: 'x',
        dictSort: 1,
        cssClass: 'x" style="position:fixed',
      }),
    'cssClass: notOneOf',
  ],
  [
    'parameter: key already used',
    async () =>
      root.post('/system/config', { configName: 'x', configKey: 'sys.account.registerUser', configValue: 'true' }),
    'configKey: taken',
  ],
  [
    'parameter: deleting a built-in one (A84)',
    async () => root.delete(`/system/config/${(await configRow('sys.account.captchaEnabled')).id}`),
    'system.config.builtIn',
  ],
  [
    'parameter: another key for a built-in one',
    async () =>
      root.put('/system/config', {
        configId: Number((await configRow('sys.account.captchaEnabled')).id),
        configKey: 'sys.other',
      }),
    'system.config.keyFixed',
  ],
  [
    'parameter: a value that the built-in one does not take',
    async () =>
      root.put('/system/config', {
        configId: Number((await configRow('sys.account.captchaEnabled')).id),
        configValue: 'perhaps',
      }),
    'configValue: notOneOf',
  ],
  [
    'division: a city below nothing',
    async () => root.post('/system/division', { cityId: 990100, shortName: 'x', fullName: 'x', level: 2, parentId: 0 }),
    'system.division.parent',
  ],
  [
    'enterprise: identification already used, in another case and full width (A48)',
    async () => {
      await root.post('/tenant/enterprise', {
        identification: 'Okume-1',
        name: unique('E '),
        administrator: unique('adm-'),
      })
      return root.post('/tenant/enterprise', {
        identification: '  ＯＫＵＭＥ-1 ',
        name: unique('E '),
        administrator: unique('adm-'),
      })
    },
    'tenant.identificationTaken',
  ],
  [
    'enterprise: identification that looks like another (A48)',
    async () => {
      await root.post('/tenant/enterprise', {
        identification: 'LOGS-10',
        name: unique('E '),
        administrator: unique('adm-'),
      })
      return root.post('/tenant/enterprise', {
        identification: 'l0g5_IO',
        name: unique('E '),
        administrator: unique('adm-'),
      })
    },
    'tenant.identificationTaken',
  ],
  [
    'enterprise: reserved word (A48)',
    async () => root.post('/tenant/enterprise', { identification: 'Adm1n', name: unique('E ') }),
    'tenant.identificationReserved',
  ],
  [
    'enterprise: name already used',
    async () => {
      await root.post('/tenant/enterprise', {
        identification: unique('EN-'),
        name: 'One name',
        administrator: unique('adm-'),
      })
      return root.post('/tenant/enterprise', {
        identification: unique('EN-'),
        name: 'One name',
        administrator: unique('adm-'),
      })
    },
    'tenant.nameTaken',
  ],
  [
    'enterprise: renamed to a name already used, in another case',
    async () => {
      const { id } = await world.makeTenant(unique('REN-').toUpperCase())
      await world.makeTenant('RENAMED-1')
      return root.put('/tenant/enterprise', { id, name: 'demo renamed-1 ' })
    },
    'tenant.nameTaken',
  ],
  [
    'enterprise: an administrator’s account that somebody has',
    async () => {
      const { userName } = await makeUser(admin, deptId)
      return root.post('/tenant/enterprise', {
        identification: unique('EA-'),
        name: unique('E '),
        administrator: userName.toUpperCase(),
      })
    },
    'tenant.administratorTaken',
  ],
  [
    'enterprise: a new password where no administrator is left',
    async () => {
      const { id } = await world.makeTenant(unique('EMPTY-').toUpperCase())
      return root.put('/tenant/enterprise/resetPwd', { id })
    },
    'tenant.administratorMissing',
  ],
  [
    'sign-in: somebody of a disabled enterprise',
    async () => {
      const added = { identification: unique('OFF-').toUpperCase(), name: unique('E '), administrator: unique('off-') }
      const created = await root.post<{ id: number; password: string }>('/tenant/enterprise', added)
      await root.put('/tenant/enterprise/changeStatus', { id: created.data.id, status: '1' })
      return world.anonymous.post('/login', { username: added.administrator, password: created.data.password })
    },
    'auth.tenantDisabled',
  ],
  [
    'sign-in: a disabled user',
    async () => {
      const { id, userName } = await makeUser(admin, deptId)
      await admin.put('/system/user/changeStatus', { userId: id, status: '1' })
      return world.anonymous.post('/login', { username: userName, password })
    },
    'auth.accountDisabled',
  ],
  [
    'division: deleting one with divisions below',
    async () => {
      const id = await idOf(
        root.post('/system/division', { cityId: 980000, shortName: 'x', fullName: 'x', level: 1, parentId: 0 }),
      )
      await root.post('/system/division', { cityId: 980100, shortName: 'y', fullName: 'y', level: 2, parentId: 980000 })
      return root.delete(`/system/division/${id}`)
    },
    'system.division.hasChildren',
  ],
  [
    'enterprise: disabling the platform operator',
    async () => root.put('/tenant/enterprise/changeStatus', { id: 1, status: '1' }),
    'tenant.platform',
  ],
]

const deliveredRole = async (key: string) =>
  Number(
    (await world.admin.query('select id from role where tenant_id = $1 and role_key = $2', [admin.tenantId, key]))
      .rows[0].id,
  )
const configRow = async (key: string) =>
  (await world.admin.query('select id from config where config_key = $1', [key])).rows[0]

/** Adds two roles of which the second shares one field with the first. */
async function twice(
  add: (body: Record<string, unknown>) => Promise<Answered>,
  shared: 'roleName' | 'roleKey',
): Promise<Answered> {
  const first = { roleName: unique('n'), roleKey: unique('k'), roleSort: 1 }
  expect((await add(first)).code).toBe(200)
  return add({ roleName: unique('n'), roleKey: unique('k'), roleSort: 2, [shared]: first[shared] })
}

test.each(table)('refused: %s', async (_title, attempt, key) => {
  const answer = await attempt()
  expect(refused(answer)).toBe(key)
  expect(answer.code).toBe(500)
  expect(answer.msg).not.toMatch(/error\.|\{/)
})

const han = /\p{Script=Han}/u
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

test.each(Object.keys(errors) as ErrorKey[])('ERR-15: %s has a text in each of the three languages', key => {
  const [zh, en, fr] = [all.zh[`error.${key}`], all.en[`error.${key}`], all.fr[`error.${key}`]]
  expect(zh).toMatch(han)
  for (const text of [en, fr]) {
    expect(text).toMatch(/[A-Za-zÀ-ÿ]{3}/)
    expect(text).not.toMatch(han)
  }
  expect(fr).not.toBe(en)
  expect(placeholders(zh)).toEqual(placeholders(en))
  expect(placeholders(fr)).toEqual(placeholders(en))
})

test('ERR-15: one refusal is answered to each reader in their language', async () => {
  const roleId = await makeRole(world, admin, ['catalog:product:list'])
  await makeUser(admin, deptId, { roleIds: [roleId] })
  const texts: string[] = []
  for (const language of ['zh', 'en', 'fr'] as const) {
    const reader = world.caller(admin.token, language)
    const answers = [
      await reader.delete(`/system/role/${roleId}`),
      await reader.put('/system/role', { roleId: await deliveredRole('enterpriseClerk'), remark: 'x' }),
      await reader.delete(`/system/user/${admin.accountId}`),
      await reader.get('/system/menu/list'),
      await reader.get('/system/user/999999999'),
    ]
    for (const { msg } of answers) expect(han.test(msg), `${language}: ${msg}`).toBe(language === 'zh')
    texts.push(...answers.map(({ msg }) => msg))
  }
  expect(new Set(texts).size).toBe(texts.length)
})

test('a refusal about something in use names it', async () => {
  const roleId = await makeRole(world, admin, ['catalog:product:list'])
  await admin.put('/system/role', { roleId, roleName: 'Yard foreman' })
  await makeUser(admin, deptId, { roleIds: [roleId] })
  expect((await admin.delete(`/system/role/${roleId}`)).msg).toContain('Yard foreman')
})

test('enabling a department enables those above it, and moving it moves those below', async () => {
  const above = await makeDept(admin, deptId, { status: '1' })
  await world.admin.query(`update dept set status = '1' where id = $1`, [above])
  const rows = await world.admin.query(
    'insert into dept (tenant_id, parent_id, ancestors, dept_name, status) values ($1, $2, $3, $4, $5) returning id',
    [admin.tenantId, above, [deptId, above], unique('d'), '1'],
  )
  const below = Number(rows.rows[0].id)
  expect((await admin.put('/system/dept', { deptId: below, status: '0' })).code).toBe(200)
  expect((await admin.get(`/system/dept/${above}`)).data.status).toBe('0')
  const elsewhere = await makeDept(admin, deptId)
  expect((await admin.put('/system/dept', { deptId: above, parentId: elsewhere })).code).toBe(200)
  expect((await admin.get(`/system/dept/${below}`)).data.ancestors).toBe(`0,${deptId},${elsewhere},${above}`)
  const excluded = await admin.get<{ id: number }[]>(`/system/dept/list/exclude/${elsewhere}`)
  expect(excluded.data.map(row => row.id)).not.toContain(below)
  expect(excluded.data.map(row => row.id)).toContain(deptId)
})

test('names of required fields are answered one by one (VAL-46 to VAL-52)', async () => {
  const cases: [Caller, string, Record<string, unknown>, string[]][] = [
    [admin, '/system/dept', { parentId: deptId, deptName: 'x', orderNum: 1 }, ['parentId', 'deptName', 'orderNum']],
    [
      root,
      '/system/menu',
      { parentId: 0, menuType: 'M', menuName: 'x', orderNum: 1, path: 'x' },
      ['menuName', 'orderNum', 'path'],
    ],
    [root, '/system/dict/type', { dictName: 'x', dictType: 'x' }, ['dictName', 'dictType']],
    [
      root,
      '/system/dict/data',
      { dictType: 'sys_yes_no', dictLabel: 'x', dictValue: 'x', dictSort: 1 },
      ['dictLabel', 'dictValue', 'dictSort'],
    ],
    [
      root,
      '/system/config',
      { configName: 'x', configKey: 'x.y', configValue: 'x' },
      ['configName', 'configKey', 'configValue'],
    ],
    [admin, '/system/role', { roleName: 'x', roleKey: 'x', roleSort: 1 }, ['roleName', 'roleKey', 'roleSort']],
    [admin, '/system/post', { postName: 'x', postCode: 'x', postSort: 1 }, ['postName', 'postCode', 'postSort']],
    [root, '/system/notice', { noticeTitle: 'x', noticeType: '1' }, ['noticeTitle', 'noticeType']],
    [root, '/tenant/enterprise', { identification: 'XX-REQ', name: 'x' }, ['identification', 'name']],
  ]
  for (const [caller, path, body, fields] of cases)
    for (const field of fields) {
      const answer = await caller.post(path, { ...body, [field]: '' })
      expect(refused(answer), `${path} ${field}`).toBe(`${field}: required`)
      expect(answer.msg, `${path} ${field}`).toMatch(/cannot be empty$/)
    }
})

test('an enterprise may not use platform-only permissions', async () => {
  const tries = [
    admin.get('/system/menu/list'),
    admin.post('/system/menu', menu({})),
    admin.get('/system/config/list'),
    admin.post('/system/dict/type', { dictName: 'x', dictType: 'x' }),
    admin.post('/system/notice', { noticeTitle: 'x', noticeType: '1' }),
    admin.post('/system/division/sync'),
    admin.get('/tenant/enterprise/list'),
    admin.delete('/system/config/refreshCache'),
  ]
  for (const answer of await Promise.all(tries)) expect(refused(answer)).toBe('forbidden')
})

test('A42: other user types and people without the permission have no access to administration', async () => {
  const clerk = await makeHolder(world, admin, deptId, ['catalog:product:list'])
  const field = await world.signIn({ id: admin.tenantId, deptId }, ['enterpriseAdmin'], { userType: 2 })
  for (const path of [
    '/system/user/list',
    '/system/role/list',
    '/system/dept/list',
    '/system/post/list',
    '/monitor/operlog/list',
    '/monitor/online/list',
    '/monitor/logininfor/list',
    '/system/role/matrix',
  ]) {
    expect(refused(await clerk.get(path)), path).toBe('forbidden')
    expect(refused(await field.get(path)), `${path} as a field user`).toBe('forbidden')
    expect(refused(await world.anonymous.get(path)), `${path} signed out`).toBe('unauthenticated')
  }
})
