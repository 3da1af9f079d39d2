import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { all } from '@timbermark/phrases/all'
import { toRequestListener } from '../../../scripts/request-handler.ts'
import { ApiError, createClient, createTranslator, describeError, fileNameOf, TransportError } from '../src/index.ts'

// A real server on a loopback port: the tests assert what is actually sent.
interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
let seen: ReceivedRequest[] = []
let answer: (request: ReceivedRequest, response: ServerResponse) => void
const ok = (data: unknown) => (_: ReceivedRequest, response: ServerResponse) =>
  json(response, { code: 200, msg: 'ok', data })
function json(response: ServerResponse, value: unknown, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(value))
}

const server = createServer(
  toRequestListener(async (request, response) => {
    const body = await text(request)
    const one = { method: request.method!, url: request.url!, headers: request.headers, body }
    seen.push(one)
    answer(one, response)
  }),
)
let origin = ''
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
let token: string | null
beforeEach(() => {
  seen = []
  token = 'secret'
})
const make = (more: Partial<Parameters<typeof createClient>[0]> = {}) =>
  createClient({ base: `${origin}/api`, token: () => token, language: () => 'fr', ...more })

describe('calls', () => {
  it('go to the fixed base with the stored token, JSON and the language (API-01, API-03, API-04)', async () => {
    answer = ok({ id: 7 })
    expect(await make().post('/system/post', { postName: 'Scieur' })).toEqual({ id: 7 })
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/api/system/post',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json', 'accept-language': 'fr-FR' },
      body: '{"postName":"Scieur"}',
    })
  })

  it('can opt out of the token (API-05), and carry none without a session', async () => {
    answer = ok(null)
    const client = make()
    await client.post('/register', { username: 'a' }, { token: false })
    token = null
    await client.get('/captchaImage')
    expect(seen.map(call => call.headers.authorization)).toEqual([undefined, undefined])
  })

  it('return the data of code 200 (ERR-10) and a page of a list', async () => {
    answer = (_, response) => json(response, { code: 200, msg: '', rows: [{ id: 1 }], total: 12000, estimated: true })
    const page = await make().list<{ id: number }>('/catalog/product/list', {
      page: 1,
      limit: 20,
      name: '',
      status: null,
    })
    expect(page).toEqual({ rows: [{ id: 1 }], total: 12000, estimated: true })
    expect(seen[0]!.url).toBe('/api/catalog/product/list?page=1&limit=20')
  })

  it('send no content type without a body', async () => {
    answer = ok(null)
    await make().delete('/system/post/1,2')
    expect(seen[0]!.headers['content-type']).toBeUndefined()
    expect(seen[0]!.url).toBe('/api/system/post/1,2')
  })
})

describe('failures', () => {
  it('any code except 200 rejects, with key, field errors and data (ERR-09)', async () => {
    answer = (_, response) =>
      json(response, {
        code: 403,
        msg: 'no',
        error: 'forbidden',
        data: { issues: [{ field: 'a', error: 'required' }] },
        request: 'r1',
      })
    const error = await make()
      .get('/x')
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      code: 403,
      error: 'forbidden',
      message: 'no',
      request: 'r1',
      issues: [{ field: 'a', error: 'required' }],
    })
  })

  it('an HTTP status other than 2xx is a transport error, whatever its body (ERR-13, AMB-17)', async () => {
    answer = (_, response) => json(response, { code: 200, data: 1 }, 502)
    await expect(make().get('/x')).rejects.toMatchObject({ kind: 'status', status: 502 })
  })

  it('a failure that the product itself reports is shown with its message, not with that of the transport (ERR-35)', async () => {
    answer = (_, response) => json(response, { code: 500, error: 'unknown', msg: all.en['error.unknown'] }, 500)
    const fault = await make()
      .get('/x')
      .catch((error: unknown) => error)
    expect(describeError(createTranslator(all.en, 'en'), fault)).toMatchObject({
      text: 'Unknown system error, please report to the administrator',
    })
  })

  it('a fault’s sentence is shown, whether or not the answer has a key (ERR-35), and a save without a text failed (ERR-32)', async () => {
    const textOf = async (call: Promise<unknown>) =>
      describeError(createTranslator(all.en, 'en'), await call.catch((error: unknown) => error)).text
    answer = (_, response) => json(response, { code: 500, msg: 'The disk is full' }, 500)
    expect(await textOf(make().get('/x'))).toBe('The disk is full')
    answer = (_, response) => json(response, { code: 500 })
    expect(await textOf(make().put('/x', {}))).toBe('Operation failed')
    expect(await textOf(make().delete('/x'))).toBe('Operation failed')
    expect(await textOf(make().get('/x'))).toBe(all.en['error.unknown'])
  })

  it('a page that is no answer of the product is a network error', async () => {
    answer = (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to the hotel network</h1>')
    await expect(make().get('/x')).rejects.toMatchObject({ kind: 'network' })
    answer = (_, response) => json(response, [])
    await expect(make().get('/x')).rejects.toMatchObject({ kind: 'network' })
  })

  it('no server is a network error (ERR-11)', async () => {
    const client = make({ base: 'http://127.0.0.1:9/api' })
    await expect(client.get('/x')).rejects.toMatchObject({ kind: 'network', status: 0 })
  })

  it('an answer that stalls half way times out, like one that never begins (API-02)', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"code":200,')
    }
    await expect(make({ timeout: 60 }).get('/x')).rejects.toMatchObject({ kind: 'timeout' })
    const refused = make({ timeout: 60 }).download('/x', {}, { save: false })
    await expect(refused).rejects.toMatchObject({ kind: 'timeout' })
  })

  it('a file that has begun has no time limit', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="a.csv"' })
      response.write('a,')
      setTimeout(() => response.end('b'), 1300)
    }
    // Long enough that even a busy machine begins the file in time.
    const { blob } = await make({ timeout: 1000 }).download('/x', {}, { save: false })
    expect(await blob.text()).toBe('a,b')
  })

  it('an unanswered call times out (ERR-12); the default limit is 60 s (CON-17, API-02)', async () => {
    answer = () => undefined
    await expect(make({ timeout: 60 }).get('/x')).rejects.toMatchObject({ kind: 'timeout' })
    const timer = vi.spyOn(globalThis, 'setTimeout')
    answer = ok(null)
    await make().get('/x')
    expect(timer.mock.calls.map(call => call[1])).toContain(60_000)
    timer.mockRestore()
  })

  it('a call that the screen aborts is no transport error', async () => {
    answer = () => undefined
    const leave = new AbortController()
    const call = make().get('/x', {}, { signal: leave.signal })
    setTimeout(() => leave.abort(), 20)
    const error = await call.catch((error: unknown) => error)
    expect(error).not.toBeInstanceOf(TransportError)
    expect(error).toMatchObject({ name: 'AbortError' })
  })
})

describe('the same write twice', () => {
  it('is refused in the browser within a second (ERR-31)', async () => {
    answer = ok(null)
    const client = make()
    const results = await Promise.allSettled([client.post('/x', { a: 1 }), client.post('/x', { a: 1 })])
    expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected'])
    expect((results[1] as PromiseRejectedResult).reason).toMatchObject({ code: 500, error: 'tooFast' })
    expect(seen).toHaveLength(1)
  })

  it('passes with another body, address or method, after a second, or when allowed', async () => {
    answer = ok(null)
    const client = make()
    await client.post('/x', { a: 1 })
    await client.post('/x', { a: 2 })
    await client.post('/y', { a: 1 })
    await client.put('/x', { a: 1 })
    await client.post('/x', { a: 1 }, { allowDoubleSubmit: true })
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1000)
    await client.post('/x', { a: 1 })
    clock.mockRestore()
    expect(seen).toHaveLength(6)
  })

  it('may be sent again at once after a refusal or a failed connection, and is then guarded again', async () => {
    const client = make()
    const save = () => client.post('/x', { a: 1 })
    answer = (_, response) => json(response, { code: 500, msg: 'no', error: 'exists' })
    await expect(save()).rejects.toMatchObject({ error: 'exists' })
    answer = (_, response) => void response.destroy()
    await expect(save()).rejects.toBeInstanceOf(TransportError)
    answer = ok(null)
    await save()
    await expect(save()).rejects.toMatchObject({ error: 'tooFast' })
    expect(seen).toHaveLength(3)
  })

  it('is not guarded for reads', async () => {
    answer = ok(null)
    const client = make()
    await Promise.all([client.get('/x'), client.get('/x')])
    expect(seen).toHaveLength(2)
  })
})

describe('the end of a session', () => {
  const refuse = (_: ReceivedRequest, response: ServerResponse) => json(response, { code: 401, msg: 'gone' })

  it('is reported once for many calls that fail together (ST-32)', async () => {
    answer = refuse
    const onUnauthenticated = vi.fn()
    const client = make({ onUnauthenticated })
    await Promise.allSettled([client.get('/a'), client.get('/b'), client.list('/c'), client.post('/d', {})])
    expect(onUnauthenticated).toHaveBeenCalledTimes(1)
  })

  it('is reported again for a later call, but not while the handler is pending', async () => {
    answer = refuse
    let choose = () => {}
    const onUnauthenticated = vi.fn(() => new Promise<void>(resolve => (choose = resolve)))
    const client = make({ onUnauthenticated })
    await client.get('/a').catch(() => {})
    await client.get('/b').catch(() => {})
    expect(onUnauthenticated).toHaveBeenCalledTimes(1)
    choose()
    await new Promise(resolve => setTimeout(resolve))
    await client.get('/c').catch(() => {})
    expect(onUnauthenticated).toHaveBeenCalledTimes(2)
  })

  it('is reported for the refusals listed in signInRefusals, and for no other refusal', async () => {
    const onUnauthenticated = vi.fn()
    const refuseWith = (error: string) => {
      answer = (_, response) => json(response, { code: 403, error, msg: 'no' })
    }
    refuseWith('auth.secondFactorDemanded')
    await make({ onUnauthenticated })
      .get('/a')
      .catch(() => {})
    expect(onUnauthenticated).not.toHaveBeenCalled()
    const client = make({ onUnauthenticated, signInRefusals: ['auth.secondFactorDemanded'] })
    refuseWith('forbidden')
    await client.get('/a').catch(() => {})
    expect(onUnauthenticated).not.toHaveBeenCalled()
    refuseWith('auth.secondFactorDemanded')
    await expect(client.get('/b')).rejects.toMatchObject({ error: 'auth.secondFactorDemanded' })
    expect(onUnauthenticated).toHaveBeenCalledTimes(1)
  })

  it('is not reported for a call without a token, nor for one whose token was replaced meanwhile', async () => {
    const onUnauthenticated = vi.fn()
    const client = make({ onUnauthenticated })
    answer = refuse
    await client.post('/login', {}, { token: false }).catch(() => {})
    answer = (_, response) => {
      token = 'newer'
      json(response, { code: 401, msg: 'gone' })
    }
    await client.get('/x').catch(() => {})
    expect(onUnauthenticated).not.toHaveBeenCalled()
  })
})

describe('files', () => {
  it('upload as multipart with a file field and answer the file (API-33)', async () => {
    const info = { id: '1', name: 'a.pdf', url: '/f/1', size: 3, type: 'application/pdf' }
    answer = ok(info)
    const file = new File(['abc'], 'a.pdf', { type: 'application/pdf' })
    expect(await make().upload(file, { fields: { use: 'certificate' } })).toEqual(info)
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/common/upload' })
    expect(seen[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(seen[0]!.body).toMatch(/name="use"[\s\S]*certificate[\s\S]*name="file"; filename="a.pdf"[\s\S]*abc/)
  })

  it('download under the name that the server sent', async () => {
    answer = (_, response) =>
      response
        .writeHead(200, {
          'content-type': 'text/csv',
          'content-disposition': `attachment; filename="x.csv"; filename*=UTF-8''${encodeURIComponent('木材.csv')}`,
        })
        .end('a,b')
    const { blob, name } = await make().download('/system/post/export', { postName: '' }, { save: false })
    expect([name, await blob.text(), seen[0]!.url]).toEqual(['木材.csv', 'a,b', '/api/system/post/export'])
  })

  it('treat a JSON answer as a refusal, unless it is an attachment', async () => {
    answer = (_, response) => json(response, { code: 403, msg: 'no' })
    await expect(make().download('/x', {}, { save: false })).rejects.toMatchObject({ code: 403 })
    answer = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-disposition': 'attachment; filename=o.json' })
        .end('{}')
    expect((await make().download('/x', {}, { save: false })).name).toBe('o.json')
  })

  it('never use a path as a name', () => {
    expect(fileNameOf('attachment; filename="../../etc/passwd"')).toBe('passwd')
    expect(fileNameOf("attachment; filename*=UTF-8''..%2Fa%5Cb.xlsx")).toBe('b.xlsx')
    expect(fileNameOf("attachment; filename=plain.txt; filename*=UTF-8''%zz")).toBe('plain.txt')
    expect(fileNameOf(null)).toBeNull()
  })
})
