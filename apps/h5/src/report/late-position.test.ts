import { expect, it } from 'vitest'
import { applyLatePosition } from './late-position.ts'
import type { Position } from './report.ts'

const here: Position = [121.5, 31.5]
const typed: Position = [9.75, 4.25]

it('a late position replaces the value at the start of the search, never a value entered since', () => {
  expect(applyLatePosition(null, undefined, here)).toEqual(here)
  expect(applyLatePosition(typed, [9.75, 4.25], here)).toEqual(here)
  expect(applyLatePosition([Number.NaN, 4], [Number.NaN, 4], here)).toEqual(here)
  expect(applyLatePosition(null, typed, here)).toEqual(typed)
  expect(applyLatePosition([Number.NaN, 4], typed, here)).toEqual(typed)
  expect(applyLatePosition(typed, undefined, here)).toBeUndefined()
})
