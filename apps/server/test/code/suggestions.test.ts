import type { Suggestion } from '@timbermark/contract/calls'
import { beforeAll, expect, test } from 'vitest'
import { codeRequest } from '../code-request.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeDept, makeHolder } from '../system/people.ts'

let world: World
let tenant: { id: number; deptId: number }
let admin: Caller
let batchId: number

/** Suggested values by field, each with its source. */
async function suggested(query = '', caller = admin, path = '/code/request'): Promise<Record<string, unknown[]>> {
  const { data } = await caller.get<Suggestion[]>(`${path}/suggestions?${query}`)
  return Object.fromEntries(data.map(({ field, value, source, name }) => [field, [value, source, name]]))
}
const added = async (path: string, body: object, caller = admin): Promise<number> => {
  const answer = await caller.post<{ id: number }>(path, body)
  expect(answer.error, answer.msg).toBeUndefined()
  return answer.data.id
}
const product = (code: string, categoryId: number, latin: [string, string] = ['Aucoumea', 'klaineana']) => ({
  code,
  name: `Product ${code}`,
  nameTexts: { fr: `Produit ${code}` },
  categoryId,
  enterpriseName: 'Demo',
  foreignName: 'Okoumé',
  chineseName: '奥古曼',
  latinGenus: latin[0],
  latinSpecies: latin[1],
})

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('SUGGEST_1')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
})

test('a new product begins with the only category, or with that of the newest product', async () => {
  const ofProduct = () => suggested('', admin, '/catalog/product')
  expect(await ofProduct()).toEqual({})
  const logs = await added('/catalog/category', { name: 'Logs', orderNum: 1 })
  expect(await ofProduct()).toEqual({ categoryId: [logs, 'usual', null] })
  const boards = await added('/catalog/category', { name: 'Boards', orderNum: 2 })
  expect(await ofProduct()).toEqual({})
  const id = await added('/catalog/product', product('P1', boards))
  expect(await ofProduct()).toEqual({ categoryId: [boards, 'product', 'Product P1'] })
  batchId = await added('/catalog/batch', { batchNumber: 'B-1', productId: id, plannedDate: '2026-12-24' })
})

test('the first request of an enterprise begins with its batch, its product and the usual rule; all of it is accepted', async () => {
  const first = await suggested(`batchId=${batchId}`)
  expect(first).toEqual({
    count: [10_000, 'usual', null],
    codeType: ['item', 'usual', null],
    name: ['Item codes B-1', 'batch', 'B-1'],
    batchDate: ['2026-12-24', 'batch', 'B-1'],
    species: ['OKO', 'product', 'Product P1'],
    factoryCode: ['SUGGEST-1', 'enterprise', 'Demo SUGGEST_1'],
    codeRule: ['alnum', 'usual', null],
    securityLength: [8, 'usual', null],
    stageType: ['regular', 'usual', null],
    updateStage: ['forestSurvey', 'usual', null],
  })
  const values = Object.fromEntries(Object.entries(first).map(([field, [value]]) => [field, value]))
  await added('/code/request', { ...values, batchId, countryCode: 'CG', factoryCode: 'NKOK-9' })
})

test('the next request begins with what the newest one has, in the reader’s language', async () => {
  const rule = { codeRule: 'symbols', securityLength: 9, stageType: 'inStock', updateStage: 'factoryEntry' }
  const name = 'Second'
  await added('/code/request', codeRequest(batchId, { name, factoryCode: 'M-2', countryCode: 'GAB', ...rule }))
  await added('/code/request', { ...codeRequest(batchId, { name: 'Printed elsewhere' }), origin: 'foreign' })
  const french = world.caller(admin.token, 'fr')
  expect(await suggested(`batchId=${batchId}&codeType=package`, french)).toMatchObject({
    name: ['Codes colis B-1', 'batch', 'B-1'],
    species: ['OKO', 'product', 'Produit P1'],
  })
  const next = await suggested(`batchId=${batchId}`)
  expect(next).toMatchObject({
    name: ['Item codes B-1 (4)', 'batch', 'B-1'],
    countryCode: ['GAB', 'request', name],
    factoryCode: ['M-2', 'request', name],
  })
  for (const [field, value] of Object.entries(rule)) expect(next[field]).toEqual([value, 'request', name])
  // Without a batch: what does not depend on one.
  const general = await suggested()
  expect(general).toMatchObject({ countryCode: ['GAB', 'request', name] })
  expect(general).not.toHaveProperty('species')
  expect(general.batchDate).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), 'usual', null])
})

test('a species without a Latin name comes from the request before of the same product', async () => {
  const { rows } = await world.admin.query('select id from category order by id limit 1')
  const id = await added('/catalog/product', product('P2', Number(rows[0].id), ['Nova', 'arbor']))
  const other = await added('/catalog/batch', { batchNumber: 'B-2', productId: id })
  expect(await suggested(`batchId=${other}`)).not.toHaveProperty('species')
  await added('/code/request', codeRequest(other, { name: 'Named', species: 'SAP' }))
  expect(await suggested(`batchId=${other}`)).toMatchObject({ species: ['SAP', 'request', 'Named'] })
})

test('a person gets nothing of batches and requests outside of their scope', async () => {
  const deptId = await makeDept(admin, tenant.deptId)
  const permissions = ['code:request:add', 'code:request:list', 'catalog:batch:list']
  const clerk = await makeHolder(world, admin, deptId, permissions, { dataScope: '3' })
  expect(await clerk.get(`/code/request/suggestions?batchId=${batchId}`)).toMatchObject({ error: 'notFound' })
  expect(await suggested('', clerk)).toMatchObject({ codeRule: ['alnum', 'usual', null] })
  expect(await suggested('', clerk)).not.toHaveProperty('countryCode')
  const stranger = await world.signIn(await world.makeTenant('OTHER'), ['enterpriseAdmin'])
  expect(await stranger.get(`/code/request/suggestions?batchId=${batchId}`)).toMatchObject({ error: 'notFound' })
  expect(await suggested('', stranger)).not.toHaveProperty('countryCode')
})
