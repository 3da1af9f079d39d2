import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { canonicalize, FormatError, parseCanonical } from '../src/index.ts'

function doubleOf(hex: string): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(`0x${hex}`))
  return view.getFloat64(0)
}

describe('canonical JSON (RFC 8785)', () => {
  it('writes the sample of section 3.2.2 as section 3.2.4 prints it, byte for byte', () => {
    const sample = `{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
      "literals": [null, true, false]
    }`
    const bytes = Buffer.from(canonicalize(JSON.parse(sample))).toString('hex')
    expect(bytes).toBe(
      '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b3333333333333333332e' +
        '333333333333332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac245c75303030665c6e' +
        '4127425c225c5c5c5c5c222f227d',
    )
  })

  it('orders the members of section 3.2.3 by UTF-16 code units', () => {
    const sample = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    expect(Object.values(JSON.parse(canonicalize(sample)))).toHaveLength(7)
    expect([...canonicalize(sample).matchAll(/:"([^"]+)"/g)].map(match => match[1])).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the number %s of appendix B as %s', (hex, text) => {
    expect(canonicalize(doubleOf(hex))).toBe(text)
  })

  it('writes the first 10,000 numbers of the published number file with the published checksum', () => {
    // Chosen numbers, 2,000 consecutive ones from the smallest normal number on, then doubles from a chain of SHA-256 hashes.
    const chosen = JSON.parse(readFileSync(new URL('vectors/numbers.json', import.meta.url), 'utf8')) as string[]
    const hash = createHash('sha256')
    let block = Buffer.alloc(32)
    let rest: string[] = []
    const fromChain = (): string => {
      for (;;) {
        if (rest.length === 0) {
          block = createHash('sha256').update(block).digest()
          rest = [0, 8, 16, 24].map(at => block.readBigUInt64LE(at).toString(16))
        }
        const hex = rest.shift()!
        const value = doubleOf(hex)
        if (value !== 0 && Number.isFinite(value)) return hex
      }
    }
    for (let i = 0; i < 10_000; i++) {
      const hex =
        i < chosen.length
          ? chosen[i]!
          : i < chosen.length + 2000
            ? (0x10000000000000n + BigInt(i - chosen.length)).toString(16)
            : fromChain()
      hash.update(`${BigInt(`0x${hex}`).toString(16)},${canonicalize(doubleOf(hex))}\n`)
      if (i === 999) {
        expect(hash.copy().digest('hex')).toBe('be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687')
      }
    }
    expect(hash.digest('hex')).toBe('b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892')
  })

  it('keeps every character unchanged, in any language', () => {
    const text = 'Okoumé 奥古曼 œuvre \u2028 \u007f \u{1f333} e\u0301'
    expect(canonicalize({ bois: text })).toBe(`{"bois":"${text}"}`)
    expect(canonicalize('\b\t\n\f\r\u000b\u001f"\\/')).toBe('"\\b\\t\\n\\f\\r\\u000b\\u001f\\"\\\\/"')
  })

  it.each([
    ['NaN', { a: [1, Number.NaN] }, 'a[1]'],
    ['an infinity', { a: { b: Number.NEGATIVE_INFINITY } }, 'a.b'],
    ['undefined', { a: undefined }, 'a'],
    ['a function', [() => 1], '[0]'],
    ['a symbol', { a: Symbol('s') }, 'a'],
    ['a symbol as key', { [Symbol('s')]: 1 }, 'value'],
    ['a BigInt', 1n, 'value'],
    ['a lone high surrogate', { a: 'x\ud800' }, 'a'],
    ['a lone low surrogate', '\udc00x', 'value'],
    ['a lone surrogate in a key', { '\ud83dx': 1 }, '\ud83dx'],
    ['a hole in an array', Object.assign(new Array(2), { 0: 1 }), '[1]'],
    ['a date', { at: new Date(0) }, 'at'],
    ['a map', new Map([['a', 1]]), 'value'],
    ['bytes', { hash: new Uint8Array(2) }, 'hash'],
    ['a class instance', new (class Log {})(), 'value'],
    ['a boxed number', [Object(1)], '[0]'],
  ])('refuses %s and names the place', (_what, value, place) => {
    expect(() => canonicalize(value)).toThrow(FormatError)
    expect(() => canonicalize(value)).toThrow(place)
  })

  it('refuses cycles and extreme depth instead of overflowing the stack', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(() => canonicalize(circle)).toThrow(FormatError)
    expect(() => parseCanonical('['.repeat(100_000))).toThrow(FormatError)
    expect(canonicalize(JSON.parse(`${'['.repeat(99)}${']'.repeat(99)}`))).toHaveLength(198)
  })

  it('accepts objects without prototype, and members with names such as __proto__', () => {
    const text = '{"__proto__":{"x":1},"constructor":2,"toJSON":3}'
    expect(canonicalize(JSON.parse(text))).toBe(text)
    expect(canonicalize(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}')
  })
})

describe('parsing canonical JSON', () => {
  it('returns the value of a canonical text', () => {
    expect(parseCanonical('{"a":[1,"x",null],"b":true}')).toEqual({ a: [1, 'x', null], b: true })
  })

  it('returns it when JavaScript keeps the members in another order', () => {
    // In JavaScript, integer names come first in every object, ordered by value.
    const text = '{"10":1,"9":[{"100":0,"20":0}],"a":0}'
    expect(canonicalize(parseCanonical(text))).toBe(text)
    expect(parseCanonical(text)).toEqual({ 9: [{ 20: 0, 100: 0 }], 10: 1, a: 0 })
  })

  it.each([
    ['double keys', '{"a":1,"a":2}'],
    ['integer names ordered by value', '{"9":0,"10":1}'],
    ['another order further down', '{"a":[{"y":1,"x":2}]}'],
    ['a lone surrogate in a name', '[{"\\udfff":1}]'],
    ['an unescaped lone surrogate', '["\udc00"]'],
    ['more levels than canonicalize writes', `${'['.repeat(101)}${']'.repeat(101)}`],
    ['double keys of the same value', '{"a":1,"a":1}'],
    ['white space', '{"a": 1}'],
    ['a final newline', '{"a":1}\n'],
    ['a byte order mark', '\ufeff{"a":1}'],
    ['another order', '{"b":1,"a":2}'],
    ['a longer number', '[1.0]'],
    ['an unnecessary exponent', '[1e2]'],
    ['minus zero', '[-0]'],
    ['more digits than a double has', '[9007199254740993]'],
    ['a number that overflows a double', '[1e400]'],
    ['an unnecessary escape', '["\\u0041"]'],
    ['an escaped slash', '["\\/"]'],
    ['upper-case hexadecimal', '["\\u001F"]'],
    ['an escaped lone surrogate', '["\\ud800"]'],
    ['no JSON', '{a:1}'],
    ['nothing', ''],
  ])('refuses %s', (_what, text) => {
    expect(() => parseCanonical(text)).toThrow(FormatError)
  })
})
