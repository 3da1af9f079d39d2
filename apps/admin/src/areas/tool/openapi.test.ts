import { describe, expect, it } from 'vitest'
import { interfaceDocument as document } from '../../../test/stand-in/interface.ts'
import {
  buildAddress,
  listCalls,
  buildCurl,
  listFields,
  initialInput,
  findCalls,
  isFilled,
  describeType,
} from './openapi.ts'

const calls = listCalls(document)
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
    const pathsFor = (text: string) => findCalls(calls, text).map(call => call.path)
    expect(pathsFor('PUT submit')).toEqual(['/api/code/request/{id}/submit'])
    expect(pathsFor('quote:add')).toEqual(['/api/trade/quote'])
    expect(pathsFor('staterefused')).toEqual(['/api/code/request/{id}/submit'])
    expect(pathsFor('nothing of it')).toEqual([])
    expect(pathsFor('')).toHaveLength(3)
  })

  it('writes a command line for a shell, and escapes quotes in the body', () => {
    expect(buildCurl(quote, 'https://example.org')).toBe(
      [
        "curl -X POST 'https://example.org/api/trade/quote'",
        '-H \'Authorization: Bearer \'"$TOKEN"',
        "-H 'Content-Type: application/json'",
        `-d '{"listingId":1,"note":"it'\\''s"}'`,
      ].join(' \\\n  '),
    )
    expect(buildCurl(calls[0]!, 'https://example.org')).toBe("curl -X GET 'https://example.org/api/captchaImage'")
  })

  it('writes the body exactly as it is sent, with its numbers and blanks', () => {
    const body = '{\n  "id": 12345678901234567890,\n  "price": 1.0,\n  "note": "a  \\"b\\" : c"\n}'
    expect(buildCurl(quote, 'https://example.org', { values: {}, body })).toContain(
      `-d '{"id":12345678901234567890,"price":1.0,"note":"a  \\"b\\" : c"}'`,
    )
  })

  it('sends a form’s text as text, never as the file that it names', () => {
    const upload = {
      ...quote,
      form: {
        type: 'object',
        properties: { note: { type: 'string' }, file: { type: 'string', contentMediaType: 'text/csv' } },
      },
    }
    const lines = buildCurl(upload, 'https://example.org', { values: { 'form.note': '@/etc/hostname;type=text/html' } })
    expect(lines).toContain("--form-string 'note=@/etc/hostname;type=text/html'")
    expect(lines).toContain("-F 'file=@file'")
  })

  it('makes no call whose parameters would change the path', () => {
    const submit = calls.find(call => call.path === '/api/code/request/{id}/submit')!
    expect(['', '.', '..', '7'].map(id => isFilled(submit, { id }))).toEqual([false, false, false, true])
    expect(isFilled(quote, {})).toBe(true)
  })

  it('recognizes calls that write by their method or their declaration', () => {
    const paths = { '/api/file': { get: { 'x-changes': true } }, '/api/list': { get: {} } }
    const writing = [...calls, ...listCalls({ ...document, paths })].filter(call => call.writes).map(call => call.path)
    expect(writing).toEqual(['/api/code/request/{id}/submit', '/api/trade/quote', '/api/file'])
  })

  it('describes types and bounds in a few words', () => {
    expect(describeType({ type: 'string', minLength: 2, maxLength: 20 })).toBe('string (2–20)')
    expect(describeType({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).toBe('integer (1–)')
    expect(describeType({ type: 'array', items: { enum: ['a', 'b'] } })).toBe('array of "a" | "b"')
    expect(describeType({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string | null')
    expect(describeType({ type: 'string', examples: ['0', '1'] })).toBe('string ("0", "1", …)')
  })

  it('lists the refusals of a call with their texts', () => {
    expect(calls.map(call => call.refusals)).toEqual([
      [],
      [{ key: 'stateRefused', code: 500, text: 'Not in this state' }],
      [],
    ])
  })

  it('lists the fields of a body, including those in lists', () => {
    expect(listFields(document, quote.body!).map(({ name, required }) => [name, required])).toEqual([
      ['listingId', true],
      ['note', true],
      ['price', false],
      ['rows', false],
      ['rows[].code', true],
    ])
  })

  it('starts with the required values of a call, and builds its address from the filled-in values', () => {
    const submit = calls.find(call => call.method === 'PUT')!
    expect(initialInput(submit)).toEqual({ values: { id: '17' }, body: '' })
    expect(JSON.parse(initialInput(quote).body)).toEqual({ listingId: 1, note: "it's" })
    expect(buildAddress(submit, { id: '../1', note: 'a&b=c' })).toBe('/api/code/request/..%2F1/submit?note=a%26b%3Dc')
    expect(buildCurl(submit, 'https://example.org', { values: { id: "1'; rm" } })).toContain(
      "'https://example.org/api/code/request/1'\\''%3B%20rm/submit'",
    )
  })
})
