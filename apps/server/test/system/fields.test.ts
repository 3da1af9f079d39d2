import { entityByKey, keyOf, phraseOf } from '@timbermark/contract'
import { all } from '@timbermark/phrases/all'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../harness.ts'
import { addSample, pdf, png } from '../samples.ts'
import { refused, unique, makeOffice, type Office } from './people.ts'

let { world, root, admin, deptId } = {} as Office
beforeAll(async () => {
  ;({ world, root, admin, deptId } = await makeOffice('FIELDS'))
})

const upload = async (caller: Caller, name: string) =>
  [
    (await caller.upload<{ id: string }>('/common/upload', { name, content: name.endsWith('pdf') ? pdf : png })).data
      .id,
  ] as const
const sampleId = async (key: string) => (await addSample(admin, entityByKey(key)!, unique('F'))).id

/** The name in the requirements, the wire key, and the value that a form sends. */
type FieldValue = [word: string, key: string, value: unknown]

interface Kind {
  row: string
  path: string
  who: 'admin' | 'root'
  /** Fields of the form, in the words of the requirements. */
  form: () => Promise<FieldValue[]> | FieldValue[]
  /** What the system adds, by key: present in the list and in the detail. */
  system?: [word: string, key: string][]
  /** Sent in addition, because the record requires it. */
  beside?: () => Record<string, unknown>
  /** Shown in the form and the detail only. */
  notInList?: string[]
  /** A key that an edit changes, and to what. */
  edit: [key: string, value: unknown]
}

const kinds: Kind[] = [
  {
    row: 'ENT-01 product category',
    path: '/catalog/category',
    who: 'admin',
    form: async () => [
      ['name', 'name', unique('Boards ')],
      ['picture', 'picture', await upload(admin, 'p.png')],
      ['state', 'status', '1'],
      ['remarks', 'remark', 'kiln dried'],
    ],
    system: [['id', 'id']],
    beside: () => ({ orderNum: 3 }),
    edit: ['remark', 'air dried'],
  },
  {
    row: 'ENT-02 product',
    path: '/catalog/product',
    who: 'admin',
    form: async () => [
      ['code', 'code', unique('P-')],
      ['name', 'name', 'Okoumé veneer'],
      ['category', 'categoryId', await sampleId('catalog/category')],
      ['enterprise', 'enterpriseName', 'Demo FIELDS'],
      ['foreign commercial name', 'foreignName', 'Gaboon'],
      ['Chinese common name', 'chineseName', '奥古曼'],
      ['Latin genus name', 'latinGenus', 'Aucoumea'],
      ['Latin species name', 'latinSpecies', 'klaineana'],
      ['description', 'description', '<p>Peeled</p>'],
      ['images', 'images', await upload(admin, 'p.png')],
      ['state', 'status', '1'],
      ['remarks', 'remark', 'first choice'],
    ],
    system: [['video', 'video']],
    edit: ['chineseName', '加蓬榄'],
  },
  {
    row: 'ENT-03 batch',
    path: '/catalog/batch',
    who: 'admin',
    form: async () => [
      ['batch number', 'batchNumber', unique('B-')],
      ['product', 'productId', await sampleId('catalog/product')],
    ],
    system: [
      ['product', 'productName'],
      ['state', 'status'],
    ],
    edit: ['remark', 'second landing'],
  },
  {
    row: 'ENT-04 code request',
    path: '/code/request',
    who: 'admin',
    form: async () => [
      ['application name', 'name', unique('Codes ')],
      ['batch', 'batchId', await sampleId('catalog/batch')],
      ['number of applications', 'count', 20_000],
      ['code rule', 'codeRule', 'symbols'],
      ['security code length', 'securityLength', 9],
      ['code type', 'codeType', 'package'],
      ['stage type', 'stageType', 'outOfStock'],
      ['update stage', 'updateStage', 'packing'],
      ['country code', 'countryCode', 'GAB'],
      ['factory code', 'factoryCode', 'F-7'],
      ['batch date', 'batchDate', '2026-02-28'],
      ['tree species', 'species', 'OKO'],
    ],
    system: [['status', 'status']],
    edit: ['count', 30_000],
  },
  {
    row: 'ENT-09 form or certificate',
    path: '/evidence/document',
    who: 'admin',
    form: async () => [
      ['code', 'code', unique('CERT-')],
      ['name', 'name', 'Felling permit'],
      ['type', 'type', 'form'],
      ['one file', 'file', await upload(admin, 'permit.pdf')],
    ],
    system: [['creation time', 'createTime']],
    edit: ['name', 'Felling permit 2026'],
  },
  {
    row: 'ENT-18 enterprise',
    path: '/tenant/enterprise',
    who: 'root',
    form: () => [
      ['enterprise identification', 'identification', unique('FE-')],
      ['name', 'name', unique('Demo mill ')],
      ['contact', 'contact', 'Front desk'],
      ['phone', 'phone', '+241 01234567'],
      ['administrator', 'administrator', unique('fe-adm-')],
      ['remarks', 'remark', 'visits in March'],
    ],
    edit: ['contact', 'Back desk'],
  },
  {
    row: 'ENT-27 department',
    path: '/system/dept',
    who: 'admin',
    form: () => [
      ['name', 'deptName', unique('Dept ')],
      ['parent', 'parentId', deptId],
      ['order', 'orderNum', 12],
      ['person in charge', 'leader', 'Shift leader'],
      ['phone', 'phone', '+241 01234567'],
      ['email', 'email', 'dept@example.org'],
      ['status', 'status', '1'],
    ],
    edit: ['leader', 'Other leader'],
  },
  {
    row: 'ENT-28 post',
    path: '/system/post',
    who: 'admin',
    form: () => [
      ['code', 'postCode', unique('code-')],
      ['name', 'postName', unique('Post ')],
      ['order', 'postSort', 4],
      ['status', 'status', '1'],
    ],
    edit: ['postSort', 5],
  },
  {
    row: 'ENT-29 dictionary type',
    path: '/system/dict/type',
    who: 'root',
    form: () => [
      ['name', 'dictName', unique('Grain ')],
      ['type', 'dictType', unique('grain_').toLowerCase()],
      ['remark', 'remark', 'as graders say it'],
    ],
    system: [['id', 'id']],
    edit: ['remark', 'as buyers say it'],
  },
  {
    row: 'ENT-29 dictionary data',
    path: '/system/dict/data',
    who: 'root',
    form: () => [
      ['dictType', 'dictType', 'forest_level'],
      ['dictLabel', 'dictLabel', unique('Gallery ')],
      ['dictValue', 'dictValue', unique('gallery')],
      ['sort', 'dictSort', 99],
      ['echo style', 'listClass', 'warning'],
      ['style attributes', 'cssClass', 'italic'],
      ['remark', 'remark', 'along rivers'],
    ],
    system: [['id', 'id']],
    edit: ['listClass', 'danger'],
  },
  {
    row: 'ENT-30 parameter',
    path: '/system/config',
    who: 'root',
    form: () => [
      ['parameter name', 'configName', 'Opening hours'],
      ['configKey', 'configKey', unique('demo.hours.')],
      ['value', 'configValue', '8-17'],
    ],
    system: [
      ['id', 'id'],
      ['built-in flag', 'configType'],
    ],
    edit: ['configValue', '7-16'],
  },
  {
    row: 'ENT-31 notice',
    path: '/system/notice',
    who: 'root',
    form: () => [
      ['title', 'noticeTitle', unique('Yard closed ')],
      ['type', 'noticeType', '2'],
      ['content', 'noticeContent', '<p>On <strong>Monday</strong></p>'],
      ['status', 'status', '1'],
    ],
    edit: ['noticeContent', '<p>On Tuesday</p>'],
  },
  {
    row: 'ENT-32 administrative division',
    path: '/system/division',
    who: 'root',
    form: () => [
      ['short name', 'shortName', 'Demo'],
      ['full name', 'fullName', 'Demo province'],
      ['city id', 'cityId', 990_000],
      ['level', 'level', 1],
      ['parent id', 'parentId', 0],
      ['longitude', 'longitude', '9.45'],
      ['latitude', 'latitude', '0.39'],
    ],
    edit: ['shortName', 'Dem'],
  },
  {
    row: 'ENT-33, ENT-34 banner',
    path: '/site/banner',
    who: 'root',
    form: async () => [
      ['sequence', 'sequence', 8],
      ['duration in seconds', 'duration', 6],
      ['image', 'image', await upload(root, 'banner.png')],
      ['type', 'group', 'newsHome'],
    ],
    edit: ['duration', 7],
  },
]

/** Values as they were typed: files by id, decimals as numbers. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(item => (item as { id?: string }).id ?? item)
  return typeof value === 'string' && /^-?\d+\.\d+$/.test(value) ? Number(value) : value
}

const idOf = (data: Record<string, unknown>) => Number(data.id)
const rowOf = async (caller: Caller, path: string, id: number, query = '') =>
  (await caller.get(`${path}/list?limit=100&orderBy=createTime&order=desc${query}`)).rows.find(row => row.id === id)

describe.each(kinds)('$row', kind => {
  test('has every field of the requirements: stored, listed, there again after reopening, and changed by an edit', async () => {
    const caller = kind.who === 'root' ? root : admin
    const form = await kind.form()
    const body = { ...kind.beside?.(), ...Object.fromEntries(form.map(([, key, value]) => [key, value])) }
    const added = await caller.post(kind.path, body)
    expect(added, JSON.stringify(added.data)).toMatchObject({ code: 200 })
    const id = idOf(added.data)
    const detail = (await caller.get(`${kind.path}/${id}`)).data
    const row = await rowOf(caller, kind.path, id, kind.path.endsWith('dict/data') ? '&dictType=forest_level' : '')
    expect(row, 'in its list').toBeDefined()
    for (const [word, key, value] of form) {
      expect(plain(detail[key]), `${word} in the detail`).toEqual(plain(value))
      expect(plain(row![key]), `${word} in the list`).toEqual(plain(value))
    }
    for (const [word, key] of kind.system ?? []) {
      expect(detail, `${word} in the detail`).toHaveProperty(key)
      expect(row, `${word} in the list`).toHaveProperty(key)
    }
    const [key, value] = kind.edit
    expect((await caller.put(kind.path, { id, [key]: value })).code).toBe(200)
    const again = (await caller.get(`${kind.path}/${id}`)).data
    expect(plain(again[key])).toEqual(plain(value))
    for (const [word, other, before] of form)
      if (other !== key) expect(plain(again[other]), `${word} after the edit of ${key}`).toEqual(plain(before))
  })

  test('names each of them in every language', async () => {
    const entity = entityByKey(kind.path.slice(1))!
    const keys = [...(await kind.form()).map(([, key]) => key), ...(kind.system ?? []).map(([, key]) => key)]
    for (const [language, phrases] of Object.entries(all)) {
      const text = (key: string) => (phrases as Record<string, string>)[key]
      for (const key of keys.filter(key => key in entity.fields))
        expect(text(`${phraseOf(entity)}.${key}`), `${keyOf(entity)} ${key} in ${language}`).toMatch(/\S/)
    }
  })
})

describe('selects offer exactly the options of the requirements', () => {
  test.each([
    ['ENT-05 code rule', 'codeRule', ['digits', 'alnum', 'symbols'], 'hex'],
    ['ENT-06 stage type (AMB-07)', 'stageType', ['inStock', 'outOfStock', 'regular'], 'any'],
  ])('%s', async (_title, key, options, wrong) => {
    const field = entityByKey('code/request')!.fields[key]
    expect(field).toMatchObject({ kind: 'choice', options })
    for (const phrases of Object.values(all)) {
      const labels = options.map(option => (phrases as Record<string, string>)[`code.request.${key}.${option}`])
      expect(new Set(labels.filter(Boolean)).size).toBe(options.length)
    }
    const form = Object.fromEntries(
      (await kinds.find(kind => kind.row.startsWith('ENT-04'))!.form()).map(([, name, value]) => [name, value]),
    )
    const request = (option: string) => admin.post('/code/request', { ...form, securityLength: 12, [key]: option })
    for (const option of options) expect(refused(await request(option)), option).toBe('accepted')
    expect(refused(await request(wrong))).toBe(`${key}: notOneOf`)
  })

  test.each([
    ['en', ['Male', 'Female']],
    ['fr', ['Homme', 'Femme']],
    ['zh', ['男', '女']],
  ])('ENT-20 gender in %s', async (language, labels) => {
    const { data } = await world
      .caller(admin.token, language)
      .get<{ dictLabel: string; dictValue: string }[]>('/system/dict/data/type/sys_user_sex')
    expect(data.map(entry => entry.dictLabel)).toEqual(labels)
    expect(data.map(entry => entry.dictValue)).toEqual(['0', '1'])
  })
})

describe('VAL-53: a field without a default that is not optional cannot be empty', () => {
  test.each([
    [
      'code request',
      'ENT-04',
      [
        'name',
        'batchId',
        'count',
        'codeRule',
        'securityLength',
        'codeType',
        'stageType',
        'updateStage',
        'countryCode',
        'factoryCode',
        'batchDate',
        'species',
      ],
    ],
    [
      'product (AMB-06)',
      'ENT-02',
      ['code', 'name', 'categoryId', 'enterpriseName', 'foreignName', 'chineseName', 'latinGenus', 'latinSpecies'],
    ],
  ])('%s', async (_title, row, needed) => {
    const kind = kinds.find(one => one.row.startsWith(row))!
    const form = Object.fromEntries((await kind.form()).map(([, key, value]) => [key, value]))
    for (const key of needed)
      for (const [empty, how] of [
        [undefined, 'left out'],
        ['', 'empty'],
        [null, 'null'],
      ] as const) {
        const answer = await admin.post(kind.path, { ...form, [key]: empty })
        expect(refused(answer), `${key} ${how}`).toBe(`${key}: required`)
        expect(answer.msg, `${key} ${how}`).toMatch(/cannot be empty$/)
      }
    const optional = Object.keys(form).filter(key => !needed.includes(key))
    const answer = await admin.post(
      kind.path,
      Object.fromEntries(Object.entries(form).filter(([key]) => !optional.includes(key))),
    )
    expect(answer.code, 'without what is optional').toBe(200)
  })
})
