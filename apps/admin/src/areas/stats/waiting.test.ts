import { expect, test } from 'vitest'
import { addressOf, daysBetween } from './waiting.ts'

test('the address of a list carries the filter that was counted', () => {
  expect(addressOf({ screen: '/stage/progress' }, { late: 'true' })).toBe('/stage/progress?late=true')
  expect(addressOf({ screen: '/channel/own?list=cases' }, { beginLastAt: '2026-10-28' })).toBe(
    '/channel/own?list=cases&beginLastAt=2026-10-28',
  )
  expect(addressOf({ screen: '/a' }, {})).toBe('/a')
})

test('days have passed when they are whole, and a day is a day of the calendar', () => {
  const now = new Date(2026, 10, 27, 20)
  expect(daysBetween(new Date(2026, 10, 26, 21).toISOString(), now)).toBe(0)
  expect(daysBetween(new Date(2026, 10, 26, 19).toISOString(), now)).toBe(1)
  expect(daysBetween('2026-11-27', now)).toBe(0)
  expect(daysBetween('2026-12-07', now)).toBe(-10)
})
