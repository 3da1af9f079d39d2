import { beforeAll, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'

let world: World
let clerk: Caller

beforeAll(async () => {
  world = await makeWorld()
  clerk = await world.signIn(await world.makeTenant('SPECIES'), ['enterpriseClerk'])
})

const codes = async (query: string) => {
  const list = await clerk.get(`/material/species/list?limit=100&${query}`)
  expect(list.code, list.msg).toBe(200)
  return list.rows.map(({ code }) => code)
}

test('a species has its code, pilot name, Latin name, the names of three languages and its listing in words', async () => {
  const [padouk] = (await clerk.get('/material/species/list?code=PAD')).rows
  expect(padouk).toMatchObject({
    code: 'PAD',
    pilotName: 'Padouk d’Afrique',
    latinName: 'Pterocarpus soyauxii',
    chineseName: '红花梨（非洲紫檀）',
    englishName: 'African padouk',
    frenchName: 'Padouk d’Afrique',
    listed: true,
    appendix: 'II',
    annotation: '#17',
    population: 'African populations',
    since: '2023-02-23',
    covers: expect.stringContaining('4409'),
  })
})

test.each([
  ['its Latin name', 'klaineana', ['OKO']],
  ['a former scientific name', 'chlorophora', ['IRO']],
  ['its French name without accents', 'okoume', ['OKO']],
  ['its Chinese name', '奥古曼', ['OKO']],
  ['a name of a producing country', 'kevazingo', ['BUB']],
  ['its code', 'wen', ['WEN']],
] as const)('is found by %s', async (_what, name, expected) => {
  expect(await codes(`name=${encodeURIComponent(name)}`)).toEqual(expect.arrayContaining([...expected]))
  expect((await codes(`name=${encodeURIComponent(name)}`)).length).toBeLessThan(5)
})

test('the list is narrowed to those that CITES lists, of whatever population', async () => {
  expect(await codes('listed=true')).toEqual(['PAD', 'AFR', 'BUB', 'DOU', 'ACA', 'EBN'])
  expect(await codes('listed=false')).toContain('OKO')
})

test('an entry that the operator added has its label, and nothing else is claimed of it', async () => {
  await world.admin.query(
    `insert into dict_data (dict_type, dict_sort, dict_label, dict_value) values ('tree_species', 99, 'Essia', 'ESS')`,
  )
  const [added] = (await clerk.get('/material/species/list?name=essia')).rows
  expect(added).toMatchObject({ code: 'ESS', englishName: 'Essia', latinName: null, listed: false, covers: null })
})

test('every office role that reports or keeps products reads it; a reporter in the field does not need it', async () => {
  const tenant = await world.makeTenant('SPECIES-ROLES')
  for (const role of ['enterpriseAdmin', 'codePrinter', 'certifier', 'trader', 'auditor'])
    expect((await (await world.signIn(tenant, [role])).get('/material/species/list')).code, role).toBe(200)
  expect((await (await world.signIn(tenant, ['fieldReporter'])).get('/material/species/list')).code).toBe(403)
})
