import { expect, test } from 'vitest'
import { detailSpans } from './detail-spans.ts'

/** Lines as the library makes them: what is wider than the rest of a line is given that rest. */
function drawn(spans: readonly number[], columns: number): number[] {
  let left = columns
  return spans.map(span => {
    const placed = Math.min(span, left)
    left = left === placed ? columns : left - placed
    return placed
  })
}

test.each([
  [[false, true, false, false], 2, [2, 2, 1, 1]],
  [[false, false, true, true, false], 2, [1, 1, 2, 2, 1]],
  [[true, false, true], 2, [2, 2, 2]],
  [[false, true, false], 1, [1, 1, 1]],
  [[false, false, true, false], 3, [1, 2, 3, 1]],
])('%j in %i columns: %j, and each gets what it takes', (fullWidth, columns, spans) => {
  expect(detailSpans(fullWidth, columns)).toEqual(spans)
  expect(drawn(spans, columns)).toEqual(spans)
})
