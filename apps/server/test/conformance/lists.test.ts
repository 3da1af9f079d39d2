import {
  entities,
  type Field,
  keyOf,
  languages,
  type Listed,
  permissionOf,
  phraseOf,
  type ViewInput,
  views,
} from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { all, words } from '@timbermark/phrases/all'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { addSample, type SampleReferences } from '../samples.ts'
import { sheetOf } from '../sheet.ts'

/**
 * Every declared view is served, guarded, searchable, sortable and exported as declared. Every workbook is in the language of
 * the caller: its file name, its sheet, its headings and the words in its cells. Both only read, so they share one world.
 */
let world: World
let reader: Caller
let stranger: Caller

/** Areas add these by calls of their own, with more than a form. */
const withoutSample = new Set(['tenant/enterprise', 'system/user', 'system/role', 'trade/listing'])

beforeAll(async () => {
  world = await makeWorld()
  reader = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  stranger = await world.signIn(await world.makeTenant('LISTS'), [])
  const references: SampleReferences = new Map()
  for (const entity of entities)
    if (entity.operations.some(one => one === 'export') && !withoutSample.has(keyOf(entity)))
      await addSample(reader, entity, 'Sample', references).catch(() => {})
})

/** A search by a value of the field's kind. */
function searchOf(key: string, field: Field): string {
  const name = key[0]!.toUpperCase() + key.slice(1)
  if (field.search === 'range') return `begin${name}=2020-01-01&end${name}=2030-01-01`
  if (field.kind === 'integer' || field.kind === 'ref' || (field.kind === 'dict' && field.numeric)) return `${key}=1`
  if (field.kind === 'flag') return `${key}=true`
  if (field.kind === 'choice') return `${key}=${field.options[0]}`
  return `${key}=${encodeURIComponent("O'ak%_")}`
}

/** Computed from the keys of a request, and listed by request only: apps/server/test/code tests it. */
const derived = new Set(['code/qr'])
const read = (views as readonly ViewInput[]).filter(view => !derived.has(keyOf(view)))

/** Rows of one record are listed with its id. */
const listOf = (key: string, { within }: ViewInput) => `/${key}/list?${within ? `${within}=1&` : ''}`

describe.each(read.map(view => [keyOf(view), view] as const))('the view %s', (key, view) => {
  const list = listOf(key, view)
  const has = (operation: 'list' | 'query' | 'export') => view.operations.includes(operation)

  test('its list is answered with the permission only', async () => {
    expect(await reader.get(list)).toMatchObject({ code: 200 })
    expect((await stranger.get(list)).code).toBe(403)
    expect((await world.anonymous.get(list)).code).toBe(401)
    const granting = await world.admin.query(`select 1 from menu where perms = $1`, [permissionOf(view, 'list')])
    const hint = `no menu grants ${permissionOf(view, 'list')}: add entityScreen('${key}', …) to packages/contract/src/menus.ts`
    expect(granting.rows.length, hint).toBeGreaterThan(0)
  })

  test('it can be searched and ordered by the declared fields and no others', async () => {
    for (const [name, field] of Object.entries(view.fields)) {
      if (field.search) expect(await reader.get(`${list}${searchOf(name, field)}`), name).toMatchObject({ code: 200 })
      const ordered = await reader.get(`${list}orderBy=${name}&order=desc`)
      if (field.sortable) expect(ordered, name).toMatchObject({ code: 200 })
      else if (name !== 'createTime' && name !== 'updateTime') expect(ordered, name).toMatchObject({ error: 'invalid' })
    }
    expect(await reader.get(`${list}orderBy=constructor`)).toMatchObject({ error: 'invalid' })
  })

  if (view.within)
    test('its rows belong to one record, which the query must name', async () => {
      expect(await reader.get(`/${key}/list`)).toMatchObject({
        error: 'invalid',
        data: { issues: [{ field: view.within, error: 'required' }] },
      })
    })

  if (has('query'))
    test('one row is answered by id; an unknown id is not found', async () => {
      expect(await reader.get(`/${key}/999999999`)).toMatchObject({ error: 'notFound' })
      expect((await stranger.get(`/${key}/999999999`)).code).toBe(403)
    })

  if (has('export'))
    test('its export has a heading for every column, in the caller’s language', async () => {
      for (const language of ['zh', 'en', 'fr']) {
        const sheet = await sheetOf((await reader.get(`/${key}/export`, { 'accept-language': language })).raw)
        expect(sheet.header.length).toBeGreaterThan(1)
        expect(sheet.header.filter(title => title.includes('.'))).toEqual([])
      }
      expect((await stranger.get(`/${key}/export`)).code).toBe(403)
    })
})

/** Columns of identifiers and of texts that people type: not words of a language. */
const typed = new Set(
  'id dictType dictValue configKey roleKey postCode code identification administrator userName nickName phonenumber email loginIp operUrl operParam requestMethod requestId operIp operName deptName ipaddr browser os qrValue factoryCode countryCode pilotName chineseName englishName frenchName otherNames'.split(
    ' ',
  ),
)

const exported = [...new Map([...entities, ...views].map(one => [keyOf(one), one as Listed])).values()].filter(one =>
  one.operations.includes('export'),
)

describe.each(exported.map(one => [keyOf(one), one] as const))('the workbook of %s', (key, listed) => {
  test.each(languages)('is in %s and in no other language', async language => {
    const answer = await reader.get(`/${key}/export`, { 'accept-language': language })
    const phrases = all[language] as Record<string, string>
    const name = phrases[`sheet.${phraseOf(listed)}`]!
    const file = decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(String(answer.headers['content-disposition']))![1]!)
    expect(file).toMatch(new RegExp(`^${name} \\d{4}-\\d{2}-\\d{2}\\.xlsx$`, 'u'))
    expect(strFromU8(unzipSync(answer.raw)['xl/workbook.xml']!)).toContain(`<sheet name="${name}"`)
    expect(name.length, 'longest name of a sheet').toBeLessThanOrEqual(31)

    const { header, rows } = await sheetOf(answer.raw)
    const known = new Set(Object.values(phrases))
    const withoutUnit = (title: string) => (known.has(title) ? title : title.replace(/ ?[(（][^()（）]*[)）]$/u, ''))
    // A name that can be imported has a column for each language.
    const inOthers = new Set(
      Object.keys(listed.fields).flatMap(field =>
        languages.map(other => pathLabel(words(language), `${field}Texts.${other}`, phraseOf(listed))),
      ),
    )
    expect(header.filter(title => !known.has(withoutUnit(title)) && !inOthers.has(title))).toEqual([])

    const keys = Object.keys({ ...listed.fields, createTime: 0 })
    const keyOfTitle = new Map(
      keys.map(field => [phrases[`${phraseOf(listed)}.${field}`] ?? phrases[`common.${field}`], field]),
    )
    const foreign = rows.flatMap(cells =>
      cells.flatMap((cell, place) => {
        const field = keyOfTitle.get(withoutUnit(header[place]!)) ?? 'id'
        if (typeof cell !== 'string' || typed.has(field)) return []
        const kind = listed.fields[field]?.kind
        const fixed = kind === 'dict' || kind === 'choice' || kind === 'flag'
        const wrong =
          (language !== 'zh' && /\p{Script=Han}/u.test(cell)) ||
          /^[a-z]+([A-Z_.:-][A-Za-z]+)+$/.test(cell) ||
          (fixed && !known.has(cell)) ||
          (!known.has(cell) && languages.some(other => Object.values<string>(all[other]).includes(cell)))
        return wrong ? [`${field}: ${cell}`] : []
      }),
    )
    expect([...new Set(foreign)]).toEqual([])
  })
})
