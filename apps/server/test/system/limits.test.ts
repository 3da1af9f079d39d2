import { beforeAll, expect, test } from 'vitest'
import { refused, unique, userBody, makeOffice, type Office } from './people.ts'

let { root, admin, deptId } = {} as Office
beforeAll(async () => {
  ;({ root, admin, deptId } = await makeOffice('LIMITS'))
})

interface Limited {
  path: string
  who: 'admin' | 'root'
  body: () => Record<string, unknown>
  /** Most characters of each field. */
  most: Record<string, number>
}

const letters = (length: number) => unique('x').padEnd(length, 'y').slice(0, length)
/** A text of this length that fits the format of the field. */
const shaped: Record<string, (length: number) => string> = {
  email: length => `${letters(length - '@example.org'.length)}@example.org`,
  dictType: length => letters(length).toLowerCase(),
  perms: length => `a:b:${letters(length - 4)}`,
  // A number has at most 15 digits.
  phone: length => Array.from({ length }, (_, n) => (n % 3 === 2 && n < length - 1 ? '-' : '1')).join(''),
}

/** Server limits of the family's reference; phone numbers are longer here, because they carry a country. */
const limited: Limited[] = [
  {
    path: '/system/user',
    who: 'admin',
    body: () => userBody(deptId),
    most: { userName: 20, nickName: 30, email: 50, remark: 200 },
  },
  {
    path: '/system/role',
    who: 'admin',
    body: () => ({ roleName: unique('r'), roleKey: unique('k'), roleSort: 1 }),
    most: { roleName: 30, roleKey: 100, remark: 200 },
  },
  {
    path: '/system/menu',
    who: 'root',
    body: () => ({
      parentId: 0,
      menuType: 'C',
      menuName: unique('m'),
      orderNum: 1,
      path: unique('p'),
      component: 'system/user',
    }),
    most: { menuName: 50, path: 200, perms: 100, icon: 100, remark: 200 },
  },
  {
    path: '/system/dept',
    who: 'admin',
    body: () => ({ parentId: deptId, deptName: unique('d'), orderNum: 1 }),
    most: { deptName: 30, leader: 20, phone: 20, email: 50 },
  },
  {
    path: '/system/post',
    who: 'admin',
    body: () => ({ postCode: unique('c'), postName: unique('p'), postSort: 1 }),
    most: { postCode: 64, postName: 50, remark: 200 },
  },
  {
    path: '/system/dict/type',
    who: 'root',
    body: () => ({ dictName: unique('d'), dictType: unique('d_').toLowerCase() }),
    most: { dictName: 100, dictType: 100, remark: 200 },
  },
  {
    path: '/system/dict/data',
    who: 'root',
    body: () => ({ dictType: 'forest_level', dictLabel: unique('l'), dictValue: unique('v'), dictSort: 1 }),
    most: { dictLabel: 100, dictValue: 100, remark: 200 },
  },
  {
    path: '/system/config',
    who: 'root',
    body: () => ({ configName: unique('n'), configKey: unique('k.'), configValue: 'v' }),
    most: { configName: 100, configKey: 100, configValue: 500, remark: 200 },
  },
  {
    path: '/system/notice',
    who: 'root',
    body: () => ({ noticeTitle: unique('t'), noticeType: '1' }),
    most: { noticeTitle: 50 },
  },
]

const cases = limited.flatMap(one =>
  Object.entries(one.most).map(([field, most]) => [one.path, field, most, one] as const),
)

test.each(cases)('%s: %s takes %i characters and not one more', async (path, field, most, { who, body }) => {
  const caller = who === 'admin' ? admin : root
  const text = shaped[field] ?? letters
  const outcome = async (length: number) => {
    const value = text(length)
    expect([...value].length).toBe(length)
    return refused(await caller.post(path, { ...body(), [field]: value }))
  }
  expect(await outcome(most + 1)).toBe(`${field}: tooLong`)
  expect(await outcome(most)).toBe('accepted')
})

test('characters are counted as people count them, not as bytes', async () => {
  const name = `${unique('林场')}${'木'.repeat(30)}`.slice(0, 30)
  expect(refused(await admin.post('/system/dept', { parentId: deptId, deptName: name, orderNum: 1 }))).toBe('accepted')
  const emoji = '🌲'.repeat(30)
  expect(refused(await admin.post('/system/dept', { parentId: deptId, deptName: emoji, orderNum: 1 }))).toBe('accepted')
})

test.each([
  ['/system/user', 'nickName', 'admin'],
  ['/system/dept', 'deptName', 'admin'],
  ['/system/role', 'roleName', 'admin'],
  ['/system/post', 'postName', 'admin'],
  ['/system/menu', 'menuName', 'root'],
  ['/system/dict/type', 'dictName', 'root'],
  ['/system/config', 'configName', 'root'],
  ['/system/notice', 'noticeTitle', 'root'],
] as const)('%s: no markup in %s, whole or broken', async (path, field, who) => {
  const { body } = limited.find(one => one.path === path)!
  for (const wrong of ['<b>x</b>', '<img src=x', 'a\n<script\n>b'])
    expect(
      refused(await (who === 'admin' ? admin : root).post(path, { ...body(), [field]: wrong })),
      JSON.stringify(wrong),
    ).toBe(`${field}: pattern`)
})
