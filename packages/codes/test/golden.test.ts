import { describe, expect, test } from 'vitest'
import { parseCode, statedSerial } from '../src/index.ts'
import type { CodeFormat, CodeRule } from '../src/index.ts'
import { deriveRequestKeys, LineWriter, lineSlack, RequestCodes, unwrapKey } from '../src/node.ts'
import { vectors } from './vectors.ts'
import type { CodeVectors, ReadingVectors, SecurityColumn, WrapVector } from './vectors.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const columns: SecurityColumn[] = ['digits12', 'alnum8', 'symbols8', 'digits20', 'alnum20', 'symbols20']
const ruleOf = (column: string) => column.replace(/\d+/, '') as CodeRule
const lengthOf = (column: string) => Number(/\d+/.exec(column)![0])

// A code that is printed today must still be readable in twenty years. Changing one of these numbers changes the format.
const files: [name: string, format: CodeFormat][] = [
  ['codes-v1', 1],
  ['codes-v2', 1],
  ['codes-format-2', 2],
]
const requests = files.flatMap(([name, format]) =>
  vectors<CodeVectors>(name).requests.map(vector => ({ ...vector, format })),
)
describe.each(requests)('format $format, request $request, key $keyVersion, salt $keySalt', vector => {
  const keys = deriveRequestKeys(
    Buffer.from(vector.tenantKey, 'hex'),
    vector.request,
    vector.keyVersion,
    Buffer.from(vector.keySalt ?? '', 'hex'),
    vector.format,
  )
  const codes = new RequestCodes(keys, vector.request)

  test('derives the request keys of the vectors', () => {
    expect({ tag: hex(keys.tag), mask: hex(keys.mask), security: hex(keys.security) }).toEqual(vector.keys)
  })

  test('makes the code of the vectors for each serial, and opens it to that serial', () => {
    for (const { serial, code } of vector.codes) {
      expect(codes.code(serial)).toBe(code)
      const parsed = parseCode(code)
      expect(parsed).toMatchObject({ ok: true, code, request: vector.request })
      expect(parsed.ok && codes.open(parsed, serial + 1)).toBe(serial)
      expect(parsed.ok && codes.open(parsed, serial), 'beyond the ordered count').toBe(null)
    }
  })

  test('the serial is read from a code without a key in format 2, and only there', () => {
    const read = vector.codes.map(({ code }) => {
      const parsed = parseCode(code)
      return parsed.ok && statedSerial(parsed)
    })
    const serials = vector.codes.map(({ serial }) => serial)
    if (vector.format === 2) expect(read).toEqual(serials)
    else for (const [n, serial] of serials.entries()) expect(read[n]).not.toBe(serial)
  })

  test.each(columns)('makes the anti-counterfeit codes of the vectors: %s', column => {
    for (const row of vector.codes) {
      expect(codes.security(row.serial, ruleOf(column), lengthOf(column))).toBe(row[column])
    }
  })

  test.each(columns)('LineWriter writes the lines of the vectors: %s', column => {
    const writer = new LineWriter(keys, vector.request, {
      prefix: '',
      separator: ',',
      rule: ruleOf(column),
      securityLength: lengthOf(column),
    })
    for (const row of vector.codes) {
      const out = new Uint8Array(writer.width + lineSlack)
      writer.write(out, row.serial, 1)
      expect(Buffer.from(out.subarray(0, writer.width)).toString('latin1')).toBe(`${row.code},${row[column]}\n`)
    }
  })
})

describe('parsing', () => {
  const { readings } = vectors<ReadingVectors>('reading-v1')
  test.each(readings.filter(r => r.code))('parses $why', ({ text, code }) => {
    expect(parseCode(text)).toMatchObject({ ok: true, code })
  })
  test.each(readings.filter(r => r.reason))('refuses $why with its reason', ({ text, reason }) => {
    expect(parseCode(text)).toMatchObject({ ok: false, reason })
  })
})

test('unwraps a wrapped key of version 1', () => {
  const { masterKey, wrapped, context, key } = vectors<WrapVector>('key-wrap-v1')
  expect(hex(unwrapKey(Buffer.from(masterKey, 'hex'), Buffer.from(wrapped, 'hex'), context))).toBe(key)
})
