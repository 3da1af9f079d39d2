import { expect, test } from 'vitest'
import { simulate } from './clones.ts'

test('of a small market copied labels are found, and honest items left alone', () => {
  const { honest, flagged, foundByPlaced, placedBy, missed } = simulate(10_000, 400)
  expect(flagged).toBeLessThanOrEqual(honest / 5000)
  expect(foundByPlaced[4]! / placedBy[4]!).toBeGreaterThanOrEqual(0.88)
  // Of what is missed it is said why: those go ways that honest items go, and together they are all that is missed.
  expect(missed.reduce((sum, { copied }) => sum + copied, 0)).toBe(placedBy[4]! - foundByPlaced[4]!)
  expect(missed.filter(({ honest }) => honest > 0).length / missed.length).toBeGreaterThan(0.5)
})
