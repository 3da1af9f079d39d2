import { beforeAll, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { sheetOf } from '../sheet.ts'
import { platformAdmin, refused, unique } from './people.ts'

let world: World
let root: Caller
let admin: Caller

beforeAll(async () => {
  world = await makeWorld()
  root = await platformAdmin(world)
  admin = await world.signIn(await world.makeTenant('DICT'), ['enterpriseAdmin'])
})

const inLanguage = (caller: Caller, language: string) => world.caller(caller.token, language)

test('I18-06: the remark of an entry is in the reader’s language too, and can be removed', async () => {
  const type = unique('remarked_')
  const dictionary = { dictName: 'Remarked', dictType: type, remark: 'Finishes', remarkTexts: { fr: 'Finitions' } }
  const { id: typeId } = (await root.post<{ id: number }>('/system/dict/type', dictionary)).data
  const entry = { dictType: type, dictLabel: 'Oiled', dictValue: 'oil', dictSort: 1 }
  const { id } = (await root.post<{ id: number }>('/system/dict/data', entry)).data
  const remarkIn = async (language: string) =>
    (await inLanguage(admin, language).get<{ remark: string | null }[]>(`/system/dict/data/type/${type}`)).data[0]
      ?.remark
  expect(await remarkIn('en')).toBeNull()

  // For an entry without a remark, in another language than the caller's first.
  await root.put('/system/dict/data', { id, remarkTexts: { fr: 'à la main' } })
  expect([await remarkIn('fr'), await remarkIn('en')]).toEqual(['à la main', 'à la main'])
  await root.put('/system/dict/data', { id, remark: 'by hand', remarkTexts: { zh: '手工' } })
  expect([await remarkIn('zh'), await remarkIn('en'), await remarkIn('fr')]).toEqual(['手工', 'by hand', 'à la main'])
  expect((await inLanguage(root, 'fr').get(`/system/dict/data/list?dictType=${type}`)).rows).toMatchObject([
    { remark: 'à la main', remarkTexts: { zh: '手工', en: 'by hand', fr: 'à la main' } },
  ])
  expect((await inLanguage(root, 'fr').get(`/system/dict/type/${typeId}`)).data).toMatchObject({ remark: 'Finitions' })

  await root.put('/system/dict/data', { id, remark: '', remarkTexts: { zh: '', fr: '' } })
  expect(await remarkIn('zh')).toBeNull()
})

test('API-17 to API-23, SYS-15, SYS-16: an entry is added, listed, read, changed and removed', async () => {
  const type = unique('demo_')
  const dictionary = await root.post<{ dictId: number }>('/system/dict/type', {
    dictName: 'Demo finish',
    dictType: type,
  })
  expect(dictionary.code).toBe(200)
  const added = await root.post<{ dictCode: number }>('/system/dict/data', {
    dictType: type,
    dictLabel: 'Oiled',
    dictValue: 'oil',
    dictSort: 2,
    listClass: 'success',
    cssClass: 'bold',
    isDefault: 'N',
    remark: 'by hand',
  })
  expect(added.code).toBe(200)
  await root.post('/system/dict/data', { dictType: type, dictLabel: 'Raw', dictValue: 'raw', dictSort: 1 })
  const list = await root.get(`/system/dict/data/list?dictType=${type}&page=1&limit=10`)
  expect(list).toMatchObject({
    code: 200,
    total: 2,
    rows: [
      { dictValue: 'raw', isDefault: 'N' },
      { dictValue: 'oil', listClass: 'success', cssClass: 'bold' },
    ],
  })
  expect((await root.get(`/system/dict/data/list?dictType=${type}&dictLabel=oil`)).total).toBe(1)
  const id = added.data.dictCode
  expect((await root.get(`/system/dict/data/${id}`)).data).toMatchObject({
    dictCode: id,
    id,
    dictLabel: 'Oiled',
    dictType: type,
    remark: 'by hand',
  })
  // SYS-16: the value shows with its style wherever the dictionary is used.
  expect((await admin.get(`/system/dict/data/type/${type}`)).data).toMatchObject([
    { dictValue: 'raw' },
    { dictValue: 'oil', listClass: 'success', cssClass: 'bold' },
  ])
  expect((await root.put('/system/dict/data', { dictCode: id, dictLabel: 'Waxed', dictSort: 0 })).code).toBe(200)
  expect(
    (await admin.get<{ dictLabel: string }[]>(`/system/dict/data/type/${type}`)).data.map(entry => entry.dictLabel),
  ).toEqual(['Waxed', 'Raw'])
  expect((await root.put('/system/dict/data/changeStatus', { dictCode: id, status: '1' })).code).toBe(200)
  expect((await admin.get<unknown[]>(`/system/dict/data/type/${type}`)).data).toHaveLength(1)
  expect((await root.delete(`/system/dict/data/${id}`)).code).toBe(200)
  expect(refused(await root.get(`/system/dict/data/${id}`))).toBe('notFound')
  expect((await root.get<unknown[]>('/system/dict/data/type/no_such_type')).data).toEqual([])
})

test('renaming a dictionary renames it in its entries; a disabled one offers nothing', async () => {
  const [from, to] = [unique('demo_'), unique('demo_')]
  const { dictId } = (
    await root.post<{ dictId: number }>('/system/dict/type', { dictName: unique('n'), dictType: from })
  ).data
  await root.post('/system/dict/data', { dictType: from, dictLabel: 'A', dictValue: 'a', dictSort: 1 })
  expect((await root.put('/system/dict/type', { dictId, dictType: to })).code).toBe(200)
  expect((await root.get(`/system/dict/data/list?dictType=${to}`)).total).toBe(1)
  expect((await root.get<unknown[]>(`/system/dict/data/type/${from}`)).data).toEqual([])
  await root.put('/system/dict/type/changeStatus', { dictId, status: '1' })
  expect((await root.get<unknown[]>(`/system/dict/data/type/${to}`)).data).toEqual([])
})

test('API-20: labels are in the reader’s language; a label saved unchanged keeps its translations, a new one is in its own language only', async () => {
  const entry = Number(
    (await world.admin.query(`select id from dict_data where dict_type = 'sys_user_sex' and dict_value = '0'`)).rows[0]
      .id,
  )
  const label = async (language: string) =>
    (
      await inLanguage(admin, language).get<{ dictLabel: string; dictValue: string }[]>(
        '/system/dict/data/type/sys_user_sex',
      )
    ).data.find(one => one.dictValue === '0')!.dictLabel
  expect([await label('zh'), await label('en'), await label('fr')]).toEqual([
    '男',
    'Male',
    expect.stringMatching(/^(Homme|Masculin)$/),
  ])
  const entryInFrench = (await inLanguage(root, 'fr').get(`/system/dict/data/${entry}`)).data
  await root.put('/system/dict/data', { dictCode: entry, dictLabel: entryInFrench.dictLabel, remark: 'kept' })
  expect([await label('zh'), await label('en')]).toEqual(['男', 'Male'])
  expect(
    (
      await inLanguage(root, 'fr').get(
        `/system/dict/data/list?dictType=sys_user_sex&dictLabel=${encodeURIComponent(String(entryInFrench.dictLabel))}`,
      )
    ).total,
  ).toBe(1)
  await root.put('/system/dict/data', { dictCode: entry, dictLabel: 'M.' })
  expect([await label('zh'), await label('en')]).toEqual(['男', 'M.'])
})

test('names that people changed stay when the bootstrap runs again', async () => {
  const { bootstrapInstallation: deliver } = await import('../../src/areas/system/bootstrap/bootstrap.ts')
  const entry = Number(
    (await world.admin.query(`select id from dict_data where dict_type = 'sys_yes_no' and dict_value = 'Y'`)).rows[0]
      .id,
  )
  const menu = Number((await world.admin.query(`select id from menu where title_key = 'system.post'`)).rows[0].id)
  const config = Number(
    (await world.admin.query(`select id from config where config_key = 'sys.index.sideTheme'`)).rows[0].id,
  )
  await root.put('/system/dict/data', { dictCode: entry, dictLabel: 'Aye' })
  expect((await root.put('/system/menu', { menuId: menu, menuName: 'Positions', orderNum: 999 })).code).toBe(200)
  expect(
    (await root.put('/system/config', { configId: config, configValue: 'theme-light', configName: 'Our sidebar' }))
      .code,
  ).toBe(200)
  await world.admin.query(`update delivery set stamp = 'older'`)
  expect(await world.services.database.acrossTenants('seed', deliver)).toBe(true)
  expect(await world.services.database.acrossTenants('seed', deliver)).toBe(false)
  expect((await root.get(`/system/dict/data/${entry}`)).data.dictLabel).toBe('Aye')
  expect((await root.get(`/system/menu/${menu}`)).data).toMatchObject({ menuName: 'Positions', orderNum: 999 })
  expect((await root.get('/getRouters')).raw.toString()).toContain('"title":"Positions"')
  expect((await root.get(`/system/config/${config}`)).data).toMatchObject({
    configName: 'Our sidebar',
    configValue: 'theme-light',
    configType: 'Y',
  })
})

test('API-24: the export of entries honours the filter', async () => {
  const answer = await root.get('/system/dict/data/export?dictType=sys_oper_type')
  const sheet = await sheetOf(answer.raw)
  expect(String(answer.headers['content-disposition'])).toContain('.xlsx')
  expect(sheet.rows.length).toBe(10)
  expect(new Set(sheet.rows.map(row => row[1]))).toEqual(new Set(['sys_oper_type']))
})

test('API-25 to API-32, SYS-17, SYS-18: a parameter is added, read by key, changed, exported and removed', async () => {
  const key = unique('demo.key.')
  const added = await root.post<{ configId: number }>('/system/config', {
    configName: 'Demo parameter',
    configKey: key,
    configValue: '41',
  })
  expect(added.code).toBe(200)
  const id = added.data.configId
  expect(await root.get(`/system/config/list?configKey=${key}&page=1&limit=10`)).toMatchObject({
    total: 1,
    rows: [{ configId: id, configType: 'N' }],
  })
  expect((await root.get(`/system/config/${id}`)).data).toMatchObject({ configKey: key, configValue: '41' })
  expect(await root.put('/system/config', { configId: id, configValue: '42' })).toMatchObject({ code: 200 })
  // The value is in msg and in data.
  expect(await root.get(`/system/config/configKey/${key}`)).toMatchObject({ code: 200, msg: '42', data: '42' })
  // API-31: a literal word, not an id.
  expect(await root.delete('/system/config/refreshCache')).toMatchObject({
    code: 200,
    data: { parameters: expect.any(Number) },
  })
  expect((await root.get(`/system/config/${id}`)).code).toBe(200)
  const sheet = await sheetOf((await root.get(`/system/config/export?configKey=${key}`)).raw)
  expect(sheet.rows).toHaveLength(1)
  expect(await root.delete(`/system/config/${id}`)).toMatchObject({ code: 200 })
  expect(refused(await root.get(`/system/config/configKey/${key}`))).toBe('notFound')
  expect(
    refused(
      await root.post('/system/config', { configName: 'x', configKey: 'x.y', configValue: 'x', configType: 'Y' }),
    ),
  ).toBe('configType: unknownField')
})

test('only public parameters are read without a right: the others do not exist for the reader', async () => {
  await root.post('/system/config', { configName: 'Secret', configKey: 'demo.secret', configValue: 'CANARY' })
  expect(await world.anonymous.get('/system/config/configKey/sys.account.registerUser')).toMatchObject({
    code: 200,
    data: 'false',
  })
  for (const caller of [world.anonymous, admin]) {
    const hidden = await caller.get('/system/config/configKey/demo.secret')
    const missing = await caller.get('/system/config/configKey/demo.missing')
    expect(refused(hidden)).toBe('notFound')
    expect(hidden.msg).toBe(missing.msg)
  }
})

test('flushing clears the caches of every process, and needs its permission', async () => {
  const epoch = async () =>
    Number((await world.admin.query('select rights_epoch from enterprise where id = 1')).rows[0].rights_epoch)
  const before = await epoch()
  expect((await root.delete('/system/dict/type/refreshCache')).code).toBe(200)
  expect(await epoch()).toBe(before + 1)
  expect(refused(await admin.delete('/system/dict/type/refreshCache'))).toBe('forbidden')
})
