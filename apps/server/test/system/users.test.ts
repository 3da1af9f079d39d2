import { phrase } from '@timbermark/phrases/all'
import { strFromU8, unzipSync } from 'fflate'
import { legacyWorkbook } from '../../src/platform/workbook/xlsx/samples.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeXlsx } from '../../src/platform/workbook/xlsx/xlsx.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { sheetOf } from '../sheet.ts'
import {
  makeDept,
  makeHolder,
  makeRole,
  makeUser,
  password,
  platformAdmin,
  refused,
  sessionOf,
  unique,
  userBody,
} from './people.ts'

let world: World
let admin: Caller
let root: Caller
let deptId: number
const began = new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('USERS')
  deptId = tenant.deptId
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  root = await platformAdmin(world)
})

async function setParameter(key: string, value: string): Promise<void> {
  const id = Number((await world.admin.query('select id from config where config_key = $1', [key])).rows[0].id)
  expect((await root.put('/system/config', { configId: id, configValue: value })).code).toBe(200)
}

const signInAs = (username: string, word: string) =>
  world.anonymous.post<{ token: string; url: string }>('/login', { username, password: word })

/** VAL-01 to VAL-06: field, value, and outcome. */
const rules: [string, unknown, string][] = [
  ['userName', '', 'required'],
  ['userName', 'abc', 'tooShort'],
  ['userName', 'a'.repeat(21), 'tooLong'],
  ['userName', 'ab c1', 'pattern'],
  ['userName', 'ab@c1', 'pattern'],
  ['userName', '用户一二', 'pattern'],
  ['userName', 'ab_c-1', 'accepted'],
  ['userName', 'abcd', 'accepted'],
  ['userName', 'b'.repeat(20), 'accepted'],
  ['nickName', '', 'required'],
  ['nickName', '   ', 'required'],
  ['nickName', 'x'.repeat(31), 'tooLong'],
  ['nickName', '<b>x</b>', 'pattern'],
  ['nickName', '张伟', 'accepted'],
  ['email', '', 'required'],
  ['email', 'a@', 'notEmail'],
  ['email', 'a b@c.com', 'notEmail'],
  ['email', 'a@b.com', 'accepted'],
  ['phonenumber', '', 'required'],
  ['phonenumber', '12345', 'notMobile'],
  ['phonenumber', '12012345678', 'notMobile'],
  ['phonenumber', '241 06123456', 'notMobile'],
  ['phonenumber', '13812345678', 'accepted'],
  ['phonenumber', '+24106123456', 'accepted'],
  ['deptId', null, 'required'],
  ['userType', 6, 'tooLarge'],
  ['userType', 0, 'tooSmall'],
  ['userType', 'x', 'notNumber'],
  ['userType', 4, 'accepted'],
  ['sex', '2', 'notOneOf'],
  ['sex', '1', 'accepted'],
  ['status', '2', 'notOneOf'],
  ['remark', 'x'.repeat(201), 'tooLong'],
  ['remark', 'x'.repeat(200), 'accepted'],
  ['password', '', 'required'],
]

test.each(rules)('VAL-01..06: %s = %o is %s', async (field, value, outcome) => {
  const answer = await admin.post('/system/user', userBody(deptId, { [field]: value }))
  expect(refused(answer)).toBe(outcome === 'accepted' ? 'accepted' : `${field}: ${outcome}`)
})

describe('VAL-03: passwords', () => {
  test.each([
    ['1234', 'tooShort'],
    ['ab1de', 'accepted'],
    ['12345', 'accepted'],
    ['p'.repeat(20), 'accepted'],
    [`${'p'.repeat(10)}abcdefghij`, 'accepted'],
    ['p'.repeat(21), 'tooLong'],
    ['password123', 'auth.passwordCommon'],
  ])('without strong passwords, %s is %s', async (word, outcome) => {
    await setParameter('sys.account.strongPassword', 'false')
    const answer = await admin.post('/system/user', userBody(deptId, { password: word }))
    expect(refused(answer)).toBe(/^too/.test(outcome) ? `password: ${outcome}` : outcome)
    await setParameter('sys.account.strongPassword', 'true')
  })

  test.each([
    ['abc1xyz', 'password: tooShort'],
    ['password123', 'auth.passwordCommon'],
    ['aaaaaaaaaa', 'auth.passwordCommon'],
    ['long enough to please everybody', 'accepted'],
    ['x1-'.repeat(22), 'password: tooLong'],
  ])('with strong passwords (as delivered in production), %s is %s', async (word, outcome) => {
    expect(refused(await admin.post('/system/user', userBody(deptId, { password: word })))).toBe(outcome)
  })
})

test('SYS-01, SEC-03, SEC-25: a user is added, listed, read, edited and removed', async () => {
  const roleId = await makeRole(world, admin, ['catalog:product:list'])
  const post = await admin.post<{ id: number }>('/system/post', {
    postCode: unique('c'),
    postName: 'Foreman',
    postSort: 1,
  })
  const body = userBody(deptId, {
    userType: 2,
    sex: '1',
    remark: 'forest team',
    roleIds: [roleId],
    postIds: [post.data.id],
  })
  const added = await admin.post<{ userId: number }>('/system/user', body)
  expect(added).toMatchObject({ code: 200 })
  const id = added.data.userId
  const list = await admin.get(
    `/system/user/list?userName=${body.userName}&userType=2&status=0&phonenumber=${body.phonenumber}`,
  )
  expect(list.rows).toMatchObject([
    { userId: id, id, nickName: body.nickName, enterpriseName: 'Demo USERS', dept: { deptId }, userType: 2, sex: '1' },
  ])
  expect(list.raw.toString()).not.toMatch(/argon2|password/i)
  const one = await admin.get<{ userId: number }>(`/system/user/${id}`)
  expect(one.data).toMatchObject({ userId: id, email: body.email })
  expect(one).toMatchObject({ roleIds: [roleId], postIds: [post.data.id] })
  expect(
    (one as unknown as { roles: { roleId: number; grantable: boolean }[] }).roles.find(role => role.roleId === roleId),
  ).toMatchObject({ grantable: true })
  expect((await admin.put('/system/user', { userId: id, nickName: 'New name', roleIds: [], postIds: [] })).code).toBe(
    200,
  )
  expect(await admin.get(`/system/user/${id}`)).toMatchObject({
    data: { nickName: 'New name', email: body.email },
    roleIds: [],
    postIds: [],
  })
  expect((await admin.delete(`/system/user/${id}`)).code).toBe(200)
  expect(refused(await admin.get(`/system/user/${id}`))).toBe('notFound')
})

test('dates filter by the day of creation, plain and in params, and page by page and limit', async () => {
  const today = new Date().toISOString().slice(0, 10)
  // The first of them may have been made before midnight.
  const all = await admin.get(`/system/user/list?limit=5&page=1`)
  expect(all.rows.length).toBe(5)
  expect((await admin.get(`/system/user/list?beginTime=${began}&endTime=${today}`)).total).toBe(all.total)
  expect((await admin.get(`/system/user/list?params[beginTime]=2020-01-01&params[endTime]=2020-12-31`)).total).toBe(0)
  const second = await admin.get('/system/user/list?pageNum=2&pageSize=5&orderBy=userName&order=asc')
  expect(second.rows.map(row => row.id)).not.toEqual(all.rows.map(row => row.id))
  expect(refused(await admin.get('/system/user/list?limit=101'))).toBe('limit: tooLarge')
})

test('SYS-03: a reset password works, the old one does not, and that user’s sessions end', async () => {
  const user = await makeUser(admin, deptId)
  const session = await sessionOf(world, admin.tenantId, user.id)
  expect((await admin.put('/system/user/resetPwd', { userId: user.id, password: 'Fresh-word-77' })).code).toBe(200)
  expect(refused(await session.get('/getInfo'))).toBe('unauthenticated')
  expect(refused(await signInAs(user.userName, password))).toBe('auth.badCredentials')
  const signedIn = await signInAs(user.userName, 'Fresh-word-77')
  expect(signedIn.code).toBe(200)
  expect(
    (await world.caller(signedIn.data.token).get<{ mustChangePassword: boolean }>('/getInfo')).data.mustChangePassword,
  ).toBe(false)
})

test('where the parameter requires it, a password that somebody else chose must be changed first', async () => {
  await setParameter('sys.account.initPasswordModify', 'true')
  const user = await makeUser(admin, deptId, { roleIds: [await makeRole(world, admin, ['system:user:list'])] })
  await setParameter('sys.account.initPasswordModify', 'false')
  const caller = world.caller((await signInAs(user.userName, password)).data.token, 'en')
  expect(refused(await caller.get('/system/user/list'))).toBe('auth.initialPassword')
  expect(
    (await caller.put('/system/user/profile/updatePwd', { oldPassword: password, newPassword: 'My-own-word-1' })).code,
  ).toBe(200)
  expect((await caller.get('/system/user/list')).code).toBe(200)
})

test('ST-02: a disabled user is signed out at once and cannot sign in; once enabled again they can', async () => {
  const user = await makeUser(admin, deptId)
  const session = await sessionOf(world, admin.tenantId, user.id)
  await admin.put('/system/user/changeStatus', { userId: user.id, status: '1' })
  expect(refused(await session.get('/getInfo'))).toBe('unauthenticated')
  expect(refused(await signInAs(user.userName, password))).toBe('auth.accountDisabled')
  await admin.put('/system/user/changeStatus', { userId: user.id, status: '0' })
  expect(refused(await session.get('/getInfo'))).toBe('unauthenticated')
  expect((await signInAs(user.userName, password)).code).toBe(200)
})

test('SYS-04, SEC-23, SEC-24: roles are granted and revoked from both sides', async () => {
  const roleId = await makeRole(world, admin, ['system:post:list'])
  const user = await makeUser(admin, deptId)
  const session = await sessionOf(world, admin.tenantId, user.id)
  const may = async () => (await session.get('/system/post/list')).code
  const held = async () =>
    (await admin.get(`/system/role/authUser/allocatedList?roleId=${roleId}`)).rows.map(row => row.userId)
  expect(await may()).toBe(403)
  await admin.put(`/system/user/authRole?userId=${user.id}&roleIds=${roleId}`)
  expect([await may(), await held()]).toEqual([200, [user.id]])
  await admin.put('/system/role/authUser/cancel', { userId: user.id, roleId })
  expect([await may(), await held()]).toEqual([403, []])
  await admin.put(`/system/role/authUser/selectAll?roleId=${roleId}&userIds=${user.id}`)
  expect([await may(), await held()]).toEqual([200, [user.id]])
  expect(
    (await admin.get(`/system/role/authUser/unallocatedList?roleId=${roleId}&userName=${user.userName}`)).rows,
  ).toEqual([])
  await admin.put(`/system/role/authUser/cancelAll?roleId=${roleId}&userIds=${user.id}`)
  expect([await may(), await held()]).toEqual([403, []])
  expect(
    (await admin.get(`/system/role/authUser/unallocatedList?roleId=${roleId}&userName=${user.userName}`)).rows,
  ).toMatchObject([{ userId: user.id }])
})

test('options offer users of one type by name', async () => {
  const user = await makeUser(admin, deptId, { userType: 2, nickName: 'Optional person' })
  const options = await admin.get<{ id: number; label: string }[]>('/system/user/options?userType=2&search=Optional')
  expect(options.data).toMatchObject([{ id: user.id, label: expect.stringContaining('Optional person') }])
  expect((await admin.get<unknown[]>('/system/user/options?userType=3&search=Optional')).data).toEqual([])
})

async function workbook(header: string[], rows: unknown[][]): Promise<Buffer> {
  const stream = writeXlsx(
    header.map(title => ({ title, width: 10, kind: 'text' as const })),
    rows as string[][],
    { sheetName: 'x' },
  )
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const header = [
  'Login account *',
  'Nickname *',
  'Department *',
  'Phone *',
  'Email *',
  'User type',
  'Gender',
  'Status',
  'Remarks',
]

describe('SYS-02: import', () => {
  const row = (name: string, dept: string, more: Record<number, string> = {}) => {
    const cells = [
      name,
      `Nick ${name}`,
      dept,
      `137${String(10_000_000 + Math.floor(Math.random() * 89_999_999)).slice(0, 8)}`,
      `${name}@example.org`,
      'H5 user',
      'Female',
      'Normal',
      '',
    ]
    for (const [position, value] of Object.entries(more)) cells[Number(position)] = value
    return cells
  }
  const send = (content: Buffer, fields: Record<string, string>, name = 'users.xlsx') =>
    admin.upload<{
      rows: number
      created: number
      updated: number
      errors: { row: number; column: string; message: string }[]
      passwords: { userName: string; password: string }[]
    }>('/system/user/importData', { name, content }, fields)

  test('the template’s headings are those that an import accepts', async () => {
    const template = await admin.get('/system/user/importTemplate')
    const { header: offered, rows } = await sheetOf(template.raw)
    expect(offered).toEqual([...header.slice(0, 3), 'Roles', 'Posts', ...header.slice(3)])
    expect(rows, 'examples stand on a sheet of their own').toEqual([])
  })

  test('the template offers what may be chosen, in the reader’s language, and shows examples', async () => {
    const template = await admin.get('/system/user/importTemplate', { 'accept-language': 'fr' })
    const parts = Object.fromEntries(
      Object.entries(unzipSync(template.raw)).map(([name, part]) => [name, strFromU8(part)]),
    )
    const guide = parts['xl/worksheets/sheet2.xml']!
    for (const word of ['Exemple', 'Utilisateur H5', 'Femme', phrase('fr', 'role.enterpriseClerk')])
      expect(guide).toContain(`>${word}</t>`)
    const lists = [...parts['xl/worksheets/sheet1.xml']!.matchAll(/showErrorMessage="(\d)" sqref="([A-Z])2:/g)]
    // Department, type, gender and status take one of a list; roles and posts several.
    expect(Object.fromEntries(lists.map(([, closed, column]) => [column, closed]))).toMatchObject({
      C: '1',
      D: '0',
      H: '1',
      I: '1',
      J: '1',
    })
  })

  test('A75: roles and posts are given by name, several with commas, and nobody grants more than they may', async () => {
    await admin.post('/system/post', { postCode: unique('p-'), postName: 'Scaler', postSort: 1, status: '0' })
    const name = unique('imp-')
    const clerk = phrase('zh', 'role.enterpriseClerk')
    const printer = phrase('en', 'role.codePrinter')
    const content = await workbook(
      [...header, 'Roles', 'Posts'],
      [[...row(name, String(deptId)), `${clerk}，${printer}`, 'Scaler']],
    )
    expect((await send(content, { mode: 'commit' })).data).toMatchObject({ created: 1, errors: [] })
    const { id } = (await admin.get(`/system/user/list?userName=${name}`)).rows[0]! as { id: number }
    const { data } = await admin.get<{ roleNames: string[]; postIds: number[] }>(`/system/user/${id}`)
    expect(data.roleNames.sort()).toEqual([phrase('en', 'role.enterpriseClerk'), printer].sort())
    expect(data.postIds).toHaveLength(1)

    const weak = await makeHolder(world, admin, deptId, ['system:user:list', 'system:user:import'])
    const refused = await weak.upload<{ errors: { message: string }[] }>(
      '/system/user/importData',
      {
        name: 'users.xlsx',
        content: await workbook([...header, 'Roles'], [[...row(unique('imp-'), String(deptId)), clerk]]),
      },
      { mode: 'check' },
    )
    expect(refused.data.errors).toHaveLength(1)
  })

  test('a problem names the written value and the allowed ones', async () => {
    const content = await workbook(
      [...header, 'Roles'],
      [[...row(unique('imp-'), 'No such department', { 3: '12', 5: 'Robot' }), 'King']],
    )
    const messages = (await send(content, { mode: 'check' })).data.errors.map(error => error.message).join('\n')
    expect(messages).toContain('“No such department” was not found for “Department”')
    expect(messages).toMatch(/“Robot” does not fit “User type”\. Write one of these: .*H5 user/)
    expect(messages).toMatch(/“King” was not found for “Roles”\. Write one of these: ./)
    const phone = await workbook(header, [row(unique('imp-'), String(deptId), { 3: '12' })])
    expect((await send(phone, { mode: 'check' })).data.errors[0]!.message).toMatch(
      /^“12” in “Phone” is not a mobile number/,
    )
  })

  test('ERR-26: a good file is checked without storing anything, then committed; each new user gets a password once', async () => {
    await makeDept(admin, deptId, { deptName: 'Import dept' })
    const names = [unique('imp-'), unique('imp-')]
    const content = await workbook(
      header,
      names.map(name => row(name, 'Import dept')),
    )
    const checked = await send(content, { mode: 'check' })
    expect(checked.data).toMatchObject({ rows: 2, created: 2, updated: 0, errors: [] })
    expect((await admin.get(`/system/user/list?userName=${names[0]}`)).total).toBe(0)
    const done = await send(content, { mode: 'commit' })
    expect(done.data).toMatchObject({ rows: 2, created: 2, updated: 0 })
    expect(done.msg).toBe('Data import succeeded: 2 users added, 0 updated')
    expect(done.data.passwords.map(one => one.userName)).toEqual(names)
    const listed = (await admin.get(`/system/user/list?userName=${names[0]}`)).rows[0]!
    expect(listed).toMatchObject({
      nickName: `Nick ${names[0]}`,
      userType: 2,
      sex: '1',
      status: '0',
      deptName: 'Import dept',
      initial: true,
    })
    const signedIn = await signInAs(names[0]!, done.data.passwords[0]!.password)
    expect(signedIn.code).toBe(200)
    expect(refused(await world.caller(signedIn.data.token).get('/system/dict/data/type/user_type'))).toBe(
      'auth.initialPassword',
    )
  })

  test('ERR-26: one wrong row stores none, and every wrong row is named', async () => {
    const good = unique('imp-')
    const content = await workbook(header, [
      row(good, String(deptId)),
      row('no', String(deptId)),
      row(unique('imp-'), 'No such department', { 4: 'not-an-address' }),
    ])
    const answer = await send(content, { mode: 'commit' })
    expect(refused(answer)).toBe('importFailed')
    expect(answer.msg).toContain('2 rows are wrong')
    expect([...new Set(answer.data.errors.map(error => error.row))]).toEqual([3, 4])
    expect(answer.data.errors[0]!.column).toBe('Login account')
    expect((await admin.get(`/system/user/list?userName=${good}`)).total).toBe(0)
  })

  test('existing users are updated only on request, and their password stays', async () => {
    const user = await makeUser(admin, deptId)
    const content = await workbook(header, [row(user.userName, String(deptId))])
    expect((await send(content, { mode: 'check', updateSupport: '0' })).data.errors[0]!.message).toContain(
      'already exists',
    )
    expect((await send(content, { mode: 'commit', updateSupport: '1' })).data).toMatchObject({
      created: 0,
      updated: 1,
      passwords: [],
    })
    expect((await admin.get(`/system/user/${user.id}`)).data.nickName).toBe(`Nick ${user.userName}`)
    expect((await signInAs(user.userName, password)).code).toBe(200)
  })

  test('somebody who holds more is not changed by an import either (A39)', async () => {
    const clerk = await makeHolder(world, admin, deptId, ['system:user:list', 'system:user:import'])
    const boss = (await admin.get<{ user: { userName: string } }>('/getInfo')).data.user.userName
    const content = await workbook(header, [row(boss, String(deptId))])
    const answer = await clerk.upload<{ errors: { message: string }[] }>(
      '/system/user/importData',
      { name: 'users.xlsx', content },
      { mode: 'commit', updateSupport: '1' },
    )
    expect(refused(answer)).toBe('importFailed')
    expect(answer.data.errors.map(error => error.message)).toEqual(['This user holds rights that you do not hold'])
    expect((await admin.get<{ user: { nickName: string } }>('/getInfo')).data.user.nickName).toBe('Demo')
  })

  test('an ambiguous department name is refused: people would get its scope', async () => {
    const dept = async (deptName: string, parentId: number) =>
      (await admin.post<{ id: number }>('/system/dept', { deptName, parentId, orderNum: 1 })).data.id
    const [north, south] = [await dept(unique('North '), deptId), await dept(unique('South '), deptId)]
    const [one, other] = [await dept('Kiln twins', north), await dept('Kiln twins', south)]
    const messagesFor = async (written: string) =>
      (await send(await workbook(header, [row(unique('imp-'), written)]), { mode: 'check' })).data.errors
    const errors = await messagesFor('Kiln twins')
    expect(errors).toHaveLength(1)
    expect(errors[0]!.message).toMatch(new RegExp(`${one}|${other}`))
    expect(await messagesFor(String(one))).toEqual([])
  })

  test('headings in Chinese are read as well', async () => {
    const name = unique('imp-')
    const content = await workbook(
      ['登录账号', '用户昵称', '归属部门', '手机号码', '邮箱'],
      [row(name, String(deptId)).slice(0, 5)],
    )
    expect((await send(content, { mode: 'check' })).data).toMatchObject({ created: 1, errors: [] })
  })

  test.each([
    ['A75: a column of enterprises', [...header, 'Enterprise'], 'importColumns'],
    ['A75: a column of passwords', [...header, 'Password'], 'importColumns'],
    ['a needed column left out', header.slice(1), 'importColumns'],
  ])('%s is refused', async (_title, columns, key) => {
    const content = await workbook(columns, [columns.map(() => 'x')])
    expect(refused(await send(content, { mode: 'commit' }))).toBe(key)
  })

  test('VAL-22: an old .xls workbook is read too; a csv is not', async () => {
    const row = header.map((_title, column) => (column === 0 ? 'nobody' : 'x'))
    const old = await send(legacyWorkbook([header, row]), { mode: 'check' }, 'users.xls')
    expect(old).toMatchObject({ code: 200, data: { rows: 1 } })
    const broken = await send(
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      { mode: 'check' },
      'users.xls',
    )
    expect(refused(broken)).toMatch(/^file(Broken|Type)$/)
    expect(refused(await send(Buffer.from('a,b,c'), { mode: 'check' }, 'users.csv'))).toBe('fileType')
  })

  test('too many rows for one import are refused before any work', async () => {
    const content = await workbook(
      header,
      Array.from({ length: 501 }, (_, index) => row(`many-${index}`, String(deptId))),
    )
    expect(refused(await send(content, { mode: 'commit' }))).toBe('importRows')
  })
})

test('A74, A77: the export keeps to the filter, and text that looks like a formula stays text', async () => {
  const user = await makeUser(admin, deptId, { nickName: '=cmd|calc' })
  const sheet = await sheetOf((await admin.get(`/system/user/export?userName=${user.userName}`)).raw)
  expect(sheet.rows.length).toBe(1)
  expect(sheet.rows[0]![2]).toMatch(/^'?=cmd\|calc$|^.=cmd\|calc$/)
  expect(sheet.header[1]).toBe('Login account')
})

test('a sheet of users says type and status in words, and all roles of a user in one cell', async () => {
  const roleIds = [await makeRole(world, admin, []), await makeRole(world, admin, [])]
  const user = await makeUser(admin, deptId, { roleIds, userType: 2 })
  const { rows } = await admin.get(`/system/user/list?userId=${user.id}`)
  const names = rows[0]!.roleNames as string[]
  expect(names).toHaveLength(2)
  const { header, rows: cells } = await sheetOf((await admin.get(`/system/user/export?userId=${user.id}`)).raw)
  const cellsByTitle = Object.fromEntries(header.map((title, index) => [title, cells[0]![index]]))
  expect(cellsByTitle).toMatchObject({ ID: user.id, Roles: names.join(', '), Status: 'Normal' })
  expect(cellsByTitle['User type']).toMatch(/[a-z]/)
  expect(header.slice(1, 7)).toEqual(['Login account', 'Nickname', 'User type', 'Department', 'Roles', 'Phone'])
})
