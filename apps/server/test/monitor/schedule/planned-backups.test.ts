import { expect, test } from 'vitest'
import { momentOf, nameOf, toRemove } from '../../../src/areas/monitor/backup/retention.ts'

/** Which scheduled backups stay; `test/backup` tests making and checking them. */
const day = (date: string) => `${date}T010000Z`

test('a name is the start time of a backup, and other names are ignored', () => {
  expect(nameOf(new Date('2026-11-23T01:10:05.123Z'))).toBe('2026-11-23T011005Z')
  expect(momentOf('2026-11-23T011005Z')?.toISOString()).toBe('2026-11-23T01:10:05.000Z')
  for (const other of [
    'notes',
    '2026-11-23',
    '2026-11-23T011005Z.part',
    '2026-02-30T011005Z',
    '2026-11-23T251005Z',
    '../2026-11-23T011005Z',
  ])
    expect(momentOf(other), other).toBeUndefined()
})

test('the last of so many days, weeks and months stays, the newest always, and other names stay', () => {
  // Every day of 120 days, twice a day; the last is a Monday.
  const last = Date.UTC(2026, 10, 23)
  const names = Array.from({ length: 120 }, (_, n) => new Date(last - n * 86_400_000).toISOString().slice(0, 10))
    .flatMap(date => [`${date}T010000Z`, `${date}T130000Z`])
    .concat('by-hand', '2026-01-01T000000Z.part')
  const gone = new Set(toRemove(names, { days: 3, weeks: 3, months: 3 }))
  expect(names.filter(name => !gone.has(name)).sort()).toEqual([
    '2026-01-01T000000Z.part',
    // Months: the last of September and October; of November the newest of all.
    '2026-09-30T130000Z',
    '2026-10-31T130000Z',
    // Weeks end on Sunday.
    '2026-11-15T130000Z',
    '2026-11-21T130000Z',
    '2026-11-22T130000Z',
    '2026-11-23T130000Z',
    'by-hand',
  ])
  expect(toRemove([day('2020-01-01')], { days: 1, weeks: 0, months: 0 })).toEqual([])
  expect(toRemove([day('2020-01-01'), day('2020-01-02')], { days: 1, weeks: 0, months: 0 })).toEqual([
    day('2020-01-01'),
  ])
  // A gap of months removes nothing: days without backups do not count.
  expect(toRemove([day('2020-01-01'), day('2020-06-02'), day('2026-06-02')], { days: 3, weeks: 0, months: 0 })).toEqual(
    [],
  )
})
