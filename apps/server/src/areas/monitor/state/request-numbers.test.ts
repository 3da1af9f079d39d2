import { maxRequestNumber } from '@timbermark/codes'
import { describe, expect, it } from 'vitest'
import { areScarce, estimateNumbers } from './request-numbers.ts'

describe('for how long the numbers of code requests last', () => {
  it('is estimated by the rate of the last 90 days', () => {
    // 100,000 a day: 36.5 million a year.
    expect(estimateNumbers(10_000_000, 9_000_000, 90)).toEqual({ used: 10_000_000, most: maxRequestNumber, years: 0.6 })
    expect(estimateNumbers(20_000, 900, 90).years).toBeGreaterThan(9000)
  })

  it('is estimated by the age of an installation that is younger', () => {
    expect(estimateNumbers(1_000_000, 1_000_000, 45).years).toBe(4)
    // Not by its first days alone.
    expect(estimateNumbers(1_000_000, 1_000_000, 0.5).years).toBe(2.7)
  })

  it('is unknown when none was used', () => {
    expect(estimateNumbers(0, 0, 0).years).toBeNull()
    expect(estimateNumbers(5, 0, 90).years).toBeNull()
  })

  it('is an alarm below one year, and above 90 of 100', () => {
    expect(areScarce(estimateNumbers(5_000_000, 5_000_000, 45))).toBe(true)
    expect(areScarce(estimateNumbers(1_000_000, 1_000_000, 90))).toBe(false)
    expect(areScarce(estimateNumbers(Math.ceil(maxRequestNumber * 0.9) + 1, 1, 90))).toBe(true)
    expect(areScarce(estimateNumbers(Math.floor(maxRequestNumber * 0.89), 1, 90))).toBe(false)
    expect(areScarce(estimateNumbers(0, 0, 0))).toBe(false)
  })
})
