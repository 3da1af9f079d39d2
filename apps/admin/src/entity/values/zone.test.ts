import { afterEach, expect, it, vi } from 'vitest'
import { hourIn, todayIn, zoneName } from './zone.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('ends today, as the clocks of the enterprise say', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T22:00:00Z') })
  expect(todayIn('Asia/Shanghai')).toBe('2026-11-24')
  expect(todayIn('Africa/Libreville')).toBe('2026-11-23')
})

it('shows the days and hours of the browser for a zone that the browser does not know', () => {
  const moment = '2026-11-23T22:00:00Z'
  vi.useFakeTimers({ now: new Date(moment) })
  for (const zone of ['X-1', 'Mars/Base', undefined]) {
    expect(todayIn(zone)).toBe(todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone))
    expect(hourIn(moment, zone)).toBe(hourIn(moment, Intl.DateTimeFormat().resolvedOptions().timeZone))
  }
  expect(zoneName('X-1', 'en')).toBe('X-1')
  expect(zoneName('Asia/Shanghai', 'en')).toMatch(/^China (Standard )?Time$/)
})
