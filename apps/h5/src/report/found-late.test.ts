import { expect, it } from 'vitest'
import { foundLate } from './found-late.ts'
import type { Position } from './report.ts'

const here: Position = [121.5, 31.5]
const typed: Position = [9.75, 4.25]

it('a position that is found late takes the place of what it was asked for, never of what was entered since', () => {
  expect(foundLate(null, undefined, here)).toEqual(here)
  expect(foundLate(typed, [9.75, 4.25], here)).toEqual(here)
  expect(foundLate([Number.NaN, 4], [Number.NaN, 4], here)).toEqual(here)
  expect(foundLate(null, typed, here)).toEqual(typed)
  expect(foundLate([Number.NaN, 4], typed, here)).toEqual(typed)
  expect(foundLate(typed, undefined, here)).toBeUndefined()
})
