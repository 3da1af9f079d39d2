import { describe, expect, it } from 'vitest'
import { formatCron, parseCron } from './cron-plan.ts'

describe('a parsed expression', () => {
  it.each([
    ['* * * * *', 'minutes'],
    ['*/15 * * * *', 'minutes'],
    ['40 * * * *', 'hour'],
    ['20 2 * * *', 'day'],
    ['0 8 * * 1', 'week'],
    ['10 4 1 * *', 'month'],
  ] as const)('%s is a common pattern, and formats back to itself', (expression, often) => {
    expect(parseCron(expression).often).toBe(often)
    expect(formatCron(parseCron(expression))).toBe(expression)
  })

  it.each([
    '',
    '*/7 * * * *',
    '0 8 * * 1-5',
    '0 8 1 1 *',
    '0 0 L * *',
    '0 8 1 * 1',
    '61 * * * *',
    '0 8 0 * *',
    '1 2 3',
  ])('%j is a custom expression', expression => {
    expect(parseCron(expression).often).toBe('own')
  })

  it('accepts 7 for Sunday too', () => {
    expect(parseCron('0 8 * * 7')).toMatchObject({ often: 'week', weekday: 0 })
  })
})
