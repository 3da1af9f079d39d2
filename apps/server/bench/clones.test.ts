import { expect, test } from 'vitest'
import { middle } from './assumptions.ts'
import { simulate } from './clones.ts'

test('of a small market most copies that are sold over the net are found by the fifth, and honest items left alone', () => {
  const { honest, flagged } = simulate(10_000, 0, 3)
  expect(flagged).toBeLessThanOrEqual(honest / 2000)
  const { copied, foundBy } = simulate(0, 400, 3, { ...middle, copiesOnline: 1, copiesInShops: 0, copiesInOneTown: 0 })
  expect(foundBy.copies[4]! / copied).toBeGreaterThanOrEqual(0.85)
  expect(foundBy.placed[4]!).toBeLessThan(foundBy.copies[4]!)
  expect(foundBy.scans[4]!).toBeLessThan(foundBy.placed[4]!)
})

test('of copies that are all sold in one town few are found', () => {
  const { copied, foundBy } = simulate(0, 200, 3, { ...middle, copiesOnline: 0, copiesInShops: 0, copiesInOneTown: 1 })
  expect(foundBy.copies[4]! / copied).toBeLessThan(0.3)
})
