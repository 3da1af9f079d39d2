import { describe, expect, it } from 'vitest'
import { axisOf, linePoints } from './scale.ts'

describe('the axis of a chart', () => {
  it.each([1, 3, 7, 10, 11, 99, 100, 101, 1234, 20_000_000])('covers %s in few whole steps', largest => {
    const ticks = axisOf(largest)
    expect(ticks[0]).toBe(0)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest)
    expect(ticks.length).toBeLessThanOrEqual(6)
    expect(ticks.every(Number.isInteger)).toBe(true)
    expect(ticks.at(-2)).toBeLessThan(largest)
  })
  it('stands even when nothing was counted', () => {
    expect(axisOf(0)).toEqual([0, 1])
  })
})

describe('a line', () => {
  it('runs from edge to edge, higher values higher up', () => {
    expect(linePoints([0, 5, 10], 10, 100, 50)).toBe('0,50 50,25 100,0')
  })
  it('of one day is a point', () => {
    expect(linePoints([5], 10, 100, 50)).toBe('0,25')
  })
})
