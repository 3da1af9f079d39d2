import { type AnyEntity, entities, entityByKey, keyOf, limits } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeXlsx } from '../../src/platform/workbook/xlsx/xlsx.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { addSample, pdf } from '../samples.ts'
import { sheetOf } from '../sheet.ts'
import { waiting } from '../waiting.ts'

let world: World
let root: Caller
let admin: Caller

interface Operation {
  summary: string
  parameters: { name: string }[]
}
let docs: Record<string, Record<string, Operation>>

beforeAll(async () => {
  world = await makeWorld()
  root = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  admin = await world.signIn(await world.makeTenant('CALLS'), ['enterpriseAdmin'])
  docs = ((await root.get('/openapi.json')) as unknown as { paths: typeof docs }).paths
})

const inLanguage = (caller: Caller, language: string) => world.caller(caller.token, language)

describe('files', () => {
  test('API-33: an upload answers fileName, url and code 200, and the url opens the file', async () => {
    const answer = await admin.upload('/common/upload', { name: 'permit.pdf', content: pdf })
    expect(answer).toMatchObject({
      code: 200,
      fileName: expect.stringMatching(/./),
      url: expect.stringMatching(/^\/api\/file\//),
    })
    const opened = await world.anonymous.get((answer as unknown as { url: string }).url)
    expect(opened.status).toBe(200)
    expect(opened.raw.equals(pdf)).toBe(true)
  })

  test('API-34: a download by fileName with delete=true gives the file, and then it is gone', async () => {
    const { data } = await admin.upload<{ id: string }>('/common/upload', { name: 'once.pdf', content: pdf })
    const path = `/common/download?fileName=${data.id}`
    const stranger = await world.signIn(await world.makeTenant('OTHERCALLS'), ['enterpriseAdmin'])
    expect(await stranger.get(`${path}&delete=true`)).toMatchObject({ code: 404 })
    expect((await admin.get(path)).raw.equals(pdf)).toBe(true)
    // A client that has received all of it finds it gone, however soon it asks: the answer ends after the removal.
    await world.admin.query('begin')
    await world.admin.query('select 1 from file_object where id = $1 for update', [data.id])
    let ended = false
    const download = admin.get(`${path}&delete=true`).finally(() => (ended = true))
    await expect.poll(() => waiting(world)).toBe(1)
    expect(ended).toBe(false)
    await world.admin.query('commit')
    const last = await download
    expect(last.raw.equals(pdf)).toBe(true)
    expect(String(last.headers['content-disposition'])).toContain('once.pdf')
    expect((await admin.get(path)).code).toBe(404)
  })
})

describe('the calls of the product', () => {
  /** The objects that the specification names, and the verbs that each has. */
  const wanted: [string, string, string][] = [
    ['products', '/catalog/product', 'list get add edit remove export'],
    ['categories', '/catalog/category', 'list get add edit remove export'],
    ['batches', '/catalog/batch', 'list get add edit remove export'],
    ['code requests', '/code/request', 'list get add edit remove'],
    ['stage templates', '/stage/template', 'list get add edit remove'],
    ['stage records', '/stage/record', 'list get'],
    ['scan log', '/trace/scan-log', 'list export'],
    ['check log', '/trace/check-log', 'list export'],
    ['operation log', '/monitor/operlog', 'list export'],
    ['login log', '/monitor/logininfor', 'list export'],
    ['dealers', '/channel/dealer', 'list get add edit remove'],
    ['stores', '/channel/store', 'list get add edit remove'],
    ['trade', '/trade/listing', 'list get add edit remove export'],
    ['news', '/news/article', 'list get add edit remove'],
    ['banners', '/site/banner', 'list get add edit remove'],
    ['users', '/system/user', 'list get add edit remove export'],
    ['roles', '/system/role', 'list get add edit remove export'],
    ['menus', '/system/menu', 'list get add edit remove'],
    ['departments', '/system/dept', 'list get add edit remove'],
    ['posts', '/system/post', 'list get add edit remove export'],
    ['notices', '/system/notice', 'list get add edit remove'],
    ['divisions', '/system/division', 'list get add edit remove'],
    ['scheduled tasks', '/monitor/job', 'list get add edit remove export'],
    ['job log', '/monitor/job-log', 'list get remove export'],
    ['enterprises', '/tenant/enterprise', 'list get add edit export'],
  ]
  const documented = (method: string, path: RegExp) =>
    Object.entries(docs).some(([address, methods]) => path.test(address) && methods[method] !== undefined)
  const isThere: Record<string, (base: string) => boolean> = {
    list: base => documented('get', new RegExp(`^/api${base}/list$`)),
    get: base => documented('get', new RegExp(`^/api${base}/\\{\\w+\\}$`)),
    add: base => documented('post', new RegExp(`^/api${base}$`)),
    edit: base => documented('put', new RegExp(`^/api${base}$`)),
    remove: base => documented('delete', new RegExp(`^/api${base}/\\{\\w+\\}$`)),
    export: base => documented('get', new RegExp(`^/api${base}/export$`)),
  }

  test.each(wanted)('API-36: exist for %s, stand in the interface docs and answer', async (_, base, verbs) => {
    expect(verbs.split(' ').filter(verb => !isThere[verb]!(base))).toEqual([])
    expect(await root.get(`${base}/list?page=1&limit=10`)).toMatchObject({ code: 200, rows: expect.any(Array) })
  })

  test('the interface docs name what a list can be asked for', () => {
    const names = docs['/api/catalog/product/list']!.get!.parameters.map(parameter => parameter.name)
    expect(names).toEqual(
      expect.arrayContaining(['page', 'limit', 'orderBy', 'order', 'beginTime', 'name', 'categoryId']),
    )
    const batches = docs['/api/catalog/batch/list']!.get!.parameters.map(parameter => parameter.name)
    expect(batches).toEqual(expect.arrayContaining(['batchNumber', 'beginPlannedDate', 'endPlannedDate']))
  })

  test('API-36: the interface docs need their permission', async () => {
    expect(await admin.get('/openapi.json')).toMatchObject({ code: 403 })
  })

  test('API-10: every list of declared records takes page and limit, 20 rows unless asked otherwise (CON-07)', async () => {
    const paged = (entities as readonly AnyEntity[]).filter(
      entity => entity.operations.includes('list') && !entity.tree && docs[`/api/${keyOf(entity)}/list`],
    )
    expect(paged.length).toBeGreaterThan(20)
    for (const entity of paged) {
      const path = `/${keyOf(entity)}/list`
      const page = await root.get(`${path}?page=1&limit=10`)
      expect(page, path).toMatchObject({ code: 200, total: expect.any(Number) })
      expect(page.rows.length, path).toBe(Math.min(10, page.total))
      expect(await root.get(`${path}?page=1&limit=101`), path).toMatchObject({ code: 500, error: 'invalid' })
    }
    for (let n = 0; n < limits.pageSize + 1; n++) await admin.post('/catalog/category', { name: `C${n}`, orderNum: n })
    expect(await admin.get('/catalog/category/list')).toMatchObject({ total: 21, rows: { length: 20 } })
    expect(await admin.get('/catalog/category/list?page=3&limit=10')).toMatchObject({ total: 21, rows: { length: 1 } })
    for (const size of limits.pageSizes)
      expect(await admin.get(`/catalog/category/list?page=1&limit=${size}`)).toMatchObject({ code: 200 })
  })
})

test('ERR-35: an unexpected fault says the one text in the reader’s language and nothing of what broke', async () => {
  const { id } = await addSample(admin, entityByKey('channel/dealer-level')!, 'FAULT')
  await world.admin.query('alter table dealer_level rename to dealer_level_away')
  const answers = await Promise.all(
    ['zh', 'en', 'fr'].map(language => inLanguage(admin, language).get(`/channel/dealer-level/${id}`)),
  )
  await world.admin.query('alter table dealer_level_away rename to dealer_level')
  expect(answers.map(({ status, code, error, msg }) => [status, code, error, msg])).toEqual([
    [500, 500, 'unknown', '系统未知错误，请反馈给管理员'],
    [500, 500, 'unknown', 'Unknown system error, please report to the administrator'],
    [500, 500, 'unknown', expect.stringMatching(/^Erreur système inconnue/)],
  ])
  for (const { raw } of answers) expect(raw.toString()).not.toMatch(/dealer_level|relation|select|postgres|\.ts/i)
  expect((await admin.get(`/channel/dealer-level/${id}`)).code).toBe(200)
})

describe('ERR-26: import of a plain record', () => {
  const workbook = async (header: readonly string[], rows: string[][]) => {
    const chunks: Buffer[] = []
    const columns = header.map(title => ({ title, width: 10, kind: 'text' as const }))
    for await (const chunk of writeXlsx(columns, rows, { sheetName: 'x' })) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }
  const send = (caller: Caller, content: Buffer, mode: string) =>
    caller.upload<{ rows: number; errors: { row: number; column: string; message: string }[] }>(
      '/channel/dealer-level/importData',
      { name: 'x.xlsx', content },
      { mode },
    )
  /** Code and name are `mark`, other required fields are 1. */
  const rowOf = (header: readonly string[], mark: string) =>
    header.map((title, column) => (column < 2 ? mark : title.endsWith('*') ? '1' : ''))
  const stored = async () => Number((await world.admin.query('select count(*) from dealer_level')).rows[0].count)

  test('takes the filled-in template of each language, and stores nothing before it is confirmed', async () => {
    for (const language of ['zh', 'en', 'fr']) {
      const caller = inLanguage(admin, language)
      const { header } = await sheetOf((await caller.get('/channel/dealer-level/importTemplate')).raw)
      const content = await workbook(header, [rowOf(header, `Level ${language}`)])
      const before = await stored()
      const checked = await send(caller, content, 'check')
      expect(checked).toMatchObject({ code: 200, data: { rows: 1, errors: [] } })
      expect(await stored()).toBe(before)
      expect(await send(caller, content, 'commit')).toMatchObject({ code: 200, data: { rows: 1, errors: [] } })
      expect(await stored()).toBe(before + 1)
    }
  })

  test('says that it failed and which rows are wrong, and stores none of them', async () => {
    const { header } = await sheetOf((await admin.get('/channel/dealer-level/importTemplate')).raw)
    const rows = ['Good', 'x'.repeat(500), 'Also good', ''].map(mark => rowOf(header, mark))
    const content = await workbook(header, rows)
    const before = await stored()
    const refusals = await Promise.all(
      ['zh', 'en', 'fr'].map(language => send(inLanguage(admin, language), content, 'commit')),
    )
    expect(refusals.map(({ code, error, msg }) => [code, error, msg])).toEqual([
      [500, 'importFailed', expect.stringContaining('导入失败')],
      [500, 'importFailed', 'Data import failed: 2 rows are wrong, nothing was imported'],
      [500, 'importFailed', expect.stringContaining('échou')],
    ])
    for (const { data } of refusals) expect([...new Set(data.errors.map(error => error.row))]).toEqual([3, 5])
    expect(await stored()).toBe(before)
  })
})
