import { type StageKey, stageKeys } from '@timbermark/contract/stage-keys'
import type { TraceHolder, TraceStage } from '@timbermark/contract/trace'

/** A company that had the goods, or a partner that one of them invited: what it reported, and when. */
export interface Company
  extends Pick<
    TraceHolder,
    'code' | 'name' | 'nameIn' | 'certification' | 'papers' | 'stages' | 'records' | 'histories'
  > {
  /** When custody passed to it, or it was invited; null for the first one. */
  since: string | null
}

/** A company in the order of custody, as a holder or as a partner of the holder before it. */
export interface JourneyPart<T> {
  role: TraceHolder['role']
  since: string | null
  company: T
}

/** A holder with the partners that it invited. `until` is when custody passed on; null for the last one. */
export interface Custody<T> {
  holder: JourneyPart<T>
  partners: JourneyPart<T>[]
  until: string | null
}

/** Groups what comes in the order of custody: each holder, then its partners. */
export function groupByHolder<T>(first: T, later: readonly JourneyPart<T>[]): Custody<T>[] {
  const all: Custody<T>[] = [{ holder: { role: 'holder', since: null, company: first }, partners: [], until: null }]
  for (const part of later) {
    const last = all.at(-1)!
    if (part.role === 'partner') last.partners.push(part)
    else {
      last.until = part.since
      all.push({ holder: part, partners: [], until: null })
    }
  }
  return all
}

/** What a company did to the goods, by the stages that say so; stages that only inspect, store or pack say less to a buyer. */
const deeds = {
  felled: ['felling'],
  processed: ['processing', 'secondaryProcessing'],
  exported: ['exportCustoms'],
  shipped: ['seaShipping'],
  imported: ['importCustoms'],
  transported: ['endTransport'],
  sold: ['productSales'],
} as const satisfies Record<string, readonly StageKey[]>

export type Deed = keyof typeof deeds | 'reported' | 'held' | 'nothing'

/** What a company did, in the order of the stages. A holder that reported nothing had the goods all the same. */
export function deedsOf(role: TraceHolder['role'], stages: readonly Pick<TraceStage, 'stage'>[]): Deed[] {
  if (stages.length === 0) return [role === 'holder' ? 'held' : 'nothing']
  const known = Object.entries(deeds).flatMap(([deed, its]) =>
    stages.some(({ stage }) => (its as readonly StageKey[]).includes(stage)) ? [deed as Deed] : [],
  )
  return known.length > 0 ? known : ['reported']
}

/** Most countries that are named of one company. */
const maxCountries = 2

/** The countries (ISO 3166-1 alpha-2) from which a company reported, by its own statement. */
export function countriesOf(stages: readonly Pick<TraceStage, 'values'>[]): string[] {
  const values = stages.flatMap(({ values }) => values)
  const countries = values.flatMap(({ key, value }) =>
    key === 'countryOrRegion' && typeof value === 'string' && /^[A-Z]{2}$/.test(value) ? [value] : [],
  )
  return [...new Set(countries)].slice(0, maxCountries)
}

/** The stages that none of the companies reported, in order. */
export function unreportedStages(companies: readonly Pick<Company, 'histories'>[]): StageKey[] {
  const reported = new Set(companies.flatMap(({ histories }) => histories.map(({ stage }) => stage)))
  return stageKeys.filter(key => !reported.has(key))
}

const dayMs = 86_400_000

/** Days between two moments, rounded. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
