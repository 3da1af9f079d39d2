import { beforeAll, expect, test } from 'vitest'
import { makeApp } from '../../src/app.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { refused, unique } from './people.ts'

/** ERR-31: the guard is off in other tests, which send equal saves on purpose; here it is on, as in a real server. */
let world: World
let admin: Caller
let send: (
  method: 'POST' | 'PUT',
  path: string,
  body: object | string,
  headers?: Record<string, string>,
  token?: string | null,
) => Promise<{ code: number; error?: string; msg: string; data: unknown }>

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('REPEAT')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const app = await makeApp(world.services, { guardRepeats: true })
  await app.ready()
  send = async (method, path, body, headers = {}, token = admin.token) =>
    (
      await app.inject({
        method,
        url: `/api${path}`,
        headers: { 'accept-language': 'en', authorization: `Bearer ${token}`, ...headers },
        payload: body,
      })
    ).json()
})

const post = () => ({ postCode: unique('c'), postName: unique('p'), postSort: 1 })
const count = async () => (await admin.get('/system/post/list')).total

test('a body that is nested too deeply to be compared is refused', async () => {
  const deep = 400_000
  const answer = await send('POST', '/system/post', `{"postName":${'['.repeat(deep)}${']'.repeat(deep)}}`, {
    'content-type': 'application/json',
  })
  expect(answer.error).toBe('bodyTooDeep')
})

test('the same save sent twice at once is made once', async () => {
  const body = post()
  const before = await count()
  const answers = await Promise.all([
    send('POST', '/system/post', body),
    send('POST', '/system/post', body),
    send('POST', '/system/post', body),
  ])
  expect(answers.map(refused).sort()).toEqual(['accepted', 'tooFast', 'tooFast'])
  expect(answers.find(answer => answer.code !== 200)!.msg).toBe('Operating too fast, try later')
  expect(await count()).toBe(before + 1)
})

test('within a second after the first save it is too fast; later the usual rules apply', async () => {
  const body = post()
  expect((await send('POST', '/system/post', body)).code).toBe(200)
  expect(refused(await send('POST', '/system/post', body))).toBe('tooFast')
  await new Promise(done => setTimeout(done, 1100))
  expect(refused(await send('POST', '/system/post', body))).toBe('postName: taken')
})

test('another body, another person and a caller that sends the header are not refused', async () => {
  const body = post()
  expect((await send('POST', '/system/post', body)).code).toBe(200)
  expect((await send('POST', '/system/post', post())).code).toBe(200)
  expect(refused(await send('POST', '/system/post', body, { repeatSubmit: 'false' }))).toBe('postName: taken')
  const other = await world.signIn({ id: admin.tenantId, deptId: null }, ['enterpriseAdmin'])
  expect(refused(await send('POST', '/system/post', body, {}, other.token))).toBe('postName: taken')
})

test('a save that was refused may be sent again at once', async () => {
  const wrong = { postCode: unique('c'), postName: '', postSort: 1 }
  expect(refused(await send('POST', '/system/post', wrong))).toBe('postName: required')
  expect(refused(await send('POST', '/system/post', wrong))).toBe('postName: required')
})

test('a write with its own id may be sent again', async () => {
  const body = { reportId: '00000000-0000-4000-8000-000000000000' }
  const first = await send('POST', '/stage/report', body)
  const second = await send('POST', '/stage/report', body)
  expect(refused(second)).toBe(refused(first))
  expect(refused(second)).not.toBe('tooFast')
})
