import { expect, test } from 'vitest'
import { meaningfulShare } from './meaningful-share.ts'

test('a percentage is of at least thirty, and no more than 999 %', () => {
  expect(meaningfulShare(932, 3)).toBeUndefined()
  expect(meaningfulShare(60, 29)).toBeUndefined()
  expect(meaningfulShare(60, 30)).toBe(1)
  expect(meaningfulShare(329, 30)).toBeCloseTo(9.967)
  expect(meaningfulShare(330, 30)).toBeUndefined()
  expect(meaningfulShare(0, 40)).toBe(-1)
})

test('durations may be short', () => {
  expect(meaningfulShare(6, 4, 0)).toBe(0.5)
  expect(meaningfulShare(6, 0, 0)).toBeUndefined()
})
