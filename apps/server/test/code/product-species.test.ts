import { beforeAll, expect, test } from 'vitest'
import type { Language } from '@timbermark/contract'
import { codeRequest } from '../code-request.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'

let world: World
let admin: Caller
let categoryId: number

const added = async (path: string, body: object): Promise<number> => {
  const answer = await admin.post<{ id: number }>(path, body)
  expect(answer.error, answer.msg).toBeUndefined()
  return answer.data.id
}
async function makeProduct(code: string, [latinGenus, latinSpecies]: [string, string]): Promise<number> {
  const names = { name: code, enterpriseName: 'Demo', foreignName: code, chineseName: code }
  return added('/catalog/product', { code, categoryId, ...names, latinGenus, latinSpecies })
}
const makeBatch = (batchNumber: string, productId: number) => added('/catalog/batch', { batchNumber, productId })

/** What is wrong with the species of a refused write. */
function speciesIssue({ data }: { data: unknown }) {
  const { issues = [] } = (data ?? {}) as { issues?: { field: string; error: string; message: string }[] }
  return issues.map(({ field, error, message }) => [field, error, message])
}
const differs = (message: string) => [['species', 'catalog.otherSpecies', message]]
const sapelliForOkoume = differs(
  'Tree species: Entandrophragma cylindricum is chosen, but the product is Aucoumea klaineana',
)

beforeAll(async () => {
  world = await makeWorld({ background: true })
  admin = await world.signIn(await world.makeTenant('SPECIES'), ['enterpriseAdmin'])
  categoryId = await added('/catalog/category', { name: 'Logs', orderNum: 1 })
})

test('codes under another species than the product’s are refused, with both names, in the reader’s language', async () => {
  const batch = await makeBatch('B-1', await makeProduct('OKOUME', ['aucoumea', 'Klaineana']))
  const refused = (language: Language) =>
    world.caller(admin.token, language).post('/code/request', codeRequest(batch, { species: 'SAP' }))
  const names = 'Entandrophragma cylindricum'
  expect(speciesIssue(await refused('en'))).toEqual(
    differs(`Tree species: ${names} is chosen, but the product is aucoumea Klaineana`),
  )
  expect(speciesIssue(await refused('fr'))[0]![2]).toContain(`${names} est choisie`)
  expect(speciesIssue(await refused('zh'))[0]![2]).toContain(`${names}，但该产品的是 aucoumea Klaineana`)
  expect((await admin.get('/code/request/list')).total).toBe(0)
  await added('/code/request', codeRequest(batch))
})

test('a request is not changed to another species, nor to a batch of another', async () => {
  const okoume = await makeBatch('B-2', await makeProduct('OKOUME-2', ['Aucoumea', 'klaineana']))
  const sapelli = await makeBatch('B-3', await makeProduct('SAPELLI', ['Entandrophragma', 'cylindricum']))
  const id = await added('/code/request', codeRequest(okoume))
  const edit = (body: object) => admin.put('/code/request', { id, ...body })
  expect(speciesIssue(await edit({ species: 'SAP' }))).toEqual(sapelliForOkoume)
  expect(speciesIssue(await edit({ batchId: sapelli }))).toEqual(
    differs('Tree species: Aucoumea klaineana is chosen, but the product is Entandrophragma cylindricum'),
  )
  expect((await edit({ batchId: sapelli, species: 'SAP' })).code).toBe(200)
})

test('a product that became another species meanwhile gets no codes under the old one', async () => {
  const product = await makeProduct('RENAMED', ['Aucoumea', 'klaineana'])
  const batch = await makeBatch('B-4', product)
  const id = await added('/code/request', codeRequest(batch))
  const latin = { latinGenus: 'Pericopsis', latinSpecies: 'elata' }
  expect((await admin.put('/catalog/product', { id: product, ...latin })).code).toBe(200)
  const submitted = await admin.put(`/code/request/${id}/submit`)
  expect(speciesIssue(submitted)).toEqual(
    differs('Tree species: Aucoumea klaineana is chosen, but the product is Pericopsis elata'),
  )
  expect((await admin.get(`/code/request/${id}`)).data).toMatchObject({ status: 'initialized' })
  expect((await admin.put('/code/request', { id, species: 'AFR' })).code).toBe(200)
  expect((await admin.put(`/code/request/${id}/submit`)).code).toBe(200)
})

test('a name that the dictionary lacks contradicts nothing', async () => {
  const batch = await makeBatch('B-5', await makeProduct('NOVA', ['Nova', 'arbor']))
  await added('/code/request', codeRequest(batch, { species: 'SAP' }))
})
