import { type Grain, grains, mostDays } from '@timbermark/contract'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useCurrentQuery, useSession } from '../../../shell/index.ts'
import { todayIn } from '../../../entity/values/zone.ts'

/** The filters of the statistics screens. They are in the address, so that a link shows the same figures. */
export interface ReportFilters {
  grain: Grain
  from: string
  to: string
  productId?: number
  batchId?: number
  enterpriseId?: number
}

const dayMs = 86_400_000
/** As many whole months as the longest period holds, whichever they are. */
const mostMonths = Math.floor(mostDays.month / (365 / 12))
const usualDays = { hour: 3, day: 30, month: 365 } as const satisfies Record<Grain, number>

/** Calendar days without a zone: arithmetic on midnight UTC. */
const toDay = (moment: number) => new Date(moment).toISOString().slice(0, 10)
const fromDay = (day: string) => Date.parse(`${day}T00:00:00Z`)
const isDay = (value: string | null): value is string =>
  value !== null &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(fromDay(value)) &&
  toDay(fromDay(value)) === value

export const countDays = ({ from, to }: { from: string; to: string }) => (fromDay(to) - fromDay(from)) / dayMs + 1

/** Months are counted whole: the period that is shown is the one that is counted. */
function wholeMonths({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const [year, month] = to.split('-').map(Number) as [number, number]
  return { from: `${from.slice(0, 7)}-01`, to: toDay(Date.UTC(year, month, 0)) }
}

/** The last days of a grain, up to today; the last whole months, this one included. */
export function lastPeriodOf(grain: Grain, today: string): { from: string; to: string } {
  const period = { from: toDay(fromDay(today) - (usualDays[grain] - 1) * dayMs), to: today }
  return grain === 'month' ? wholeMonths(period) : period
}

/** A period that its grain can show: a longer one gets a larger grain, and one that is still too long is cut. */
export function fitPeriod(grain: Grain, from: string, to: string): Pick<ReportFilters, 'grain' | 'from' | 'to'> {
  const [begin, end] = from <= to ? [from, to] : [to, from]
  const days = countDays({ from: begin, to: end })
  const fittingGrain = grains.slice(grains.indexOf(grain)).find(one => days <= mostDays[one])
  if (fittingGrain && fittingGrain !== 'month') return { grain: fittingGrain, from: begin, to: end }
  const months = wholeMonths({ from: begin, to: end })
  if (countDays(months) <= mostDays.month) return { grain: 'month', ...months }
  const [year, month] = months.to.split('-').map(Number) as [number, number]
  return { grain: 'month', from: toDay(Date.UTC(year, month - mostMonths, 1)), to: months.to }
}

const parseId = (value: string | null) => (value !== null && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined)

/** @param defaultGrain the grain where the address names none */
export function parseReportFilters(words: URLSearchParams, today: string, defaultGrain: Grain = 'day'): ReportFilters {
  const grain = grains.find(one => one === words.get('grain')) ?? defaultGrain
  const [from, to] = [words.get('from'), words.get('to')]
  const period =
    isDay(from) && isDay(to) && from >= '2000-01-01'
      ? fitPeriod(grain, from, to)
      : { grain, ...lastPeriodOf(grain, today) }
  return {
    ...period,
    productId: parseId(words.get('productId')),
    batchId: parseId(words.get('batchId')),
    enterpriseId: parseId(words.get('enterpriseId')),
  }
}

const keys = ['grain', 'from', 'to', 'productId', 'batchId', 'enterpriseId'] as const

/** The filters in the address, and a function that changes them. */
export function useReportFilters(defaultGrain: Grain = 'day'): [ReportFilters, (part: Partial<ReportFilters>) => void] {
  const [words, setWords] = useSearchParams()
  const wordsNow = useCurrentQuery()
  const today = todayIn(useSession().user.timeZone)
  const filters = useMemo(() => parseReportFilters(words, today, defaultGrain), [words, today, defaultGrain])
  const change = (part: Partial<ReportFilters>) => {
    const next = wordsNow()
    const changed = { ...parseReportFilters(next, today, defaultGrain), ...part }
    for (const key of keys) {
      const value = changed[key]
      if (value === undefined) next.delete(key)
      else next.set(key, String(value))
    }
    setWords(next)
  }
  return [filters, change]
}

/** One of a few values in the address; the first one when the address names none. */
export function useChoice<T extends string>(name: string, choices: readonly T[]): [T, (value: T) => void] {
  const [words, setWords] = useSearchParams()
  const currentQuery = useCurrentQuery()
  const value = choices.find(choice => choice === words.get(name)) ?? choices[0]!
  const set = (chosen: T) => {
    const next = currentQuery()
    next.set(name, chosen)
    setWords(next)
  }
  return [value, set]
}
