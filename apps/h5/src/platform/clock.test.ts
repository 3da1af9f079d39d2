import { describe, expect, it } from 'vitest'
import { clockOffset, estimateTime } from './clock.ts'

const day = 24 * 3600_000
const now = Date.UTC(2026, 10, 22)

describe('the time on a phone', () => {
  it('is that of the phone until the server has answered, and when the phone’s clock is right', () => {
    expect(estimateTime(now, null)).toBe(now)
    expect(clockOffset(now + day, { server: now, phone: now + 90_000 })).toBe(0)
  })

  it.each([
    ['behind', -500 * day],
    ['ahead', 3 * day],
  ])('is estimated from the server’s when the phone’s clock is %s', (_, offset) => {
    const contact = { server: now, phone: now + offset }
    expect(estimateTime(now + offset + 2 * day, contact)).toBe(now + 2 * day)
    expect(clockOffset(now + offset + 2 * day, contact)).toBe(offset)
  })

  it('is not before the last answer when the clock was set back after it, for example by an empty battery', () => {
    const contact = { server: now, phone: now }
    expect(estimateTime(now - 500 * day, contact)).toBe(now)
    expect(clockOffset(now - 500 * day, contact)).toBe(-500 * day)
  })
})
