import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { png } from '../samples.ts'

/** Answers that apps read repeatedly: conditional requests, and a limit for too frequent ones. */
let world: World
let operator: Caller

beforeAll(async () => {
  world = await makeWorld()
  operator = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
})

const paths = ['/site/public/banners', '/news/public/list', '/news/public/categories']

const read = (path: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  world.app.inject({ method: 'GET', url: `/api${path}`, headers, remoteAddress })

describe.each(paths)('%s', path => {
  test('may be cached for a minute and is sent again only when it has changed', async () => {
    const first = await read(path)
    expect(first.json().code).toBe(200)
    expect(first.headers['cache-control']).toBe('public, max-age=60')
    expect(first.headers.vary).toMatch(/accept-language/)
    const tag = String(first.headers.etag)
    expect(tag).toMatch(/^"[\w-]{27}"$/)
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await read(path, { 'if-none-match': header })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect(again.headers.etag).toBe(tag)
    }
    expect((await read(path, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('is limited per network', async () => {
    const codes = new Set<number>()
    for (let n = 0; n < 260; n++) codes.add((await read(path, {}, `203.0.113.${paths.indexOf(path)}`)).json().code)
    expect([...codes]).toEqual([200, 429])
    expect((await read(path, {}, '198.51.100.77')).json().code).toBe(200)
  })
})

test('a changed banner changes the tag; a refusal is not cached', async () => {
  const before = (await read('/site/public/banners')).headers.etag
  const image = (await operator.upload<{ id: string }>('/common/upload', { name: 'b.png', content: png })).data.id
  await operator.post('/site/banner', { group: 'appHome', sequence: 1, duration: 5, image: [image] })
  const after = await read('/site/public/banners', { 'if-none-match': String(before) })
  expect(after.statusCode).toBe(200)
  expect(after.headers.etag).not.toBe(before)
  const refused = await read('/site/public/banners?group=nowhere')
  expect(refused.json().code).not.toBe(200)
  expect(refused.headers['cache-control']).toBe('no-store')
  expect(refused.headers.etag).toBeUndefined()
})
