import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  alphabets,
  checkSecurityCode,
  codeRuleNames,
  groupCode,
  parseCode,
  normaliseSecurityCode,
  traceAddress,
} from '../src/index.ts'
import type { CodeRule } from '../src/index.ts'

const code = '00C1S49KX2PGW1NTP6SD'

describe('addresses', () => {
  test('COD-14: the address in the QR symbol parses to the code', () => {
    expect(traceAddress('https://trace.example.com', code)).toBe(`HTTPS://TRACE.EXAMPLE.COM/C/${code}`)
    expect(traceAddress('http://localhost:8080/', code)).toBe(`HTTP://LOCALHOST:8080/C/${code}`)
    expect(traceAddress('https://example.com/wood/', code)).toBe(`HTTPS://EXAMPLE.COM/WOOD/C/${code}`)
    expect(parseCode(traceAddress('https://trace.example.com', code))).toMatchObject({ ok: true, code })
  })

  test('an address that the alphanumeric mode of a QR symbol cannot hold is refused', () => {
    for (const url of [
      'ftp://x.example',
      'https://x.example/?a=1',
      'https://x.example/#a',
      'https://x.example/a_b',
      'x',
    ]) {
      expect(() => traceAddress(url, code), url).toThrow(TypeError)
    }
  })

  test('groups of five for reading aloud parse to the code', () => {
    expect(groupCode(code)).toBe('00C1S-49KX2-PGW1N-TP6SD')
    expect(parseCode(groupCode(code))).toMatchObject({ ok: true, code })
  })

  test('parsing any text gives a code or a reason and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.webUrl({ withQueryParameters: true })),
        text => {
          const parsed = parseCode(text)
          if (parsed.ok) expect(parsed.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/)
          else expect(parsed.reason).toMatch(/^(empty|character|tooShort|tooLong|request|address)$/)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('anti-counterfeit codes as buyers type them', () => {
  const wide = (text: string) => text.replace(/[!-~]/g, c => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
  const of = (rule: CodeRule) => fc.string({ unit: fc.constantFrom(...alphabets[rule]), minLength: 1, maxLength: 20 })

  test.each(codeRuleNames)(
    '%s: the spelling as printed, in small letters, full-width or with spaces is the same code',
    rule => {
      fc.assert(
        fc.property(of(rule), text => {
          for (const typed of [
            text,
            text.toLowerCase(),
            wide(text),
            wide(text.toLowerCase()),
            ` ${[...text].join(' ')}\n`,
          ]) {
            expect(checkSecurityCode(text, typed, rule)).toBe(true)
          }
        }),
      )
    },
  )

  test.each(codeRuleNames)('%s: a different code does not match', rule => {
    fc.assert(
      fc.property(of(rule), of(rule), (expected, typed) => {
        expect(checkSecurityCode(expected, typed, rule)).toBe(expected === typed)
      }),
    )
    expect(checkSecurityCode('1234567890', '123456789', rule)).toBe(false)
    expect(checkSecurityCode('1234567890', '12345678901', rule)).toBe(false)
    expect(checkSecurityCode('1234567890', '', rule)).toBe(false)
    expect(checkSecurityCode('', '', rule)).toBe(false)
    expect(checkSecurityCode('1234567890', '1234567890'.repeat(100), rule)).toBe(false)
  })

  test('letters that no alphabet has count as the digits they look like', () => {
    expect(checkSecurityCode('0011', 'oOIl', 'digits')).toBe(true)
    expect(checkSecurityCode('A0B1', 'aobi', 'alnum')).toBe(true)
    expect(checkSecurityCode('A0-1', 'ao-l', 'symbols')).toBe(true)
  })

  test('a hyphen counts if the alphabet has one, and is only a separator otherwise', () => {
    expect(checkSecurityCode('123456', '123-456', 'digits')).toBe(true)
    expect(checkSecurityCode('ABC123', 'abc–123', 'alnum')).toBe(true)
    expect(checkSecurityCode('ABC123', 'ABC-123', 'symbols')).toBe(false)
    expect(checkSecurityCode('ABC-123', 'ABC－123', 'symbols')).toBe(true)
    expect(checkSecurityCode('ABC-123', 'ABC123', 'symbols')).toBe(false)
  })

  test('characters of a Chinese keyboard count as the symbols', () => {
    expect(normaliseSecurityCode('Ａ￥。％：／＊＋', 'symbols')).toBe('A$.%:/*+')
  })
})
