import { describe, expect, test } from 'vitest'
import { nextMoments, scheduleFault } from '../../../src/areas/monitor/schedule/cron.ts'

const next = (expression: string, zone: string, after: string, n = 3) =>
  nextMoments(expression, zone, new Date(after), n).map(moment => moment.toISOString().slice(0, 16))

describe('moments of a schedule', () => {
  test.each<[string, string, string, string[]]>([
    ['*/15 * * * *', 'UTC', '2026-11-23T10:07:00Z', ['2026-11-23T10:15', '2026-11-23T10:30', '2026-11-23T10:45']],
    ['20 2 * * *', 'UTC', '2026-11-23T02:20:00Z', ['2026-11-24T02:20', '2026-11-25T02:20', '2026-11-26T02:20']],
    [
      '0 8 * * 1',
      'Asia/Shanghai',
      '2026-11-22T00:00:00Z',
      ['2026-11-23T00:00', '2026-11-30T00:00', '2026-12-07T00:00'],
    ],
    ['0 9 L * *', 'UTC', '2026-01-01T00:00:00Z', ['2026-01-31T09:00', '2026-02-28T09:00', '2026-03-31T09:00']],
    ['0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z', ['2028-02-29T00:00', '2032-02-29T00:00', '2036-02-29T00:00']],
    // In Paris 2:30 does not exist on the day when summer time begins: the run is not lost.
    [
      '30 2 28-30 3 *',
      'Europe/Paris',
      '2026-03-27T12:00:00Z',
      ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30'],
    ],
  ])('%s in %s after %s', (expression, zone, after, moments) => {
    expect(next(expression, zone, after)).toEqual(moments)
  })
})

describe('what is no schedule', () => {
  test.each([
    '',
    ' ',
    '* * * *',
    '* * * * * *',
    '0/1 * * * * ? *',
    '@daily',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '*/0 * * * *',
    '1-99 * * * *',
    '-1 * * * *',
    '* * * * *; rm -rf /',
    '$(id) * * * *',
    '`id` * * * *',
    'process.exit() * * * *',
    'constructor * * * *',
    '2026-01-01T00:00:00Z',
    '*\n* * * *',
    '* * * * * ',
    '１ * * * *',
  ])('%j', expression => {
    expect(scheduleFault(expression, 'UTC')).toEqual({ field: 'cronExpression', error: 'monitor.job.cron' })
  })

  test('a day that never comes', () => {
    expect(scheduleFault('0 0 30 2 *', 'UTC')?.field).toBe('cronExpression')
  })

  test.each(['', 'Nowhere/City', '+08:00', '../../etc/passwd', 'UTC; drop', 'constructor', 'Asia/Shanghai '])(
    'the zone %j',
    zone => {
      expect(scheduleFault('0 0 * * *', zone)).toEqual({ field: 'timeZone', error: 'monitor.job.timeZone' })
    },
  )
})
