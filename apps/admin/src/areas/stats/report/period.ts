import { type Grain, grains, mostDays } from '@timbermark/contract'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useCurrentQuery } from '../../../shell/index.ts'

/** What the statistics screens are asked for. It stands in the address, so that a link shows the same figures. */
export interface Asked {
  grain: Grain
  from: string
  to: string
  productId?: number
  batchId?: number
  enterpriseId?: number
}

const dayMs = 86_400_000
const usual = { hour: 3, day: 30, month: 365 } as const satisfies Record<Grain, number>

/** Days begin and end by UTC, as they are counted. */
const text = (moment: number) => new Date(moment).toISOString().slice(0, 10)
const read = (day: string) => Date.parse(`${day}T00:00:00Z`)
const isDay = (value: string | null): value is string =>
  value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(read(value)) && text(read(value)) === value

export const daysOf = ({ from, to }: { from: string; to: string }) => (read(to) - read(from)) / dayMs + 1

/** The last days of a grain, up to today. */
export function lastOf(grain: Grain, now = Date.now()): { from: string; to: string } {
  return { from: text(now - (usual[grain] - 1) * dayMs), to: text(now) }
}

/** A period that its grain can show: a longer one is shown by a larger grain, and what is too long even so is cut. */
export function fitting(grain: Grain, from: string, to: string): Pick<Asked, 'grain' | 'from' | 'to'> {
  const [begin, end] = from <= to ? [from, to] : [to, from]
  const days = daysOf({ from: begin, to: end })
  const fits = grains.slice(grains.indexOf(grain)).find(one => days <= mostDays[one])
  return fits
    ? { grain: fits, from: begin, to: end }
    : { grain: 'month', from: text(read(end) - (mostDays.month - 1) * dayMs), to: end }
}

const id = (value: string | null) => (value !== null && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined)

/** @param usually the grain where the address names none */
export function readAsked(words: URLSearchParams, now = Date.now(), usually: Grain = 'day'): Asked {
  const grain = grains.find(one => one === words.get('grain')) ?? usually
  const [from, to] = [words.get('from'), words.get('to')]
  const period =
    isDay(from) && isDay(to) && from >= '2000-01-01' ? fitting(grain, from, to) : { grain, ...lastOf(grain, now) }
  return {
    ...period,
    productId: id(words.get('productId')),
    batchId: id(words.get('batchId')),
    enterpriseId: id(words.get('enterpriseId')),
  }
}

const keys = ['grain', 'from', 'to', 'productId', 'batchId', 'enterpriseId'] as const

/** What the address asks for, and a way to ask otherwise. */
export function useAsked(usually: Grain = 'day'): [Asked, (part: Partial<Asked>) => void] {
  const [words, setWords] = useSearchParams()
  const currentQuery = useCurrentQuery()
  const asked = useMemo(() => readAsked(words, Date.now(), usually), [words, usually])
  const change = (part: Partial<Asked>) => {
    const next = currentQuery()
    const changed = { ...readAsked(next, Date.now(), usually), ...part }
    for (const key of keys) {
      const value = changed[key]
      if (value === undefined) next.delete(key)
      else next.set(key, String(value))
    }
    setWords(next)
  }
  return [asked, change]
}

/** One of a few words in the address; the first of them when it says none. */
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
