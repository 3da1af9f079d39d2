import { describe, expect, it } from 'vitest'
import { interfaceDocument as document } from '../../../test/stand-in/interface.ts'
import { addressOf, callsOf, curlOf, fieldsOf, filledOf, findCalls, isFilled, typeText } from './openapi.ts'

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
    expect(found('staterefused')).toEqual(['/api/code/request/{id}/submit'])
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

  it('writes the body as it is sent, whatever numbers and blanks are in it', () => {
    const body = '{\n  "id": 12345678901234567890,\n  "price": 1.0,\n  "note": "a  \\"b\\" : c"\n}'
    expect(curlOf(quote, 'https://example.org', { values: {}, body })).toContain(
      `-d '{"id":12345678901234567890,"price":1.0,"note":"a  \\"b\\" : c"}'`,
    )
  })

  it('sends a text of a form as the text that it is, never as the file that it names', () => {
    const upload = {
      ...quote,
      form: {
        type: 'object',
        properties: { note: { type: 'string' }, file: { type: 'string', contentMediaType: 'text/csv' } },
      },
    }
    const lines = curlOf(upload, 'https://example.org', { values: { 'form.note': '@/etc/hostname;type=text/html' } })
    expect(lines).toContain("--form-string 'note=@/etc/hostname;type=text/html'")
    expect(lines).toContain("-F 'file=@file'")
  })

  it('makes no call whose address would lead to another one', () => {
    const submit = calls.find(call => call.path === '/api/code/request/{id}/submit')!
    expect(['', '.', '..', '7'].map(id => isFilled(submit, { id }))).toEqual([false, false, false, true])
    expect(isFilled(quote, {})).toBe(true)
  })

  it('knows what writes: by its method, or because the call says so', () => {
    const paths = { '/api/file': { get: { 'x-changes': true } }, '/api/list': { get: {} } }
    const writing = [...calls, ...callsOf({ ...document, paths })].filter(call => call.writes).map(call => call.path)
    expect(writing).toEqual(['/api/code/request/{id}/submit', '/api/trade/quote', '/api/file'])
  })

  it('says types and bounds in a few words', () => {
    expect(typeText({ type: 'string', minLength: 2, maxLength: 20 })).toBe('string (2–20)')
    expect(typeText({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).toBe('integer (1–)')
    expect(typeText({ type: 'array', items: { enum: ['a', 'b'] } })).toBe('array of "a" | "b"')
    expect(typeText({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string | null')
    expect(typeText({ type: 'string', examples: ['0', '1'] })).toBe('string ("0", "1", …)')
  })

  it('tells what a call is refused for, in words', () => {
    expect(calls.map(call => call.refusals)).toEqual([
      [],
      [{ key: 'stateRefused', code: 500, text: 'Not in this state' }],
      [],
    ])
  })

  it('lists the fields of a body, those within lists too', () => {
    expect(fieldsOf(document, quote.body!).map(({ name, required }) => [name, required])).toEqual([
      ['listingId', true],
      ['note', true],
      ['price', false],
      ['rows', false],
      ['rows[].code', true],
    ])
  })

  it('begins with what a call needs, and makes its address of what is filled in', () => {
    const submit = calls.find(call => call.method === 'PUT')!
    expect(filledOf(submit)).toEqual({ values: { id: '17' }, body: '' })
    expect(JSON.parse(filledOf(quote).body)).toEqual({ listingId: 1, note: "it's" })
    expect(addressOf(submit, { id: '../1', note: 'a&b=c' })).toBe('/api/code/request/..%2F1/submit?note=a%26b%3Dc')
    expect(curlOf(submit, 'https://example.org', { values: { id: "1'; rm" } })).toContain(
      "'https://example.org/api/code/request/1'\\''%3B%20rm/submit'",
    )
  })
})
