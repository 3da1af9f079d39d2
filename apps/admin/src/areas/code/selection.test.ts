import { describe, expect, test } from 'vitest'
import { countSelected, isSelected, singleSpan, removeSpans, addSpans } from './selection.ts'

describe('chosen codes', () => {
  test('grow by single codes and by ranges, and adjacent ranges merge', () => {
    const chosen = addSpans(addSpans([], [singleSpan(5), singleSpan(3)]), [singleSpan(4), { from: 10, to: 20 }])
    expect(chosen).toEqual([
      { from: 3, to: 5 },
      { from: 10, to: 20 },
    ])
    expect(addSpans(chosen, [{ from: 1, to: 100 }])).toEqual([{ from: 1, to: 100 }])
    expect(addSpans(chosen, [{ from: 9, to: 8 }])).toEqual(chosen)
    expect(countSelected(chosen)).toBe(14)
    expect([2, 3, 5, 6, 10, 20, 21].map(serial => isSelected(chosen, serial))).toEqual([
      false,
      true,
      true,
      false,
      true,
      true,
      false,
    ])
  })

  test('shrink like a plain set of numbers', () => {
    let seed = 7
    const random = (limit: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return seed % limit
    }
    for (let round = 0; round < 300; round++) {
      const numbers = new Set<number>()
      let chosen = addSpans([], [])
      for (let step = 0; step < 12; step++) {
        const from = 1 + random(60)
        const span = { from, to: from + random(15) }
        const adds = random(2) === 0
        chosen = adds ? addSpans(chosen, [span]) : removeSpans(chosen, [span])
        for (let n = span.from; n <= span.to; n++) adds ? numbers.add(n) : numbers.delete(n)
      }
      const expanded = chosen.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, n) => from + n))
      expect(expanded).toEqual([...numbers].sort((a, b) => a - b))
      expect(chosen.every(({ from }, n) => n === 0 || chosen[n - 1]!.to < from - 1)).toBe(true)
    }
  })
})
