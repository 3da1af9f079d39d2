import { describe, expect, it } from 'vitest'
import { callsOf, curlOf, exampleOf, findCalls, type OpenApi, typeText } from './openapi.ts'

const document: OpenApi = {
  openapi: '3.1.0',
  info: { title: 'Timbermark', version: '1' },
  paths: {
    '/api/code/request/{id}/submit': {
      put: {
        tags: ['code'],
        summary: 'Starts making',
        'x-permission': 'code:request:submit',
        parameters: [{ name: 'id', in: 'path', required: true }],
      },
    },
    '/api/captchaImage': { get: { tags: ['captchaImage'], summary: 'Picture', security: [] } },
    '/api/trade/quote': {
      post: {
        tags: ['trade'],
        summary: 'Makes a quote',
        'x-permission': ['trade:quote:add'],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['listingId', 'note'],
                properties: {
                  listingId: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
                  note: { type: 'string', default: "it's" },
                  price: { type: 'string' },
                },
              },
            },
          },
        },
      },
    },
  },
}
const calls = callsOf(document)
const quote = calls.find(call => call.path === '/api/trade/quote')!

describe('interface docs (OPS-09)', () => {
  it('lists every call with its tag, permission and whether it is open', () => {
    expect(calls.map(call => [call.tag, call.method, call.permissions, call.open])).toEqual([
      ['captchaImage', 'GET', [], true],
      ['code', 'PUT', ['code:request:submit'], false],
      ['trade', 'POST', ['trade:quote:add'], false],
    ])
  })

  it('finds calls by words of address, summary and permission together', () => {
    const found = (text: string) => findCalls(calls, text).map(call => call.path)
    expect(found('PUT submit')).toEqual(['/api/code/request/{id}/submit'])
    expect(found('quote:add')).toEqual(['/api/trade/quote'])
    expect(found('nothing of it')).toEqual([])
    expect(found('')).toHaveLength(3)
  })

  it('writes a command line that a shell can run, quotes in the body included', () => {
    expect(curlOf(quote, 'https://example.org')).toBe(
      [
        "curl -X POST 'https://example.org/api/trade/quote'",
        '-H \'Authorization: Bearer \'"$TOKEN"',
        "-H 'Content-Type: application/json'",
        `-d '{"listingId":1,"note":"it'\\''s"}'`,
      ].join(' \\\n  '),
    )
    expect(curlOf(calls[0]!, 'https://example.org')).toBe("curl -X GET 'https://example.org/api/captchaImage'")
  })

  it('says types and bounds in a few words', () => {
    expect(typeText({ type: 'string', minLength: 2, maxLength: 20 })).toBe('string (2–20)')
    expect(typeText({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).toBe('integer (1–)')
    expect(typeText({ type: 'array', items: { enum: ['a', 'b'] } })).toBe('array of "a" | "b"')
    expect(typeText({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string | null')
  })

  it('makes an example of what is required', () => {
    expect(exampleOf(quote.body)).toEqual({ listingId: 1, note: "it's" })
  })
})
