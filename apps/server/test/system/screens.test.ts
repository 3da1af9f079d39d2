import { entityByKey } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { addSample } from '../samples.ts'
import { refused, unique } from './people.ts'

let world: World
let operator: Caller
let admin: Caller

beforeAll(async () => {
  world = await makeWorld()
  operator = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  admin = await world.signIn(await world.makeTenant('SCREENS'), ['enterpriseAdmin'])
})

interface Item {
  path: string
  hidden: boolean
  component: string
  children?: Item[]
}

/** Addresses in the menu of this person, with the screen that each opens. */
async function addresses(caller: Caller): Promise<Map<string, string>> {
  const screens = new Map<string, string>()
  const walk = (items: Item[], above: string) => {
    for (const item of items) {
      const path = item.path.startsWith('/') ? item.path : `${above}/${item.path}`
      if (item.hidden) continue
      if (item.children) walk(item.children, path)
      else screens.set(path, item.component)
    }
  }
  walk((await caller.get<Item[]>('/getRouters')).data, '')
  return screens
}

type Who = 'admin' | 'operator'

/** Requirement, who works there, address of the menu, the screen, and the call that fills it. */
const menu: [string, Who, string, string, string][] = [
  ['SCR-02 product categories', 'admin', '/catalog/category', 'entity/catalog/category', '/catalog/category/list'],
  ['SCR-04 products', 'admin', '/catalog/product', 'entity/catalog/product', '/catalog/product/list'],
  ['SCR-05 batches', 'admin', '/catalog/batch', 'catalog/batch', '/catalog/batch/list'],
  ['SCR-06 codes', 'admin', '/code/qr', 'code/qr', '/code/request/list?status=completed'],
  ['SCR-07 code requests', 'admin', '/code/request', 'code/request', '/code/request/list'],
  [
    'SCR-08 forms and certificates',
    'admin',
    '/evidence/document',
    'entity/evidence/document',
    '/evidence/document/list',
  ],
  ['SCR-10 stage templates', 'admin', '/stage/template', 'stage/template', '/stage/template/list'],
  ['SCR-11 parameter templates', 'admin', '/stage/parameter', 'stage/parameter', '/stage/parameter/list'],
  ['SCR-12 batch-stage records', 'admin', '/stage/record', 'stage/record', '/stage/record/list'],
  [
    'SCR-13 user-stage authorizations',
    'admin',
    '/stage/authorization',
    'stage/authorization',
    '/stage/authorization/list',
  ],
  ['SCR-14 scan log', 'admin', '/trace/scan-log', 'trace/scan-log', '/trace/scan-log/list'],
  ['SCR-15 anti-counterfeit query log', 'admin', '/trace/check-log', 'trace/check-log', '/trace/check-log/list'],
  ['SCR-17 enterprises', 'operator', '/tenant/enterprise', 'tenant/enterprise', '/tenant/enterprise/list'],
  ['SCR-18 customers', 'admin', '/channel/customer', 'entity/channel/customer', '/channel/customer/list'],
  ['SCR-19 dealers', 'admin', '/channel/dealer', 'entity/channel/dealer', '/channel/dealer/list'],
  [
    'SCR-20 dealer levels',
    'admin',
    '/channel/dealer-level',
    'entity/channel/dealer-level',
    '/channel/dealer-level/list',
  ],
  ['SCR-21 stores', 'admin', '/channel/store', 'entity/channel/store', '/channel/store/list'],
  ['suppliers', 'admin', '/channel/supplier', 'entity/channel/supplier', '/channel/supplier/list'],
  ['SCR-25 banners', 'operator', '/site/banner', 'site/banner', '/site/banner/list'],
  ['SCR-26 supply list', 'admin', '/trade/publishInfo', 'trade/listing', '/trade/listing/list?kind=supply'],
  ['SCR-27 purchase list', 'admin', '/trade/publishInfo', 'trade/listing', '/trade/listing/list?kind=purchase'],
  ['SCR-28 application list', 'admin', '/trade/publishInfo', 'trade/listing', '/trade/quote/list'],
  ['SCR-31 market news', 'operator', '/news/article', 'news/article', '/news/article/list'],
  ['SCR-31 market news, as enterprises read it', 'admin', '/news/article', 'news/article', '/news/article/list'],
  ['SCR-32 news categories', 'operator', '/news/category', 'entity/news/category', '/news/category/list'],
  ['SCR-35 administrative divisions', 'operator', '/system/division', 'system/division', '/system/division/list'],
]

test.each(menu)('%s: in the menu, and its list opens', async (_title, who, address, screen, call) => {
  const caller = who === 'admin' ? admin : operator
  expect((await addresses(caller)).get(address)).toBe(screen)
  expect(await caller.get(call)).toMatchObject({ code: 200, total: expect.any(Number) })
})

test('SCR-01: the dashboard’s figures are answered to callers who may list what they count', async () => {
  const { data } = await admin.get('/stats/overview')
  for (const figure of ['codes', 'scans', 'checks', 'products', 'batches'])
    expect(data[figure], figure).toEqual(expect.any(Number))
  expect(data.trend).toHaveLength(30)
})

/** Requirement, who, entity, the key that an edit changes, and its new value */
const walked: [string, Who, string, string, () => unknown][] = [
  ['SCR-02 product category', 'admin', 'catalog/category', 'name', () => unique('Boards ')],
  ['SCR-04 product', 'admin', 'catalog/product', 'name', () => unique('Veneer ')],
  ['SCR-05 batch', 'admin', 'catalog/batch', 'remark', () => unique('landing ')],
  ['SCR-07 code request', 'admin', 'code/request', 'name', () => unique('Codes ')],
  ['SCR-08 form or certificate', 'admin', 'evidence/document', 'name', () => unique('Permit ')],
  ['SCR-18 customer', 'admin', 'channel/customer', 'name', () => unique('Buyer ')],
  ['SCR-19 dealer', 'admin', 'channel/dealer', 'name', () => unique('Dealer ')],
  ['SCR-20 dealer level', 'admin', 'channel/dealer-level', 'name', () => unique('Level ')],
  ['SCR-21 store', 'admin', 'channel/store', 'name', () => unique('Store ')],
  ['supplier', 'admin', 'channel/supplier', 'name', () => unique('Supplier ')],
  ['SCR-25 banner', 'operator', 'site/banner', 'duration', () => 77],
  ['SCR-32 news category', 'operator', 'news/category', 'name', () => unique('Prices ')],
]

describe.each(walked)('%s', (_title, who, key, field, fresh) => {
  test('is added and listed, edited and listed anew, deleted and gone', async () => {
    const caller = who === 'admin' ? admin : operator
    const entity = entityByKey(key)!
    const listed = async (id: number) =>
      (await caller.get(`/${key}/list?limit=100&orderBy=createTime&order=desc`)).rows.find(row => row.id === id)
    const { id } = await addSample(caller, entity, unique('S'))
    expect(await listed(id)).toBeDefined()
    const value = fresh()
    expect((await caller.put(`/${key}`, { id, [field]: value })).code).toBe(200)
    expect((await listed(id))![field]).toBe(value)
    expect((await caller.delete(`/${key}/${id}`)).code).toBe(200)
    expect(await listed(id)).toBeUndefined()
    if (entity.operations.includes('query')) expect(refused(await caller.get(`/${key}/${id}`))).toBe('notFound')
  })
})

test('SCR-17: an enterprise is added with its administrator, listed and edited; there is no deleting one', async () => {
  const [identification, name, administrator] = [unique('SCR-').toUpperCase(), unique('Demo mill '), unique('scr-adm-')]
  const { data } = await operator.post<{ id: number }>('/tenant/enterprise', { identification, name, administrator })
  const listed = async () =>
    (await operator.get(`/tenant/enterprise/list?identification=${identification}`)).rows.find(
      row => row.id === data.id,
    )
  expect(await listed()).toMatchObject({ identification, name, administrator })
  const changed = unique('Demo mill ')
  expect((await operator.put('/tenant/enterprise', { id: data.id, name: changed })).code).toBe(200)
  expect(await listed()).toMatchObject({ name: changed })
  expect((await operator.delete(`/tenant/enterprise/${data.id}`)).code).toBe(404)
  expect(await listed()).toBeDefined()
})

test('SCR-10, SCR-11: a stage template and a parameter template are added, listed, edited and deleted', async () => {
  const listed = async (path: string, id: number) =>
    (await admin.get(`${path}/list?limit=100`)).rows.find(row => row.id === id)
  const bodies: [string, Record<string, unknown>, string][] = [
    [
      '/stage/template',
      {
        name: unique('T-'),
        displayName: 'Own felling',
        stage: 'felling',
        orderNum: 1,
        attributes: [{ label: 'Crew', input: 'text' }],
      },
      'displayName',
    ],
    ['/stage/parameter', { name: unique('P-'), stage: 'felling', values: {} }, 'name'],
  ]
  for (const [path, body, field] of bodies) {
    const added = await admin.post<{ id: number }>(path, body)
    expect(added, `${path} ${JSON.stringify(added.data)}`).toMatchObject({ code: 200 })
    expect(await listed(path, added.data.id)).toMatchObject({ [field]: body[field] })
    const value = unique('Changed ')
    expect((await admin.put(path, { id: added.data.id, [field]: value })).code, path).toBe(200)
    expect(await listed(path, added.data.id)).toMatchObject({ [field]: value })
    expect((await admin.delete(`${path}/${added.data.id}`)).code, path).toBe(200)
    expect(await listed(path, added.data.id)).toBeUndefined()
  }
})
