import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  alphabets,
  codeRuleNames,
  crockford,
  encodeCode,
  firstCharacters,
  groupCode,
  maxSerial,
  parseCode,
} from '../src/index.ts'
import type { CodeFormat, CodeParts } from '../src/index.ts'
import { deriveRequestKeys, RequestCodes, unwrapKey, wrapKey } from '../src/node.ts'

const key32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const requestNumber = fc.integer({ min: 1, max: 2 ** 25 - 1 })
const serialNumber = fc.integer({ min: 0, max: maxSerial })

function read(code: string): CodeParts {
  const parsed = parseCode(code)
  if (!parsed.ok) throw new Error(`${code}: ${parsed.reason}`)
  return parsed
}

const tenantKey = new Uint8Array(32).fill(9)
const noSalt = new Uint8Array(0)
const codes = new RequestCodes(deriveRequestKeys(tenantKey, 777, 1), 777)
const formats: CodeFormat[] = [1, 2]

describe.each(formats)('sealing, format %s', format => {
  const deriveKeys = (key: Uint8Array, request: number, version: number, salt = noSalt) =>
    deriveRequestKeys(key, request, version, salt, format)
  const codes = new RequestCodes(deriveKeys(tenantKey, 777, 1), 777)
  const other = new RequestCodes(deriveRequestKeys(tenantKey, 777, 1, noSalt, format === 1 ? 2 : 1), 777)

  test('a code and an anti-counterfeit code are of one format only, even with the same keys', () => {
    for (let serial = 0; serial < 1000; serial++) {
      expect(other.open(read(codes.code(serial)), 20_000_000)).toBe(null)
      expect(other.security(serial, 'alnum', 12)).not.toBe(codes.security(serial, 'alnum', 12))
    }
  })

  test('no two codes are equal, and the hidden part of neighbours says nothing of their order', () => {
    const hidden = Array.from({ length: 10_000 }, (_, serial) => read(codes.code(serial)).hidden)
    const rising = hidden.filter((bits, at) => at > 0 && bits > hidden[at - 1]!).length
    expect(Math.abs(rising - 5000)).toBeLessThan(300)
    for (let bit = 0; bit < 25; bit++) {
      const ones = hidden.filter(bits => (bits >>> bit) & 1).length
      expect(Math.abs(ones - 5000), `bit ${bit}`).toBeLessThan(300)
    }
    expect(new Set(hidden.map((_, serial) => codes.code(serial))).size).toBe(10_000)
  })

  test('every serial of every request opens to itself in every spelling', () => {
    const spellings = [
      (code: string) => code,
      (code: string) => code.toLowerCase(),
      groupCode,
      (code: string) => `HTTPS://T.EXAMPLE/C/${code}`,
    ]
    fc.assert(
      fc.property(key32, requestNumber, serialNumber, fc.constantFrom(...spellings), (key, request, serial, spell) => {
        const mine = new RequestCodes(deriveKeys(key, request, 1), request)
        expect(mine.open(read(spell(mine.code(serial))), maxSerial + 1)).toBe(serial)
      }),
    )
  })

  test('a code opens under its own request, tenant and key version only', () => {
    const parts = read(codes.code(5))
    expect(codes.open(parts, 10)).toBe(5)
    expect(new RequestCodes(deriveKeys(tenantKey, 778, 1), 778).open(parts, 10)).toBe(null)
    expect(new RequestCodes(deriveKeys(tenantKey, 777, 2), 777).open(parts, 10)).toBe(null)
    expect(
      new RequestCodes(
        deriveKeys(
          tenantKey.map(b => b ^ 1),
          777,
          1,
        ),
        777,
      ).open(parts, 10),
    ).toBe(null)
    expect(codes.open({ ...parts, request: 778 }, 10)).toBe(null)
  })

  test('a request number assigned twice gives different codes and anti-counterfeit codes, and opens none of the others', () => {
    const [one, other] = [1, 2].map(n => {
      return new RequestCodes(deriveKeys(tenantKey, 777, 1, new Uint8Array(16).fill(n)), 777)
    })
    for (let serial = 0; serial < 1000; serial++) {
      for (const [mine, theirs] of [
        [one!, other!],
        [other!, codes],
        [codes, one!],
      ]) {
        expect(mine!.code(serial)).not.toBe(theirs!.code(serial))
        expect(mine!.open(read(theirs!.code(serial)), 20_000_000)).toBe(null)
        expect(mine!.security(serial, 'alnum', 12)).not.toBe(theirs!.security(serial, 'alnum', 12))
      }
    }
  })

  test('every mistyped character and every swapped pair of a genuine code is refused', () => {
    const code = codes.code(123_456)
    let tried = 0
    const refuse = (text: string) => {
      const parsed = parseCode(text)
      tried++
      if (parsed.ok) expect(codes.open(parsed, 20_000_000), text).toBe(null)
    }
    for (let i = 0; i < 20; i++) {
      for (const c of crockford) if (c !== code[i]) refuse(code.slice(0, i) + c + code.slice(i + 1))
      if (i > 0 && code[i] !== code[i - 1]) refuse(code.slice(0, i - 1) + code[i] + code[i - 1] + code.slice(i + 1))
    }
    expect(tried).toBeGreaterThan(620)
  })

  test('A01 and A02: guesses do not open, neither random ones nor neighbours of genuine codes', () => {
    const genuine = read(codes.code(0))
    let state = 88172645463325252n
    for (let i = 1; i <= 100_000; i++) {
      // xorshift64: the same guesses in every run.
      state ^= (state << 13n) & 0xffffffffffffffffn
      state ^= state >> 7n
      state ^= (state << 17n) & 0xffffffffffffffffn
      const tag = Number(state & 0x3ffffffffffffn)
      expect(codes.open({ request: 777, hidden: i, tag }, 20_000_000)).toBe(null)
      expect(codes.open({ request: 777, hidden: genuine.hidden, tag: genuine.tag ^ i }, 20_000_000)).toBe(null)
    }
  })

  test('all 50 bits of the tag are compared', () => {
    const parts = read(codes.code(42))
    for (let bit = 0; bit < 50; bit++) {
      const flipped = parts.tag + (Math.floor(parts.tag / 2 ** bit) % 2 === 0 ? 1 : -1) * 2 ** bit
      expect(codes.open({ ...parts, tag: flipped }, 20_000_000), `bit ${bit}`).toBe(null)
    }
    for (let bit = 0; bit < 25; bit++) {
      expect(codes.open({ ...parts, hidden: parts.hidden ^ (1 << bit) }, 20_000_000), `hidden bit ${bit}`).toBe(null)
    }
  })

  test('numbers out of range are refused before a code is made', () => {
    const keys = deriveKeys(tenantKey, 1, 1)
    for (const request of [0, -1, 2 ** 25, 1.5, Number.NaN]) {
      expect(() => new RequestCodes(keys, request)).toThrow(RangeError)
      expect(() => deriveKeys(tenantKey, request, 1)).toThrow(RangeError)
    }
    for (const version of [0, -1, 2 ** 31, 0.5]) expect(() => deriveKeys(tenantKey, 1, version)).toThrow(RangeError)
    for (const serial of [-1, 2 ** 25, 0.5]) {
      expect(() => codes.code(serial)).toThrow(RangeError)
      expect(() => codes.security(serial, 'alnum', 8)).toThrow(RangeError)
    }
    expect(() => deriveKeys(new Uint8Array(31), 1, 1)).toThrow(RangeError)
    for (const length of [1, 15, 17, 32])
      expect(() => deriveKeys(tenantKey, 1, 1, new Uint8Array(length)), `salt ${length}`).toThrow(RangeError)
    expect(() => new RequestCodes({ ...keys, mask: new Uint8Array(32) }, 1)).toThrow(RangeError)
  })

  test('parsing an encoded code returns its parts', () => {
    fc.assert(
      fc.property(requestNumber, serialNumber, fc.integer({ min: 0, max: 2 ** 50 - 1 }), (request, hidden, tag) => {
        expect(parseCode(encodeCode({ request, hidden, tag }))).toMatchObject({ ok: true, request, hidden, tag })
      }),
    )
  })
})

describe('anti-counterfeit codes', () => {
  test('COD-02, COD-03: every rule and length yields exactly that many characters of its alphabet', () => {
    for (const rule of codeRuleNames) {
      for (let length = 1; length <= 20; length++) {
        const text = codes.security(3, rule, length)
        expect(text).toHaveLength(length)
        for (const character of text) expect(alphabets[rule]).toContain(character)
      }
      for (const length of [0, 21, -1, 7.5, Number.NaN]) {
        expect(() => codes.security(3, rule, length)).toThrow(RangeError)
      }
    }
  })

  test('no code begins with a character that a spreadsheet treats as a formula; leading zeros occur', () => {
    for (const rule of codeRuleNames) {
      const beginnings = new Set<string>()
      for (let serial = 0; serial < 4000; serial++) beginnings.add(codes.security(serial, rule, 6)[0]!)
      expect([...beginnings].filter(character => !/[0-9A-Z]/.test(character))).toEqual([])
      expect(beginnings).toContain('0')
      expect(beginnings.size).toBe(firstCharacters[rule])
    }
  })

  test('every character of every alphabet is equally frequent at every position', () => {
    const codesSeen = 20_000
    for (const rule of codeRuleNames) {
      const alphabet = alphabets[rule]
      const counts = Array.from({ length: 14 }, () => new Map<string, number>())
      for (let serial = 0; serial < codesSeen; serial++) {
        const text = codes.security(serial, rule, 14)
        for (const [place, count] of counts.entries()) count.set(text[place]!, (count.get(text[place]!) ?? 0) + 1)
      }
      for (const [place, count] of counts.entries()) {
        const possible = place === 0 ? alphabet.slice(0, firstCharacters[rule]) : alphabet
        const expected = codesSeen / possible.length
        let chi = 0
        for (const character of possible) chi += ((count.get(character) ?? 0) - expected) ** 2 / expected
        // Chi squared has mean k and variance 2k: six deviations are one in a thousand million.
        const k = possible.length - 1
        expect(chi, `${rule}, place ${place}`).toBeLessThan(k + 6 * Math.sqrt(2 * k) + 10)
      }
    }
  })
})

describe('wrapped keys', () => {
  const master = new Uint8Array(32).fill(1)

  test('a key unwraps with its master key and context only', () => {
    fc.assert(
      fc.property(key32, fc.string(), (key, context) => {
        const wrapped = wrapKey(master, key, context)
        expect(unwrapKey(master, wrapped, context)).toEqual(key)
        expect(() => unwrapKey(master, wrapped, `${context}x`)).toThrow('cannot unwrap')
        expect(() => unwrapKey(new Uint8Array(32).fill(2), wrapped, context)).toThrow('cannot unwrap')
      }),
    )
  })

  test('no byte of a wrapped key can be changed or dropped', () => {
    const wrapped = wrapKey(master, new Uint8Array(32).fill(5), 'tenant:1:v1')
    for (let i = 0; i < wrapped.length; i++) {
      const changed = wrapped.slice()
      changed[i]! ^= 0x10
      expect(() => unwrapKey(master, changed, 'tenant:1:v1'), `byte ${i}`).toThrow('cannot unwrap')
      expect(() => unwrapKey(master, wrapped.subarray(0, i), 'tenant:1:v1'), `cut at ${i}`).toThrow('cannot unwrap')
    }
  })

  test('wrapping the same key twice gives different results', () => {
    const key = new Uint8Array(32)
    const seen = new Set(Array.from({ length: 100 }, () => Buffer.from(wrapKey(master, key, 'x')).toString('hex')))
    expect(seen.size).toBe(100)
  })
})
