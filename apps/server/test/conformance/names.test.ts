import {
  type AnyEntity,
  entities,
  keyOf,
  languages,
  menuView,
  phraseOf,
  textsKeyOf,
  type TextField,
} from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { words } from '@timbermark/phrases/all'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeXlsx } from '../../src/platform/workbook/xlsx/xlsx.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { sampleBody, type SampleReferences } from '../samples.ts'
import { sheetOf } from '../sheet.ts'

/** Every name that people can enter in three languages: each language is stored by itself, another one replaces a missing one. */
let world: World
let admin: Record<'zh' | 'en' | 'fr', Caller>
let stranger: Caller

interface NameField {
  key: string
  name: string
  field: TextField
  entity: AnyEntity | undefined
}

const entityNames = entities.flatMap((entity: AnyEntity): NameField[] =>
  Object.entries(entity.fields).flatMap(([name, field]) =>
    field.kind === 'text' && field.inLanguages && !field.readonly ? [{ key: keyOf(entity), name, field, entity }] : [],
  ),
)
const nameFields: NameField[] = [
  ...entityNames,
  { key: 'system/menu', name: 'menuName', field: menuView.fields.menuName, entity: undefined },
]

let n = 0
const references: SampleReferences = new Map()

/** Fields that the rules of an area require in addition to the declaration. */
const requiredByArea: Record<string, Record<string, unknown>> = {
  'system/dict/data': { dictType: 'sys_user_sex' },
  'system/config': { configValue: 'x' },
  'stage/circulation': { steps: [{ stage: 'felling', required: true }] },
}

/** A valid body without the name. */
async function bodyOf({ key, entity, name }: NameField): Promise<Record<string, unknown>> {
  const { [name]: _, ...body } = entity
    ? await sampleBody(admin.en, entity, 'Names', references)
    : { menuType: 'M', parentId: 0, path: `names-${++n}`, orderNum: 1, visible: '0', status: '0' }
  return { ...body, ...requiredByArea[key] }
}

beforeAll(async () => {
  world = await makeWorld()
  const signedIn = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  const inLanguage = (language: string) => world.caller(signedIn.token, language)
  admin = { zh: inLanguage('zh'), en: inLanguage('en'), fr: inLanguage('fr') }
  stranger = await world.signIn(await world.makeTenant('NAMES'), [])
})

test('are those of categories, products, addresses of stores, dictionaries with their remarks, parameters, circulations, stage templates, presets, news, their categories, menus and public names of enterprises', () => {
  expect(nameFields.map(({ key, name }) => `${key}.${name}`).sort()).toEqual([
    'catalog/category.name',
    'catalog/product.name',
    'catalog/product.publicDescription',
    'channel/store.address',
    'monitor/job.jobName',
    'news/article.title',
    'news/category.name',
    'stage/circulation.name',
    'stage/parameter.name',
    'stage/template.displayName',
    'system/config.configName',
    'system/dict/data.dictLabel',
    'system/dict/data.remark',
    'system/dict/type.dictName',
    'system/dict/type.remark',
    'system/menu.menuName',
    'tenant/enterprise.publicName',
  ])
})

describe.each(nameFields.map(one => [`${one.key}.${one.name}`, one] as const))('%s', (_, one) => {
  const { key, name, field, entity } = one
  const textsKey = textsKeyOf(name)
  const three = () => {
    const mark = `${++n}`
    return { zh: `木${mark}`, en: `Wood${mark}`, fr: `Bois${mark}` }
  }
  const add = async (body: Record<string, unknown>, caller = admin.en) => {
    const answer = await caller.post<{ id: number }>(`/${key}`, { ...(await bodyOf(one)), ...body })
    return { ...answer, id: answer.data?.id }
  }
  const readNames = (id: number) =>
    Promise.all(languages.map(async language => (await admin[language].get(`/${key}/${id}`)).data[name]))
  const edit = (id: number, body: Record<string, unknown>, caller = admin.en) => caller.put(`/${key}`, { id, ...body })
  const issues = (answer: { data: unknown }) =>
    ((answer.data as { issues?: { field: string; error: string; message: string }[] } | null)?.issues ?? []).map(
      ({ field, error }) => `${field} ${error}`,
    )

  test('entered in three languages it is read and found in each, and each is renamed by itself', async () => {
    const texts = three()
    const { id, code, msg } = await add({ [textsKey]: texts })
    expect(code, msg).toBe(200)
    expect(await readNames(id!)).toEqual([texts.zh, texts.en, texts.fr])
    expect((await admin.fr.get(`/${key}/${id}`)).data[textsKey]).toEqual(texts)
    expect((await edit(id!, { [name]: `${texts.en} renamed`, changeReason: undefined })).code).toBe(200)
    expect(await readNames(id!)).toEqual([texts.zh, `${texts.en} renamed`, texts.fr])
    expect((await edit(id!, { [textsKey]: { fr: `${texts.fr} changé` } }, admin.zh)).code).toBe(200)
    expect(await readNames(id!)).toEqual([texts.zh, `${texts.en} renamed`, `${texts.fr} changé`])
    // Sending back an unchanged name changes nothing.
    await edit(id!, { [name]: texts.zh }, admin.fr)
    expect((await admin.en.get(`/${key}/${id}`)).data[textsKey]).toEqual({
      zh: texts.zh,
      en: `${texts.en} renamed`,
      fr: `${texts.fr} changé`,
    })
    if (!field.search) return
    for (const text of Object.values(texts)) {
      const answer = await admin.zh.get<{ id: number }[]>(`/${key}/list?${name}=${encodeURIComponent(text)}&limit=100`)
      const rows = (answer.rows.length > 0 ? answer.rows : (answer.data as unknown as { id: number }[])) as {
        id: number
      }[]
      expect(
        rows.map(row => row.id),
        text,
      ).toContain(id)
    }
  })

  test('entered in one language it replaces the missing ones', async () => {
    const { fr } = three()
    const { id, code, msg } = await add({ [textsKey]: { fr } })
    expect(code, msg).toBe(200)
    expect(await readNames(id!)).toEqual([fr, fr, fr])
    expect((await admin.zh.get(`/${key}/${id}`)).data[textsKey]).toEqual({ fr })
    // A plain text is in the language of its author.
    await edit(id!, { [name]: `${fr} in English` })
    expect((await admin.zh.get(`/${key}/${id}`)).data[textsKey]).toEqual({ en: `${fr} in English`, fr })
    if (field.required)
      expect(issues(await edit(id!, { [textsKey]: { en: '', fr: null } }))).toEqual([`${name} required`])
    expect((await edit(id!, { [textsKey]: { fr: '' } })).code).toBe(200)
    expect(await readNames(id!)).toEqual(Array(3).fill(`${fr} in English`))
    if (field.required) return
    // An optional name is null when no language has it, and can be entered again in any.
    expect((await edit(id!, { [textsKey]: { en: null } })).code).toBe(200)
    expect(await readNames(id!)).toEqual([null, null, null])
    expect((await edit(id!, { [textsKey]: { fr } })).code).toBe(200)
    expect(await readNames(id!)).toEqual([fr, fr, fr])
  })

  test('a text without a language is read in all languages until it is changed', async () => {
    const { en } = three()
    const { id } = await add({ [name]: en })
    const table = one.entity ? (one.entity.table ?? one.entity.name.replace('/', '_')) : 'menu'
    const column = textsKey.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    await world.admin.query(`update ${table} set ${column} = '{}' where id = $1`, [id])
    expect(await readNames(id!)).toEqual([en, en, en])
    await edit(id!, { [textsKey]: { fr: `${en} fr` } })
    expect(await readNames(id!)).toEqual([en, en, `${en} fr`])
    await edit(id!, { [name]: `${en} new` })
    expect(await readNames(id!)).toEqual([`${en} new`, `${en} new`, `${en} fr`])
  })

  test('refuses invalid texts and names the language', async () => {
    const { en } = three()
    const long = 'x'.repeat(field.max + 1)
    const refusals: [Record<string, unknown>, string][] = [
      [{ en, fr: long }, `${textsKey}.fr tooLong`],
      [{ en, zh: '   ' }, `${textsKey}.zh required`],
      [{ en, fr: 'a <b>b</b>' }, `${textsKey}.fr pattern`],
      [{ en, fr: 7 }, `${textsKey}.fr notText`],
      [{ en, de: 'Holz' }, `${textsKey} unknownField`],
    ]
    if (field.required) refusals.push([{ en: '', fr: null }, `${name} required`])
    for (const [texts, issue] of refusals)
      expect(issues(await add({ [textsKey]: texts })), JSON.stringify(texts)).toContain(issue)
    for (const language of languages) {
      const { data } = await add({ [textsKey]: { en, fr: long } }, admin[language])
      const label = pathLabel(words(language), `${textsKey}.fr`, one.entity ? phraseOf(one.entity) : 'system.menu')
      expect((data as unknown as { issues: { message: string }[] }).issues[0]!.message).toContain(label)
    }
  })

  test('refuses the languages of a record to callers that must not edit it', async () => {
    const { id } = await add({ [textsKey]: three() })
    expect((await edit(id!, { [textsKey]: { fr: 'Autre' } }, stranger)).code).toBe(403)
    const other = await world.signIn(await world.makeTenant(`NAMES-${++n}`), ['enterpriseAdmin'])
    const answer = await edit(id!, { [textsKey]: { fr: 'Autre' } }, other)
    expect([403, 404]).toContain(answer.code)
    expect((await readNames(id!))[2]).not.toBe('Autre')
  })

  if (entity?.unique?.some(({ fields }) => fields.length === 1 && fields[0] === name))
    test('refuses a name that another record has in the same language', async () => {
      const texts = three()
      await add({ [textsKey]: texts })
      const again = await add({ [textsKey]: { ...three(), fr: texts.fr } })
      expect(issues(again)).toEqual([`${textsKey}.fr taken`])
    })

  if (field.sortable)
    test('is ordered in the language of the caller', async () => {
      const mark = `Order${++n}`
      const a = await add({ [textsKey]: { zh: `${mark}b`, en: `${mark}a` } })
      const b = await add({ [textsKey]: { zh: `${mark}a`, en: `${mark}b` } })
      const order = async (caller: Caller) =>
        (await caller.get(`/${key}/list?${name}=${mark}&orderBy=${name}&order=asc`)).rows.map(row => row.id)
      expect(await order(admin.en)).toEqual([a.id, b.id])
      expect(await order(admin.zh)).toEqual([b.id, a.id])
    })

  if (entity?.label === name && entity.operations.includes('list') && key !== 'system/config')
    test('is offered as a choice in the language of the caller, and found in any', async () => {
      const texts = three()
      const { id } = await add({ [textsKey]: texts })
      const answer = await admin.fr.get<{ id: number; label: string }[]>(
        `/${key}/options?search=${encodeURIComponent(texts.zh)}`,
      )
      // Some entities have calls of their own for choices.
      if (answer.code === 404) return
      expect(answer.data).toContainEqual(expect.objectContaining({ id, label: texts.fr }))
    })

  if (entity?.operations.includes('import'))
    test('an export can be imported again in every language', async () => {
      const texts = three()
      const { fr } = three()
      const inThree = await add({ [textsKey]: texts })
      const inOne = await add({ [textsKey]: { fr } })
      for (const language of languages) {
        const book = await sheetOf((await admin[language].get(`/${key}/export`)).raw)
        const exportedRows = book.rows.filter(row => row.includes(texts.fr) || row.includes(fr))
        expect(exportedRows).toHaveLength(2)
        const { rows } = await admin[language]
          .get(`/${key}/importTemplate`)
          .then(answer => sheetOf(answer.raw))
          .then(({ header }) => ({ rows: header }))
        const template = rows.map(title => title.replace(/ \*$/, ''))
        const places = template.map(title => book.header.indexOf(title))
        const texted = new Set(Object.values(texts))
        const cells = exportedRows.map(row =>
          places.map(place => {
            const cell = place < 0 ? null : row[place]!
            // Names are unique: the imported rows are new ones next to the exported.
            if (typeof cell !== 'string') return cell
            return texted.has(cell) || cell === fr ? `${cell}-${language}` : uniqueCode(cell, entity, name, language)
          }),
        )
        const chunks: Buffer[] = []
        const columns = template.map(title => ({ title, width: 20, kind: 'text' as const }))
        const written = writeXlsx(columns, rowsOf(cells), { sheetName: 'x' })
        for await (const chunk of written) chunks.push(chunk as Buffer)
        const answer = await admin[language].upload(
          `/${key}/importData`,
          { name: 'names.xlsx', content: Buffer.concat(chunks) },
          { mode: 'commit' },
        )
        expect(answer.code, `${language}: ${answer.msg} ${JSON.stringify(answer.data)}`).toBe(200)
        const list = await admin.en.get(`/${key}/list?${name}=${encodeURIComponent(`-${language}`)}&limit=100`)
        expect(list.rows.map(row => row[textsKey])).toEqual(
          expect.arrayContaining([
            Object.fromEntries(Object.entries(texts).map(([of, text]) => [of, `${text}-${language}`])),
            { fr: `${fr}-${language}` },
          ]),
        )
      }
      expect([inThree.code, inOne.code]).toEqual([200, 200])
    })
})

/** Other unique keys of a record must differ too. */
const uniqueCode = (cell: string, entity: AnyEntity | undefined, name: string, language: string) =>
  entity?.unique?.some(key => !key.fields.includes(name)) && /^x?Names-\d+$/.test(cell) ? `${cell}-${language}` : cell

async function* rowsOf(rows: unknown[][]) {
  yield* rows
}

describe('names of the bootstrap data', () => {
  test('a name changed in one language keeps the delivered words in the others, and gets them back when emptied', async () => {
    const { rows } = await admin.en.get<never>('/system/config/list?configKey=sys.session.hours')
    const id = Number(rows[0]!.id)
    const names = () =>
      Promise.all(languages.map(async one => (await admin[one].get(`/system/config/${id}`)).data.configName))
    const delivered = await names()
    await admin.en.put('/system/config', { id, configName: 'Our hours' })
    expect(await names()).toEqual([delivered[0], 'Our hours', delivered[2]])
    // A form sends back all texts that it received.
    const { configNameTexts } = (await admin.fr.get(`/system/config/${id}`)).data
    await admin.fr.put('/system/config', { id, configNameTexts })
    const stored = await world.admin.query(`select config_name_texts as texts from config where id = $1`, [id])
    expect(stored.rows[0].texts).toEqual({ en: 'Our hours' })
    await admin.en.put('/system/config', { id, configNameTexts: { en: '' } })
    expect(await names()).toEqual(delivered)
  })

  test('a renamed menu has its new name in the sidebar of that language only', async () => {
    const { data } =
      await admin.en.get<{ id: number; menuType: string; titleKey: string | null }[]>('/system/menu/list')
    const menu = (data as unknown as { id: number; menuType: string; titleKey: string }[]).find(
      one => one.titleKey === 'system.post',
    )!
    const title = async (caller: Caller) => (await caller.get('/getRouters')).raw.toString()
    expect((await admin.fr.put('/system/menu', { id: menu.id, menuName: 'Emplois' })).code).toBe(200)
    expect(await title(admin.fr)).toContain('"title":"Emplois"')
    expect(await title(admin.en)).not.toContain('Emplois')
    expect(await title(admin.en)).toContain('"title":"menu.system.post"')
  })
})
