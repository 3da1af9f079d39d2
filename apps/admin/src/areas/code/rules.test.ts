import { limits } from '@timbermark/contract'
import { describe, expect, it } from 'vitest'
import { checkCount, checkLabels, checkSecurityLength, proposeLength } from './rules.ts'

describe('the number of codes', () => {
  it.each([0, 9_999, 15_000, 20_010_000, 10_000.5, -10_000])(
    '%s is refused with the one message (VAL-14 to VAL-17)',
    count => {
      expect(checkCount(count, {})).toEqual({ field: 'count', error: 'code.count' })
    },
  )
  it.each([10_000, 20_000, 20_000_000])('%s is accepted', count => {
    expect(checkCount(count, {})).toBeUndefined()
  })
})

describe('the length of the security code', () => {
  it('has the limits of the chosen alphabet', () => {
    expect(checkSecurityLength(9, { codeRule: 'digits' })?.params).toEqual({ min: 10, max: 20 })
    expect(checkSecurityLength(10, { codeRule: 'digits' })).toBeUndefined()
    expect(checkSecurityLength(6, { codeRule: 'symbols' })).toBeUndefined()
    expect(checkSecurityLength(21, { codeRule: 'alnum' })).toBeDefined()
  })
  it('follows the rule unless the person chose a length', () => {
    expect(proposeLength('alnum', 12)).toBe(8)
    expect(proposeLength('digits', 8)).toBe(12)
    expect(proposeLength('alnum', 15)).toBe(15)
    expect(proposeLength('digits', 7)).toBe(12)
  })
})

describe('labels', () => {
  const order = { from: 1, to: 100, size: 300 }
  const issuesOf = (part: Partial<typeof order>) =>
    checkLabels({ ...order, ...part }, 20_000).map(({ field, error }) => `${field} ${error}`)
  it('have at most 1000 pixels a side (VAL-25)', () => {
    expect(issuesOf({ size: 1000 })).toEqual([])
    expect(issuesOf({ size: 1001 })).toEqual(['size code.labelSize'])
    expect(issuesOf({ size: 20 })).toEqual(['size tooSmall'])
  })
  it('are within the request, at most ten thousand at a time', () => {
    expect(issuesOf({ to: limits.labelsPerCall })).toEqual([])
    expect(issuesOf({ to: limits.labelsPerCall + 1 })).toEqual(['to code.labelRange'])
    expect(issuesOf({ from: 0 })).toEqual(['from code.labelRange'])
    expect(issuesOf({ from: 19_999, to: 20_001 })).toEqual(['to code.labelRange'])
    expect(issuesOf({ from: 5, to: 4 })).toEqual(['to code.labelRange'])
  })
})
