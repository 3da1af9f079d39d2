import { describe, expect, it } from 'vitest'
import { expressionOf, planOf } from './cron-plan.ts'

describe('an expression taken apart', () => {
  it.each([
    ['* * * * *', 'minutes'],
    ['*/15 * * * *', 'minutes'],
    ['40 * * * *', 'hour'],
    ['20 2 * * *', 'day'],
    ['0 8 * * 1', 'week'],
    ['10 4 1 * *', 'month'],
  ] as const)('%s is one of the usual ones, and is put together again as it was', (expression, often) => {
    expect(planOf(expression).often).toBe(often)
    expect(expressionOf(planOf(expression))).toBe(expression)
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
  ])('%j stays an expression of its own', expression => {
    expect(planOf(expression).often).toBe('own')
  })

  it('takes 7 for Sunday too', () => {
    expect(planOf('0 8 * * 7')).toMatchObject({ often: 'week', weekday: 0 })
  })
})
