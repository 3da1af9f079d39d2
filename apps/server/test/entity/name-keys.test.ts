import { nameKey, searchKey } from '@timbermark/contract/reading'
import { beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../harness.ts'

/** The keys of names are computed by the readers and by the database; both must agree on every text. */
let world: World

beforeAll(async () => {
  world = await makeWorld()
})

const texts = [
  'Okoumé',
  'OKOUME\u0301',
  'okoume',
  'Parc\u00a0à\u3000grumes N° 2',
  'Côte d’Ivoire',
  "Cote d'Ivoire",
  'd´Afrique',
  'Œuvre Ægir Straße Łódź Ørsted',
  'A – B',
  'A-B',
  'ＡＢ１２',
  'Ga\u200bb\u202eon',
  '奥古曼（木材）',
  '奥古曼 木材',
  'ΑΒΓ Ωμέγα',
  'Привет Ёлка Йод',
  '한국 목재',
  '𠮷 🌲',
  'm² ½ Ⅳ',
  'x'.repeat(2000),
  '  a   b  ',
  '`x` – "y"',
]

test('the database computes the same keys as the readers', async () => {
  const { rows } = await world.admin.query<{ name: string; search: string }>(
    'select name_key(t) as name, search_key(t) as search from unnest($1::text[]) with ordinality as v (t, n) order by n',
    [texts],
  )
  expect(rows.map(({ name }) => name)).toEqual(texts.map(nameKey))
  expect(rows.map(({ search }) => search)).toEqual(texts.map(searchKey))
})

test('Chinese has the initials of its pronunciation, and names have the order of the reader', async () => {
  const { rows } = await world.admin.query(
    `select pinyin_initials('奥古曼 非洲紫檀 科特迪瓦') as initials, search_text('Parc 沙比利') like '%sbl%' as found`,
  )
  expect(rows).toEqual([{ initials: 'agmfzztktdw', found: true }])
  const ordered = async (language: string, names: string[]) =>
    (
      await world.admin.query<{ n: string }>(
        `select n from unnest($1::text[]) as v (n) order by n collate reader_${language}`,
        [names],
      )
    ).rows.map(({ n }) => n)
  expect(await ordered('fr', ['Zebra', 'abura', 'Ébène'])).toEqual(['abura', 'Ébène', 'Zebra'])
  expect(await ordered('zh', ['沙比利', '奥古曼', '非洲紫檀'])).toEqual(['奥古曼', '非洲紫檀', '沙比利'])
})

test('a search ignores case and accents, and a name that looks like another one is refused', async () => {
  const tenant = await world.makeTenant('ALIKE')
  const admin = await world.signIn(tenant, ['enterpriseAdmin'], { language: 'en' })
  const add = (name: string) => admin.post('/catalog/category', { name, orderNum: 1, status: '0' })
  expect((await add('Parc à Okoumé')).code).toBe(200)
  for (const alike of ['Parc\u00a0à Okoumé', 'parc à okoumé', 'Parc a\u0300 Okoume\u0301', 'Parc\u3000à Okoumé'])
    expect((await add(alike)).data, alike).toMatchObject({ issues: [{ field: 'name', error: 'taken' }] })
  expect((await add('Parc a Okoume')).code, 'accents make another name').toBe(200)
  expect((await add('奥古曼木')).code).toBe(200)
  const search = async (name: string) =>
    (await admin.get(`/catalog/category/list?name=${encodeURIComponent(name)}`)).rows.map(row => row.name)
  for (const text of ['OKOUMÉ', 'okoume', 'Okoume\u0301', 'parc\u00a0a'])
    expect(new Set(await search(text)), text).toEqual(new Set(['Parc à Okoumé', 'Parc a Okoume']))
  expect(await search('agm')).toEqual(['奥古曼木'])
})
