import { expect, test } from 'vitest'
import { simulate } from './clones.ts'

test('of a small market copied labels are found, and honest items left alone', () => {
  const { honest, flagged, copied, foundByPlaced } = simulate(10_000, 100)
  expect(flagged).toBeLessThanOrEqual(honest / 5000)
  expect(foundByPlaced[4]).toBeGreaterThanOrEqual(0.85 * copied)
})
