import { entities, keyOf, languages, type Listed, phraseOf, views } from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { all, words } from '@timbermark/phrases/all'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { addSample } from '../samples.ts'
import { sheetOf } from '../sheet.ts'

/** Every workbook speaks the language of whoever asked for it: its file, its sheet, its headings and what its cells say. */
let world: World
let admin: Caller

/** Columns that hold what programs call a thing, or what somebody typed: these are not words of a language. */
const typed = new Set(
  'id dictType dictValue configKey roleKey postCode code identification administrator userName nickName phonenumber email loginIp operUrl operParam requestMethod requestId operIp operName deptName ipaddr browser os qrValue factoryCode countryCode'.split(
    ' ',
  ),
)
/** Added by their areas' own calls, with more than a form. */
const special = new Set(['tenant/enterprise', 'system/user', 'system/role', 'trade/listing'])

const exported = [...new Map([...entities, ...views].map(one => [keyOf(one), one as Listed])).values()].filter(one =>
  one.operations.includes('export'),
)

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  await world.makeTenant('EXPORTS')
  for (const entity of entities)
    if (entity.operations.some(one => one === 'export') && !special.has(keyOf(entity)))
      await addSample(admin, entity, 'Sample').catch(() => {})
})

describe.each(exported.map(one => [keyOf(one), one] as const))('the workbook of %s', (key, listed) => {
  test.each(languages)('speaks %s and nothing else', async language => {
    const answer = await admin.get(`/${key}/export`, { 'accept-language': language })
    const phrases = all[language] as Record<string, string>
    const name = phrases[`sheet.${phraseOf(listed)}`]!
    const file = decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(String(answer.headers['content-disposition']))![1]!)
    expect(file).toMatch(new RegExp(`^${name} \\d{4}-\\d{2}-\\d{2}\\.xlsx$`, 'u'))
    expect(strFromU8(unzipSync(answer.raw)['xl/workbook.xml']!)).toContain(`<sheet name="${name}"`)
    expect(name.length, 'a sheet’s name is no longer').toBeLessThanOrEqual(31)

    const { header, rows } = await sheetOf(answer.raw)
    const own = new Set(Object.values(phrases))
    const named = (title: string) => (own.has(title) ? title : title.replace(/ ?[(（][^()（）]*[)）]$/u, ''))
    // A name that can be read in again has a column for each language.
    const inOthers = new Set(
      Object.keys(listed.fields).flatMap(field =>
        languages.map(other => pathLabel(words(language), `${field}Texts.${other}`, phraseOf(listed))),
      ),
    )
    expect(header.filter(title => !own.has(named(title)) && !inOthers.has(title))).toEqual([])

    const keys = Object.keys({ ...listed.fields, createTime: 0 })
    const keyOfTitle = new Map(
      keys.map(field => [phrases[`${phraseOf(listed)}.${field}`] ?? phrases[`common.${field}`], field]),
    )
    const foreign = rows.flatMap(cells =>
      cells.flatMap((cell, place) => {
        const field = keyOfTitle.get(named(header[place]!)) ?? 'id'
        if (typeof cell !== 'string' || typed.has(field)) return []
        const kind = listed.fields[field]?.kind
        const fixed = kind === 'dict' || kind === 'choice' || kind === 'flag'
        const wrong =
          (language !== 'zh' && /\p{Script=Han}/u.test(cell)) ||
          /^[a-z]+([A-Z_.:-][A-Za-z]+)+$/.test(cell) ||
          (fixed && !own.has(cell)) ||
          (!own.has(cell) && languages.some(other => Object.values<string>(all[other]).includes(cell)))
        return wrong ? [`${field}: ${cell}`] : []
      }),
    )
    expect([...new Set(foreign)]).toEqual([])
  })
})
