import { beforeAll, expect, test } from 'vitest'
import { contentDisposition } from '../../src/platform/http/http.ts'
import { refusalText } from '../../src/platform/refusal.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'

let world: World
let admin: Caller

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.signIn(await world.makeTenant('HTTP'), ['enterpriseAdmin'])
})

test('a body that is not JSON, too large, or of another kind is a coded refusal', async () => {
  expect(await admin.post('/catalog/category', '{"name":')).toMatchObject({
    status: 200,
    code: 500,
    error: 'bodyNotJson',
  })
  expect(
    await admin.post('/catalog/category', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }),
  ).toMatchObject({ code: 500, error: 'bodyNotJson' })
  expect(await admin.post('/catalog/category', { name: 'x'.repeat(1_200_000) })).toMatchObject({
    code: 500,
    error: 'bodyTooLarge',
  })
  expect(await admin.post('/catalog/category', '[1]')).toMatchObject({ code: 500 })
  expect(await admin.post('/catalog/category', 'null')).toMatchObject({ code: 500 })
})

test('text that is no Unicode, a name twice, and deep nesting are refused, wherever they stand', async () => {
  const post = async (body: string | Buffer) => {
    const { code, error, data } = await admin.post<{ issues?: { field: string; error: string }[] }>(
      '/catalog/category',
      body,
      { 'content-type': 'application/json' },
    )
    expect(code).toBe(500)
    return data?.issues?.map(issue => `${issue.field} ${issue.error}`).join() ?? error
  }
  expect(await post('{"name":"\\ud800"}')).toBe('name notUnicode')
  expect(await post('{"nameTexts":{"en":"a","fr":"\\udc00b"}}')).toBe('nameTexts.fr notUnicode')
  expect(await post('{"\\ud800":1}')).toBe(' notUnicode')
  expect(await post(Buffer.from([...Buffer.from('{"name":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')]))).toBe(
    'bodyNotJson',
  )
  expect(await post('{"name":"A","name":"B"}')).toBe('bodyNameTwice')
  expect(await post('{"name":"A","nameTexts":{"en":"x","\\u0065n":"y"}}')).toBe('bodyNameTwice')
  expect(await post(`{"name":${'['.repeat(100)}${']'.repeat(100)}}`)).toBe('bodyTooDeep')
  for (const name of ['__proto__', 'constructor'])
    expect(await post(`{"name":"A","${name}":{"prototype":1}}`)).toMatch(/bodyNotJson/)
  // Colons and brackets within a text are text, and so is a whole pair of surrogates.
  const added = await admin.post<{ id: number }>(
    '/catalog/category',
    '{"name":"a:\\"{[:]}\\\\\\ud83c\\udf32","orderNum":1}',
    {
      'content-type': 'application/json',
    },
  )
  expect(added.code, added.msg).toBe(200)
  expect((await admin.get(`/catalog/category/${added.data.id}`)).data).toMatchObject({ name: 'a:"{[:]}\\🌲' })
  expect((await admin.delete(`/catalog/category/${added.data.id}`)).code).toBe(200)
})

test('a refusal names 20 field errors and says how many more there are', async () => {
  const body = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`unknown${n}`, n]))
  const { data, raw } = await admin.post<{ issues: { message: string }[]; more: object }>('/catalog/category', body)
  expect(data.issues).toHaveLength(20)
  // What is missing is counted too.
  expect(data.more).toEqual({ issues: expect.any(Number) })
  expect((data.more as { issues: number }).issues).toBeGreaterThanOrEqual(1000 - 20)
  expect(raw.length).toBeLessThan(10_000)
  const few = await admin.post<{ issues: object[]; more?: object }>('/catalog/category', { a: 1, b: 2 })
  expect(few.data.more).toBeUndefined()
  const long = await admin.post<{ issues: { field: string }[] }>('/catalog/category', { ['x'.repeat(100_000)]: 1 })
  expect(Math.max(...long.data.issues.map(({ field }) => field.length))).toBeLessThan(250)
})

test('a query with too many parameters or characters is refused, not read in part', async () => {
  const many = Array.from({ length: 201 }, (_, n) => `a${n}=1`).join('&')
  for (const query of [many, `name=${'x'.repeat(9000)}`])
    expect(await admin.get(`/catalog/category/list?${query}`)).toMatchObject({ code: 500, error: 'queryTooLong' })
  expect((await admin.get(`/catalog/category/list?name=${'x'.repeat(100)}`)).code).toBe(200)
})

test('who is not signed in is told so before the body is read', async () => {
  const large = { name: 'x'.repeat(1_200_000) }
  expect(await world.anonymous.post('/catalog/category', large)).toMatchObject({ code: 401 })
  expect(await world.anonymous.post('/catalog/category', '{')).toMatchObject({ code: 401 })
  expect(await world.anonymous.post('/login', { username: 'x'.repeat(9000), password: 'x' })).toMatchObject({
    error: 'bodyTooLarge',
  })
})

test('an upload whose parts cannot be read is a coded refusal', async () => {
  const part = (name: string, file = '') =>
    `--cut\r\ncontent-disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\nx\r\n`
  const end = '--cut--\r\n'
  const send = async (body: string, type = 'multipart/form-data; boundary=cut') => {
    const { status, code, error, msg } = await admin.post('/common/upload', Buffer.from(body), { 'content-type': type })
    expect(msg, body).not.toMatch(/reach|multipart|prototype|boundary/i)
    return [status, code, error]
  }
  expect(await send(part('constructor') + part('file', 'a.txt') + end)).toEqual([200, 500, 'invalid'])
  expect(await send(part('__proto__') + part('file', 'a.txt') + end)).toEqual([200, 500, 'invalid'])
  expect(await send(part('a', 'a.txt') + part('b', 'b.txt') + end)).toEqual([200, 500, 'fileTooMany'])
  const fields = Array.from({ length: 12 }, (_, n) => part(`f${n}`)).join('')
  expect(await send(fields + part('file', 'a.txt') + end)).toEqual([200, 500, 'invalid'])
  expect(await send(part('file', 'a.txt') + end, 'multipart/form-data')).toEqual([200, 500, 'invalid'])
  expect(await send(part('file', 'a.txt'))).toEqual([200, 500, 'invalid'])
  expect(await send(part('file', 'a.txt').slice(0, 30))).toEqual([200, 500, 'invalid'])
  expect((await send(part('file', 'a.txt') + end)).slice(0, 2)).toEqual([200, 200])
})

test.each([
  ['a broken sequence', '/api/trace/%E0%A4%A', 'invalid'],
  ['a lone percent sign', '/api/catalog/category/%', 'invalid'],
  ['a text around no code', `/api/trace/${'A'.repeat(600)}`, 'code.unknown'],
  ['an over-long code', `/api/trace/${'A'.repeat(5000)}`, 'notFound'],
  ['an over-long token', `/api/code/download/${'A'.repeat(5000)}`, 'notFound'],
])('an address with %s is answered in our envelope and language', async (_what, url, error) => {
  const answer = await world.app.inject({ method: 'GET', url, headers: { 'accept-language': 'fr' } })
  expect(answer.statusCode).toBe(200)
  const body = answer.json()
  expect(body).toMatchObject({ code: error === 'invalid' ? 500 : 404, error })
  expect(body.msg).toBe(refusalText('fr', error as 'invalid'))
  expect((await world.app.inject({ method: 'GET', url: `/c/${'A'.repeat(600)}` })).payload).not.toContain('FST_')
})

test('no refusal shows a stack, a path or SQL', async () => {
  for (const answer of [
    await admin.post('/catalog/category', '{'),
    await admin.get('/catalog/category/list?orderBy=name;drop'),
    await admin.get('/catalog/category/list?page=x'),
    await admin.get('/catalog/category/99999999999999999999'),
    await admin.get('/no/such/call'),
  ]) {
    const text = answer.raw.toString('utf8')
    expect(text).not.toMatch(/node_modules|\.ts:|select |at \w+ \(/i)
    expect([404, 500]).toContain(answer.code)
  }
})

test('API-06: nested query parameters, paging by both spellings, and their limits', async () => {
  for (let n = 0; n < 3; n++) await admin.post('/catalog/category', { name: `Paged ${n}`, orderNum: n })
  expect((await admin.get('/catalog/category/list?page=1&limit=2')).rows).toHaveLength(2)
  expect((await admin.get('/catalog/category/list?pageNum=2&pageSize=2')).rows).toHaveLength(1)
  expect((await admin.get('/catalog/category/list?params[beginTime]=2999-01-01')).rows).toHaveLength(0)
  expect(await admin.get('/catalog/category/list?limit=101')).toMatchObject({ code: 500, error: 'invalid' })
  expect(await admin.get('/catalog/category/list?limit=-1')).toMatchObject({ code: 500 })
  expect((await admin.get('/catalog/category/list?name=%25')).rows).toHaveLength(0)
})

test('a wrong or missing token is 401, a right one without the permission 403', async () => {
  expect(await world.anonymous.get('/getInfo')).toMatchObject({ status: 200, code: 401, error: 'unauthenticated' })
  expect(await world.caller('x'.repeat(43)).get('/getInfo')).toMatchObject({ code: 401 })
  expect(await (await world.signIn(await world.makeTenant('NOBODY'), [])).get('/catalog/product/list')).toMatchObject({
    code: 403,
    error: 'forbidden',
  })
})

test('messages come in the caller’s language', async () => {
  const texts = await Promise.all(
    ['zh-CN,zh;q=0.9', 'en', 'fr-FR', 'xx'].map(
      async language => (await world.anonymous.get('/getInfo', { 'accept-language': language })).msg,
    ),
  )
  expect(texts).toEqual([
    '认证失败，无法访问系统资源',
    'Authentication failed, unable to access system resources',
    refusalText('fr', 'unauthenticated'),
    '认证失败，无法访问系统资源',
  ])
})

test('an unknown call is answered in the caller’s language too', async () => {
  for (const language of ['zh', 'en', 'fr'] as const)
    expect(await world.anonymous.get('/no/such/call', { 'accept-language': language })).toMatchObject({
      code: 404,
      error: 'notFound',
      msg: refusalText(language, 'notFound'),
      request: expect.any(String),
    })
})

test('A71: a file name cannot break out of its header', () => {
  const header = contentDisposition('a"b\r\nx: y\u202Efdp.\\/é中.xlsx')
  expect(header).not.toMatch(/[\r\n]/)
  expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9%._~!$&+^`|-]*$/)
})

test('health is open, readiness asks the database', async () => {
  expect((await world.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await world.app.inject('/readyz')).json()).toEqual({ status: 'ready', alarms: [] })
})

test('A11: rich text is rebuilt from the allowed markup before it is stored', async () => {
  const { addSample } = await import('../samples.ts')
  const { entityByKey } = await import('@timbermark/contract')
  const { id } = await addSample(admin, entityByKey('catalog/product')!, 'P')
  const nasty =
    '<p onclick="alert(1)">Oak<script>alert(2)</script><img src=x onerror=alert(3)><a href="javascript:alert(4)">go</a></p>'
  expect(await admin.put('/catalog/product', { id, description: nasty })).toMatchObject({ code: 200 })
  const { data } = await admin.get<{ description: string }>(`/catalog/product/${id}`)
  expect(data.description).toContain('Oak')
  expect(data.description).not.toMatch(/script|onerror|onclick|javascript|alert/)
})

test('A46: what is in use cannot be removed, and says so', async () => {
  const { addSample } = await import('../samples.ts')
  const { entityByKey } = await import('@timbermark/contract')
  const { body } = await addSample(admin, entityByKey('catalog/product')!, 'USED')
  expect(await admin.delete(`/catalog/category/${body.categoryId}`)).toMatchObject({ code: 500, error: 'inUse' })
  expect((await admin.get(`/catalog/category/${body.categoryId}`)).code).toBe(200)
})

test('text that no database can hold is refused, not a fault', async () => {
  expect(await admin.post('/catalog/category', { name: 'a\u0000b', orderNum: 1 })).toMatchObject({
    status: 200,
    code: 500,
    error: 'invalid',
  })
})
