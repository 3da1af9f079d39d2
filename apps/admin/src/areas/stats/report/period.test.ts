import { describe, expect, it } from 'vitest'
import { countDays, fitPeriod, lastPeriodOf, parseReportFilters } from './period.ts'

const today = '2026-11-23'
const parse = (query: string) => parseReportFilters(new URLSearchParams(query), today)

describe('the period in the address', () => {
  it('is the last 30 days by default', () => {
    expect(parse('')).toMatchObject({ grain: 'day', from: '2026-10-25', to: '2026-11-23' })
    expect(countDays(lastPeriodOf('day', today))).toBe(30)
    expect(parse('grain=month')).toMatchObject({ grain: 'month', from: '2025-11-01', to: '2026-11-30' })
  })

  it.each([
    'from=2026-02-30&to=2026-03-01',
    'from=x&to=y',
    'from=2026-01-01',
    'grain=year',
    'from=1999-01-01&to=1999-01-02',
  ])('is the default where %s is invalid', query => {
    expect(parse(query)).toMatchObject({ grain: 'day', from: '2026-10-25', to: '2026-11-23' })
  })

  it('has whole months, which are what is counted and said beside it', () => {
    const months = fitPeriod('month', '2025-11-27', '2026-11-26')
    expect(months).toMatchObject({ from: '2025-11-01', to: '2026-11-30' })
    expect(parse(`grain=month&from=2025-11-27&to=2026-11-26`)).toMatchObject(months)
  })

  it('never requests what the server refuses', () => {
    expect(fitPeriod('hour', '2026-11-01', '2026-11-08')).toMatchObject({ grain: 'day' })
    expect(fitPeriod('hour', '2026-11-01', '2026-11-07')).toMatchObject({ grain: 'hour' })
    expect(fitPeriod('day', '2026-01-01', '2026-04-02')).toMatchObject({ grain: 'day' })
    expect(fitPeriod('day', '2026-01-01', '2026-04-03')).toMatchObject({ grain: 'month' })
    expect(fitPeriod('day', '2010-01-01', '2026-04-03')).toMatchObject({ from: '2023-05-01', to: '2026-04-30' })
    expect(fitPeriod('day', '2026-03-02', '2026-03-01')).toMatchObject({ from: '2026-03-01', to: '2026-03-02' })
  })

  it('accepts only numbers as record ids', () => {
    expect(parse('productId=12&batchId=x1&enterpriseId=-3')).toMatchObject({
      productId: 12,
      batchId: undefined,
      enterpriseId: undefined,
    })
  })
})
