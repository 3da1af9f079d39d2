import { describe, expect, expectTypeOf, it } from 'vitest'
import { type AnswerTo, createClient } from '../src/index.ts'

interface Sent {
  url: string
  method: string
  body: unknown
  authorization: string | undefined
}

/** A client whose calls are recorded and answered with `data`. */
function recorded(data: unknown = null) {
  const sent: Sent[] = []
  const client = createClient({
    token: () => 'secret',
    language: () => 'en',
    fetch: async (url, init) => {
      const headers = init?.headers as Record<string, string>
      const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
      sent.push({ url: String(url), method: String(init?.method), body, authorization: headers.authorization })
      return new Response(JSON.stringify({ code: 200, msg: 'ok', data }))
    },
  })
  return { client, sent }
}

describe('declared calls', () => {
  it('are named by method and path, and answer what is declared', async () => {
    const { client, sent } = recorded({ url: '/api/code/download/x' })
    const answer = await client.call('POST /code/request/:id/downloadLink', {
      params: { id: 17 },
      body: { format: 'csv' },
    })
    expect(answer.url).toBe('/api/code/download/x')
    expect(sent).toEqual([
      {
        url: '/api/code/request/17/downloadLink',
        method: 'POST',
        body: { format: 'csv' },
        authorization: 'Bearer secret',
      },
    ])
  })

  it('take query and options together, and no input if none is declared', async () => {
    const { client, sent } = recorded()
    await client.call('GET /captchaImage', { token: false })
    await client.call('DELETE /system/config/refreshCache')
    await client.call('GET /stage/code/:code', { params: { code: 'ABC' }, query: { stage: 'felling' } })
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/captchaImage',
      'DELETE /api/system/config/refreshCache',
      'GET /api/stage/code/ABC?stage=felling',
    ])
    expect(sent.map(({ authorization }) => authorization)).toEqual([undefined, 'Bearer secret', 'Bearer secret'])
  })

  it('encode every parameter, so that none leads to another path, and keep commas between ids', async () => {
    const { client, sent } = recorded()
    await client.call('GET /code/qr/:code', { params: { code: 'https://x.test/c/A?b=1#2' } })
    await client.call('DELETE /monitor/online/:ids', { params: { ids: '4,5' } })
    expect(sent.map(({ url }) => url)).toEqual([
      '/api/code/qr/https%3A%2F%2Fx.test%2Fc%2FA%3Fb%3D1%232',
      '/api/monitor/online/4,5',
    ])
    for (const code of ['', '.', '..'])
      expect(() => client.call('GET /code/qr/:code', { params: { code } }), code).toThrow(TypeError)
  })

  it('do not compile with another name, body, parameter or answer', () => {
    const { client } = recorded()
    expectTypeOf<AnswerTo<'POST /login'>>().toEqualTypeOf<
      { token: string; url: string; device?: string | undefined } | { ticket: string }
    >()
    // Never called: only the types are checked.
    const wrong = () => {
      // @ts-expect-error no such call
      void client.call('GET /system/user/nobody')
      // @ts-expect-error the body is missing
      void client.call('POST /login')
      // @ts-expect-error a field has the wrong kind
      void client.call('POST /login', { body: { username: 'a', password: 1 } })
      // @ts-expect-error the parameter is called id
      void client.call('GET /catalog/batch/:id/stages', { params: { batch: 1 } })
      // @ts-expect-error the call has no body
      void client.call('GET /getInfo', { body: {} })
    }
    expect(wrong).toBeTypeOf('function')
  })
})
