import { entities, keyOf, views } from '@timbermark/contract'
import type { ListView, ListViewSettings } from '@timbermark/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { servedList } from '../../src/entity/served-lists.ts'
import { routes } from '../../src/routes.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'

let world: World
let admin: Caller
let clerk: Caller
let stranger: Caller
let reporter: Caller

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('VIEWS')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  clerk = await world.signIn(tenant, ['enterpriseClerk'])
  reporter = await world.signIn(tenant, ['fieldReporter'], { userType: 2 })
  stranger = await world.signIn(await world.makeTenant('STRANGER'), ['enterpriseAdmin'])
})

const list = 'catalog/batch'
const settings: ListViewSettings = {
  filters: { status: 'draft', beginTime: '2026-01-01' },
  orderBy: 'batchNumber',
  order: 'asc',
  limit: 50,
  columns: ['batchNumber', 'status'],
}
const save = (caller: Caller, name: string, more: object = {}) =>
  caller.post<{ id: number }>('/system/list-view', { list, name, shared: false, settings, ...more })
const viewsOf = async (caller: Caller, key = list) =>
  (await caller.get<ListView[]>(`/system/list-view?list=${key}`)).data
const namesOf = async (caller: Caller) => (await viewsOf(caller)).map(({ name }) => name)

describe('a saved view', () => {
  test('is for its person, or for everybody in the enterprise, and for no other enterprise', async () => {
    const drafts = await save(clerk, 'Drafts')
    expect(drafts.error, drafts.msg).toBeUndefined()
    expect((await save(clerk, 'Ours', { shared: true })).error).toBe('forbidden')
    const shared = await save(admin, 'Ours', { shared: true })
    expect(await namesOf(clerk)).toEqual(['Ours', 'Drafts'])
    expect(await namesOf(admin)).toEqual(['Ours'])
    expect(await namesOf(stranger)).toEqual([])
    expect((await viewsOf(clerk))[1]).toEqual({
      id: drafts.data.id,
      name: 'Drafts',
      shared: false,
      settings,
      version: 1,
      start: false,
    })
    // What others own is not found; what the enterprise owns is changed by those who may share.
    for (const caller of [admin, stranger]) {
      expect((await caller.put('/system/list-view', { id: drafts.data.id, seen: 1, name: 'X' })).error).toBe('notFound')
      expect((await caller.delete(`/system/list-view/${drafts.data.id}`)).error).toBe('notFound')
    }
    expect((await clerk.put('/system/list-view', { id: shared.data.id, seen: 1, name: 'X' })).error).toBe('forbidden')
    expect((await clerk.delete(`/system/list-view/${shared.data.id}`)).error).toBe('forbidden')
    expect((await reporter.get(`/system/list-view?list=${list}`)).error).toBe('notFound')
    expect((await save(reporter, 'Mine')).error).toBe('notFound')
  })

  test('is renamed and replaced by the version that was read', async () => {
    const { id } = (await save(clerk, 'To change')).data
    const change = (body: object) => clerk.put('/system/list-view', { id, ...body })
    expect((await change({ seen: 1, name: ' Changed ' })).error).toBeUndefined()
    expect((await change({ seen: 1, settings: { ...settings, limit: 10 } })).error).toBe('changedSince')
    expect((await change({ seen: 2, settings: { ...settings, limit: 10 } })).error).toBeUndefined()
    expect((await viewsOf(clerk)).find(view => view.id === id)).toMatchObject({
      name: 'Changed',
      version: 3,
      settings: { limit: 10, filters: settings.filters },
    })
    const taken = await change({ seen: 3, name: 'DRAFTS' })
    expect(taken.data).toMatchObject({ issues: [{ field: 'name', error: 'system.listView.nameTaken' }] })
    expect((await clerk.delete(`/system/list-view/${id}`)).data).toEqual({ removed: 1 })
    expect((await clerk.delete(`/system/list-view/${id}`)).error).toBe('notFound')
  })

  test.each<[string, object, string]>([
    ['a filter that the list has not', { filters: { colour: 'red' } }, 'settings.filters.colour'],
    ['the half of a range as a filter', { filters: { createTime: '2026-01-01' } }, 'settings.filters.createTime'],
    ['a value that the list refuses', { filters: { beginTime: 'soon' } }, 'beginTime'],
    ['an order that the list has not', { orderBy: 'remark', order: 'asc' }, 'settings.orderBy'],
    ['a column that the list has not', { columns: ['batchNumber', 'colour'] }, 'settings.columns.1'],
    ['no column', { columns: [] }, 'settings.columns'],
    ['a page size that no list has', { limit: 7 }, 'settings.limit'],
  ])('cannot hold %s', async (_, part, field) => {
    const refused = await save(clerk, 'Refused', { settings: { ...settings, ...part } })
    expect(refused.error).toBe('invalid')
    expect(refused.data).toMatchObject({ issues: [{ field }] })
  })

  test('opens the list of one person, until it is removed', async () => {
    const [shared] = await viewsOf(clerk)
    const startsOf = async (caller: Caller) => (await viewsOf(caller)).filter(view => view.start).map(({ id }) => id)
    const start = (view: number | null, key = list) => clerk.put('/system/list-view/start', { list: key, view })
    expect((await start(shared!.id)).error).toBeUndefined()
    expect((await start(shared!.id)).error).toBeUndefined()
    expect(await startsOf(clerk)).toEqual([shared!.id])
    expect(await startsOf(admin)).toEqual([])
    expect((await start(shared!.id, 'catalog/product')).error).toBe('notFound')
    expect((await start(null)).error).toBeUndefined()
    expect(await startsOf(clerk)).toEqual([])
    await start(shared!.id)
    await admin.delete(`/system/list-view/${shared!.id}`)
    expect(await startsOf(clerk)).toEqual([])
  })

  test('is one of twenty of a list, also when two are saved at once', async () => {
    const had = (await viewsOf(clerk)).length
    for (let n = had; n < 19; n++) expect((await save(clerk, `View ${n}`)).error).toBeUndefined()
    const last = await Promise.all([save(clerk, 'Twentieth'), save(clerk, 'Too many')])
    expect(last.map(({ error }) => error).sort()).toEqual(['system.listView.full', undefined])
    expect(
      (await save(clerk, 'Products', { list: 'catalog/product', settings: productSettings })).error,
    ).toBeUndefined()
    expect((await save(admin, 'Shared', { shared: true })).error).toBeUndefined()
  })
})

test('every list has views, except the codes of one request', async () => {
  const served = new Set(routes.flatMap(route => servedList(route)?.listed ?? []).map(keyOf))
  const declared = new Set([...entities, ...views].map(keyOf))
  expect([...declared].filter(key => !served.has(key))).toEqual(['code/qr'])
  for (const [key, columns] of Object.entries({
    'system/post': ['postName'],
    'stage/progress': ['batchNumber'],
    'code/by-state': ['code'],
  })) {
    const body = { list: key, settings: { filters: {}, limit: 20, columns } }
    expect((await save(admin, 'Own', body)).error, key).toBeUndefined()
    expect(await viewsOf(admin, key), key).toHaveLength(1)
  }
})

const productSettings: ListViewSettings = { filters: {}, limit: 20, columns: ['name'] }
