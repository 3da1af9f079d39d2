import { describe, expect, it } from 'vitest'
import { ClientLimits } from './client-limits.ts'

/** How many of these are let through, all in one moment. */
function letThrough(limits: ClientLimits, ip: string, tries: number): number {
  let passed = 0
  for (let n = 0; n < tries; n++) {
    try {
      limits.lookup(ip)
      passed++
    } catch {
      // Refused.
    }
  }
  return passed
}

describe('limits per client', () => {
  const still = () => 0

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '203.0.113.9'])('hold in production for %s too', ip => {
    const limits = new ClientLimits('production', still)
    expect(letThrough(limits, ip, 300)).toBe(200)
    expect(Array.from({ length: 40 }, () => limits.unknown(ip)).filter(how => how === 'refused')).not.toEqual([])
  })

  it.each(['demo', 'test'] as const)('spare the machine itself where one tries or tests it (%s)', mode => {
    const limits = new ClientLimits(mode, still)
    expect(letThrough(limits, '127.0.0.1', 300)).toBe(300)
    expect(letThrough(limits, '203.0.113.9', 300)).toBe(200)
  })
})
