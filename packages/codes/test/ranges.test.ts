import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countSerials,
  intersectRanges,
  normaliseRanges,
  rangeFromSql,
  rangesInclude,
  rangeToSql,
  serialsOf,
  subtractRanges,
  toRanges,
} from '../src/index.ts'

const serials = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 60 })
const ranges = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 12 }))
    .map(([from, n]) => ({ from, to: from + n })),
  { maxLength: 8 },
)
const setOf = (list: { from: number; to: number }[]) => new Set(serialsOf(list))
const sorted = (set: Set<number>) => [...set].sort((a, b) => a - b)

describe('ranges of serials', () => {
  test('serials become as few ranges as possible', () => {
    expect(toRanges([5, 3, 4, 9, 3, 10, 20])).toEqual([
      { from: 3, to: 6 },
      { from: 9, to: 11 },
      { from: 20, to: 21 },
    ])
    expect(toRanges([])).toEqual([])
    expect(() => toRanges([1, -1])).toThrow(RangeError)
    expect(() => toRanges([1.5])).toThrow(RangeError)
  })

  test('ranges contain exactly the serials they were made from', () => {
    fc.assert(
      fc.property(serials, list => {
        const result = toRanges(list)
        expect([...serialsOf(result)]).toEqual(sorted(new Set(list)))
        expect(countSerials(result)).toBe(new Set(list).size)
        expect(normaliseRanges(result)).toEqual(result)
      }),
    )
  })

  test('union, intersection and difference equal those of sets', () => {
    fc.assert(
      fc.property(ranges, ranges, fc.integer({ min: 0, max: 75 }), (a, b, probe) => {
        const [left, right] = [setOf(a), setOf(b)]
        expect([...serialsOf(normaliseRanges([...a, ...b]))]).toEqual(sorted(new Set([...left, ...right])))
        expect([...serialsOf(intersectRanges(a, b))]).toEqual(sorted(new Set([...left].filter(n => right.has(n)))))
        expect([...serialsOf(subtractRanges(a, b))]).toEqual(sorted(new Set([...left].filter(n => !right.has(n)))))
        expect(normaliseRanges(subtractRanges(a, b))).toEqual(subtractRanges(a, b))
        expect(rangesInclude(normaliseRanges(a), probe)).toBe(left.has(probe))
      }),
    )
  })

  test("the database's spelling is parsed, other forms are not", () => {
    expect(rangeToSql({ from: 0, to: 20_000_000 })).toBe('[0,20000000)')
    expect(rangeFromSql('[0,20000000)')).toEqual({ from: 0, to: 20_000_000 })
    for (const text of ['empty', '[1,)', '(,5)', '[5,5)', '[1,2]', '']) expect(rangeFromSql(text), text).toBe(undefined)
  })
})
