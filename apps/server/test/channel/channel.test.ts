import { beforeAll, describe, expect, test } from 'vitest'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'

let world: World
let admin: Caller
let tenant: { id: number; deptId: number }
let other: { id: number; deptId: number }
const level: Record<string, number> = {}
let counter = 0

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('SALES')
  other = await world.makeTenant('OTHER')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  await world.admin.query(
    `insert into division (city_id, short_name, full_name, level, parent_id) values (330000, 'Zhejiang', 'Zhejiang', 1, 0), (330100, 'Hangzhou', 'Hangzhou', 2, 330000)`,
  )
  for (const one of ['1', '2'])
    level[one] = (
      await added(
        admin.post('/channel/dealer-level', {
          code: `L${one}`,
          name: `Level ${one}`,
          level: one,
          orderNum: Number(one),
          status: '0',
        }),
      )
    ).id
})

async function added(answer: Promise<Answered<{ id: number }>>): Promise<{ id: number }> {
  const { code, msg, data } = await answer
  if (code !== 200) throw new Error(msg)
  return data
}

const dealer = (levelOf: string, more: Record<string, unknown> = {}) =>
  admin.post<{ id: number }>('/channel/dealer', { name: `Dealer ${++counter}`, levelId: level[levelOf], ...more })
const issues = (answer: Answered): string[] =>
  ((answer.data as { issues?: { field: string; error: string }[] } | undefined)?.issues ?? []).map(
    issue => `${issue.field} ${issue.error}`,
  )

describe('dealers of two levels', () => {
  test('SCR-19, DLR-01, DLR-02: one of level one, and one of level two under it', async () => {
    const first = await added(
      dealer('1', {
        contact: 'Demo contact',
        phone: '+86 571 00000000',
        address: 'Demo street 1',
        divisionCode: '330100',
      }),
    )
    const second = await added(dealer('2', { parentId: first.id }))
    expect((await admin.get(`/channel/dealer/${second.id}`)).data).toMatchObject({
      levelName: 'Level 2',
      parentId: first.id,
      parentName: 'Dealer 1',
    })
    expect((await admin.get(`/channel/dealer/list?levelId=${level['1']}`)).rows).toMatchObject([
      {
        id: first.id,
        levelName: 'Level 1',
        contact: 'Demo contact',
        phone: '+86 571 00000000',
        divisionCode: '330100',
        status: '0',
      },
    ])
  })

  test('users who may edit dealers choose the division by name or code', async () => {
    const choices = async (query: string) =>
      (await admin.get<{ id: string; label: string }[]>(`/system/division/choices?${query}`)).data
    const hangzhou = { id: '330100', label: 'Zhejiang Hangzhou · 330100' }
    const zhejiang = { id: '330000', label: 'Zhejiang · 330000' }
    expect(await choices('search=hang')).toEqual([hangzhou])
    expect(await choices('search=3301')).toEqual([hangzhou])
    expect(await choices('search=33')).toEqual([zhejiang, hangzhou])
    expect(await choices('ids=330100,330000')).toEqual([zhejiang, hangzhou])
    expect(await choices('ids=nonsense')).toEqual([])
    expect(await choices(`search=${encodeURIComponent('%')}`)).toEqual([])
  })

  test('level two needs a dealer above it, of level one and in use; level one has none', async () => {
    const one = await added(dealer('1'))
    const two = await added(dealer('2', { parentId: one.id }))
    const disabled = await added(dealer('1', { status: '1' }))
    expect(issues(await dealer('2'))).toEqual(['parentId channel.parentRequired'])
    expect(issues(await dealer('2', { parentId: two.id }))).toEqual(['parentId channel.parentLevel'])
    expect(issues(await dealer('2', { parentId: disabled.id }))).toEqual(['parentId referenceDisabled'])
    expect(issues(await dealer('2', { parentId: 999_999_999 }))).toEqual(['parentId referenceMissing'])
    expect(issues(await dealer('1', { parentId: one.id }))).toEqual(['parentId channel.parentRefused'])
    expect(issues(await admin.put('/channel/dealer', { id: two.id, parentId: null }))).toEqual([
      'parentId channel.parentRequired',
    ])
    expect(issues(await admin.put('/channel/dealer', { id: two.id, parentId: two.id }))).toEqual([
      'parentId channel.parentLevel',
    ])
  })

  test('a dealer with others under it keeps its level; moved away, it may change', async () => {
    const one = await added(dealer('1'))
    const above = await added(dealer('1'))
    const two = await added(dealer('2', { parentId: one.id }))
    expect((await admin.put('/channel/dealer', { id: one.id, levelId: level['2'], parentId: above.id })).error).toBe(
      'channel.hasSubDealers',
    )
    expect((await admin.delete(`/channel/dealer/${one.id}`)).error).toBe('inUse')
    expect((await admin.put('/channel/dealer', { id: two.id, levelId: level['1'], parentId: null })).code).toBe(200)
    expect((await admin.put('/channel/dealer', { id: one.id, levelId: level['2'], parentId: above.id })).code).toBe(200)
  })

  test('a disabled dealer keeps its dealers; their other fields can still be edited', async () => {
    const one = await added(dealer('1'))
    const two = await added(dealer('2', { parentId: one.id }))
    expect((await admin.put('/channel/dealer/changeStatus', { id: one.id, status: '1' })).code).toBe(200)
    expect((await admin.put('/channel/dealer', { id: two.id, parentId: one.id, address: 'Moved' })).code).toBe(200)
  })

  test('another enterprise’s dealer or level cannot be used', async () => {
    const stranger = await world.signIn(other, ['enterpriseAdmin'])
    const foreign = await added(
      stranger.post('/channel/dealer-level', { code: 'X', name: 'X', level: '1', orderNum: 1, status: '0' }),
    )
    expect(issues(await admin.post('/channel/dealer', { name: 'Y', levelId: foreign.id }))).toEqual([
      'levelId referenceMissing',
    ])
  })
})

test('SCR-20, DLR-03: a level is edited and selectable; in use it cannot change its level or be deleted', async () => {
  expect(
    (await admin.put('/channel/dealer-level', { id: level['1'], name: 'Level 1', remark: 'Buys from us' })).code,
  ).toBe(200)
  expect(
    (await admin.get<{ label: string }[]>('/channel/dealer-level/options')).data.map(option => option.label),
  ).toEqual(['Level 1', 'Level 2'])
  await added(dealer('1'))
  expect((await admin.put('/channel/dealer-level', { id: level['1'], level: '2' })).error).toBe('channel.levelInUse')
  expect((await admin.delete(`/channel/dealer-level/${level['1']}`)).error).toBe('inUse')
  expect(
    issues(
      await admin.post('/channel/dealer-level', { code: 'L1', name: 'Again', level: '1', orderNum: 1, status: '0' }),
    ),
  ).toEqual(['code taken'])
})

describe('VAL-42, VAL-43: what cannot be empty', () => {
  test.each<[string, string, Record<string, unknown>, string]>([
    ['a level’s name', 'dealer-level', { name: '' }, 'name required'],
    ['a level’s order', 'dealer-level', { orderNum: null }, 'orderNum required'],
    ['a level’s status', 'dealer-level', { status: '' }, 'status required'],
    ['a dealer’s name', 'dealer', { name: ' ' }, 'name required'],
    ['a dealer’s level', 'dealer', { levelId: null }, 'levelId required'],
    ['a store’s name', 'store', { name: '' }, 'name required'],
    ['a store’s dealer', 'store', { dealerId: null }, 'dealerId required'],
    ['a customer’s name', 'customer', { name: '' }, 'name required'],
    ['a supplier’s name', 'supplier', { name: '' }, 'name required'],
  ])('%s', async (_title, entity, wrong, expected) => {
    const one = (await added(dealer('1'))).id
    const complete: Record<string, Record<string, unknown>> = {
      'dealer-level': { code: `C${++counter}`, name: `N${counter}`, level: '1', orderNum: 1, status: '0' },
      dealer: { name: `D${++counter}`, levelId: level['1'] },
      store: { name: `S${++counter}`, dealerId: one, address: 'Demo street 2' },
      customer: { name: `K${++counter}` },
      supplier: { name: `Z${++counter}` },
    }
    expect(issues(await admin.post(`/channel/${entity}`, { ...complete[entity], ...wrong }))).toEqual([expected])
    expect((await admin.post(`/channel/${entity}`, complete[entity])).code).toBe(200)
  })
})

test('SCR-21, DLR-04: a store belongs to a dealer, with both coordinates or none', async () => {
  const { id: dealerId } = await added(dealer('1'))
  const store = {
    name: 'Demo store',
    dealerId,
    address: 'Demo street 3',
    phone: '0571-1234567',
    longitude: '120.153576',
    latitude: '30.287459',
  }
  const { id } = await added(admin.post('/channel/store', store))
  expect((await admin.get(`/channel/store/${id}`)).data).toMatchObject({
    ...store,
    dealerName: expect.stringMatching(/^Dealer/),
  })
  expect(issues(await admin.post('/channel/store', { ...store, name: 'Half', latitude: undefined }))).toEqual([
    'latitude required',
  ])
  expect(issues(await admin.put('/channel/store', { id, longitude: null }))).toEqual(['longitude required'])
  expect(issues(await admin.put('/channel/store', { id, longitude: '0', latitude: '0' }))).toEqual(['longitude noFix'])
  expect(issues(await admin.post('/channel/store', { ...store, name: 'Off the globe', latitude: '91' }))).toEqual([
    'latitude tooLarge',
  ])
  expect(issues(await admin.post('/channel/store', store))).toEqual(['name taken'])
})

describe('customers and suppliers with an account', () => {
  test.each([
    ['customer', 5],
    ['supplier', 4],
  ] as const)(
    'a %s’s account is one of the own enterprise, of user type %i, and nobody else’s',
    async (entity, userType) => {
      const account = await world.signIn(tenant, ['dealer'], { userType })
      const clerk = await world.signIn(tenant, ['enterpriseClerk'])
      const foreign = await world.signIn(other, ['dealer'], { userType })
      const { id } = await added(
        admin.post(`/channel/${entity}`, {
          name: `With account ${entity}`,
          contact: 'Demo',
          phone: '+33 100000000',
          address: 'Demo',
          accountId: account.accountId,
        }),
      )
      expect((await admin.get(`/channel/${entity}/${id}`)).data).toMatchObject({
        accountId: account.accountId,
        accountName: 'Demo',
      })
      expect(issues(await admin.post(`/channel/${entity}`, { name: 'A', accountId: clerk.accountId }))).toEqual([
        'accountId channel.accountType',
      ])
      expect(issues(await admin.post(`/channel/${entity}`, { name: 'B', accountId: foreign.accountId }))).toEqual([
        'accountId referenceMissing',
      ])
      expect(issues(await admin.post(`/channel/${entity}`, { name: 'C', accountId: account.accountId }))).toEqual([
        'accountId taken',
      ])
      expect(issues(await admin.post(`/channel/${entity}`, { name: 'D', phone: 'abc' }))).toEqual(['phone notPhone'])
    },
  )
})
