import { describe, expect, it } from 'vitest'
import { daysOf, fitting, lastOf, readAsked } from './period.ts'

const now = Date.parse('2026-11-23T22:00:00Z')
const asked = (query: string) => readAsked(new URLSearchParams(query), now)

describe('the period in the address', () => {
  it('is the last 30 days unless it says otherwise', () => {
    expect(asked('')).toMatchObject({ grain: 'day', from: '2026-10-25', to: '2026-11-23' })
    expect(daysOf(lastOf('day', now))).toBe(30)
    expect(asked('grain=month')).toMatchObject({ grain: 'month', from: '2025-11-24' })
  })

  it.each([
    'from=2026-02-30&to=2026-03-01',
    'from=x&to=y',
    'from=2026-01-01',
    'grain=year',
    'from=1999-01-01&to=1999-01-02',
  ])('is the usual one where %s makes no sense', query => {
    expect(asked(query)).toMatchObject({ grain: 'day', from: '2026-10-25', to: '2026-11-23' })
  })

  it('never asks for what the server refuses', () => {
    expect(fitting('hour', '2026-11-01', '2026-11-08')).toMatchObject({ grain: 'day' })
    expect(fitting('hour', '2026-11-01', '2026-11-07')).toMatchObject({ grain: 'hour' })
    expect(fitting('day', '2026-01-01', '2026-04-02')).toMatchObject({ grain: 'day' })
    expect(fitting('day', '2026-01-01', '2026-04-03')).toMatchObject({ grain: 'month' })
    expect(daysOf(fitting('day', '2010-01-01', '2026-04-03'))).toBe(1097)
    expect(fitting('day', '2026-03-02', '2026-03-01')).toMatchObject({ from: '2026-03-01', to: '2026-03-02' })
  })

  it('takes numbers alone for records', () => {
    expect(asked('productId=12&batchId=x1&enterpriseId=-3')).toMatchObject({
      productId: 12,
      batchId: undefined,
      enterpriseId: undefined,
    })
  })
})
