import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CodeFormat, codeRuleNames, crockford, maxSerial } from '../src/index.ts'
import { deriveRequestKeys, LineWriter, lineBytes, lineSlack, RequestCodes } from '../src/node.ts'
import type { LineShape } from '../src/node.ts'

const request = 4321
const formats: CodeFormat[] = [1, 2]

describe.each(formats)('format %s', format => {
  const keys = deriveRequestKeys(new Uint8Array(32).fill(3), request, 1, new Uint8Array(16).fill(4), format)
  const codes = new RequestCodes(keys, request)

  function lines(shape: LineShape, first: number, count: number): string {
    const writer = new LineWriter(keys, request, shape)
    const out = new Uint8Array(count * writer.width + lineSlack).fill(0xee)
    writer.write(out, first, count)
    return Buffer.from(out.subarray(0, count * writer.width)).toString('latin1')
  }

  describe('LineWriter', () => {
    const shape = fc.record({
      prefix: fc.constantFrom('', 'A', 'HTTPS://T.EXAMPLE/C/', 'HTTPS://TRACE.EXAMPLE.COM/A/B/C/'),
      separator: fc.constantFrom(',', '\t', ' '),
      rule: fc.constantFrom(...codeRuleNames),
      securityLength: fc.integer({ min: 1, max: 20 }),
    })

    test('writes the same lines as RequestCodes makes one by one, for every shape and any consecutive serials', () => {
      fc.assert(
        fc.property(
          shape,
          fc.integer({ min: 0, max: maxSerial - 6000 }),
          fc.integer({ min: 0, max: 6000 }),
          fc.integer({ min: 0, max: 5999 }),
          (shape, first, count, probe) => {
            const text = lines(shape, first, count)
            const width = lineBytes(shape)
            expect(text).toHaveLength(count * width)
            // The ends, the borders between batches, and one random line.
            for (const i of [0, 1, 2047, 2048, 4095, 4096, probe, count - 1]) {
              if (i < 0 || i >= count) continue
              const security = codes.security(first + i, shape.rule, shape.securityLength)
              expect(text.slice(i * width, (i + 1) * width)).toBe(
                `${shape.prefix}${codes.code(first + i)}${shape.separator}${security}\n`,
              )
            }
          },
        ),
        { numRuns: 60 },
      )
    })

    test('writes every line of every rule and length in its place, none overwritten by its neighbour', () => {
      for (const rule of codeRuleNames) {
        for (let securityLength = 1; securityLength <= 20; securityLength++) {
          const text = lines({ prefix: '', separator: ',', rule, securityLength }, 50, 40)
          const actual = text.split('\n').slice(0, -1)
          const wanted = Array.from({ length: 40 }, (_, i) => {
            return `${codes.code(50 + i)},${codes.security(50 + i, rule, securityLength)}`
          })
          expect(actual).toEqual(wanted)
        }
      }
    })

    test('refuses invalid input, and writes nothing outside its buffer', () => {
      const shape: LineShape = { prefix: '', separator: ',', rule: 'alnum', securityLength: 8 }
      const writer = new LineWriter(keys, request, shape)
      expect(() => writer.write(new Uint8Array(writer.width * 2), 0, 2)).toThrow(RangeError)
      expect(() => writer.write(new Uint8Array(1000), maxSerial, 2)).toThrow(RangeError)
      expect(() => writer.write(new Uint8Array(1000), -1, 2)).toThrow(RangeError)
      for (const wrong of [{ securityLength: 21 }, { securityLength: 0 }, { separator: ', ' }, { prefix: 'é' }]) {
        expect(() => new LineWriter(keys, request, { ...shape, ...wrong })).toThrow(RangeError)
      }
      const room = new Uint8Array(1000).fill(0xee)
      writer.write(room.subarray(100, 100 + writer.width * 3 + lineSlack), maxSerial - 2, 3)
      expect(
        [...room.subarray(0, 100), ...room.subarray(100 + writer.width * 3 + lineSlack)].every(b => b === 0xee),
      ).toBe(true)
    })
  })

  /** A03: what an attacker who has a million genuine codes can learn. */
  describe('a million codes of one request', () => {
    const count = 1_000_000
    const width = 34
    let bytes: Uint8Array
    /** Sealed bits: one row of 75 bits per code, as values 0..31 of its 15 characters. */
    let sealed: Uint8Array

    beforeAll(() => {
      const writer = new LineWriter(keys, request, { prefix: '', separator: ',', rule: 'digits', securityLength: 12 })
      bytes = new Uint8Array(count * writer.width + lineSlack)
      writer.write(bytes, 0, count)
      const value = new Uint8Array(128)
      for (let i = 0; i < 32; i++) value[crockford.charCodeAt(i)] = i
      sealed = new Uint8Array(count * 15)
      for (let i = 0; i < count; i++) {
        for (let c = 0; c < 15; c++) sealed[i * 15 + c] = value[bytes[i * width + 5 + c]!]!
      }
    })

    test('COD-01: no code occurs twice', () => {
      const seen = new Set<string>()
      const text = Buffer.from(bytes.buffer).toString('latin1')
      for (let i = 0; i < count; i++) seen.add(text.slice(i * width, i * width + 20))
      expect(seen.size).toBe(count)
    })

    test('COD-04: every line has its anti-counterfeit code, and these repeat no more often than by chance', () => {
      const seen = new Set<number>()
      const text = Buffer.from(bytes.buffer).toString('latin1')
      for (let i = 0; i < count; i++) {
        const security = text.slice(i * width + 21, i * width + 33)
        if (!/^\d{12}$/.test(security)) throw new Error(`line ${i}: ${security}`)
        seen.add(Number(security))
      }
      // A million draws out of 10^12: 0.5 repetitions expected.
      expect(count - seen.size).toBeLessThan(8)
    })

    test('A03: each of the 75 sealed bits is a fair coin (monobit)', () => {
      for (let bit = 0; bit < 75; bit++) {
        let ones = 0
        const shift = 4 - (bit % 5)
        for (let at = Math.floor(bit / 5); at < sealed.length; at += 15) ones += (sealed[at]! >> shift) & 1
        // Standard deviation 500; five of them.
        expect(Math.abs(ones - count / 2), `bit ${bit}`).toBeLessThan(2500)
      }
    })

    test('A03: a code reveals nothing about the next one (serial correlation of every character)', () => {
      for (let c = 0; c < 15; c++) {
        let sum = 0
        for (let i = 1; i < count; i++) sum += (sealed[(i - 1) * 15 + c]! - 15.5) * (sealed[i * 15 + c]! - 15.5)
        // Variance of a character is 85.25: the sum of the products has deviation 85.25 * 1000.
        expect(Math.abs(sum), `character ${c}`).toBeLessThan(5 * 85.25 * 1000)
      }
    })

    test('A03: pairs of characters in a code are evenly distributed', () => {
      for (let c = 1; c < 15; c++) {
        const pairs = new Uint32Array(1024)
        for (let at = c; at < sealed.length; at += 15) pairs[sealed[at - 1]! * 32 + sealed[at]!]!++
        let chi = 0
        for (const seen of pairs) chi += (seen - count / 1024) ** 2 / (count / 1024)
        expect(chi, `characters ${c - 1} and ${c}`).toBeLessThan(1023 + 6 * Math.sqrt(2 * 1023))
      }
    })
  })
})
