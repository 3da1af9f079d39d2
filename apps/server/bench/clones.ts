/** How many copied labels the rules find by their fifth scan, and how many honest items they flag. */
import type { CaseKind } from '@timbermark/contract'
import { mostVisits, watchedDays } from '../src/areas/channel/detection/load-sightings.ts'
import { day, isPlaced, type Met, peopleOf } from '../src/areas/channel/detection/rules/sighting.ts'
import { type CodeFacts, findingsOf } from '../src/areas/channel/detection/rules/rules.ts'
import { usualThresholds as delivered } from '../src/areas/channel/detection/load-thresholds.ts'
import { type Assumptions, middle, variants } from './assumptions.ts'
import type { Claim } from './bench.ts'
import { type CopiedLabel, copiedLabel } from './copies.ts'
import { honestItem, type Records } from './honest-life.ts'
import { Market } from './market.ts'

/** The scan by which the goal must be reached. */
const fifth = 5

const factsOf = ({ port, soldAt, territory }: Records): Omit<CodeFacts, 'readers'> => ({
  port,
  soldAt,
  reach: territory && {
    since: territory.since,
    territories: [{ division: [territory.province], from: '1970-01-01', until: null }],
  },
})

/** What clone detection reads of a code: the newest of these visits (`read-met.ts`). */
function watched(visits: readonly Met[], now: number): Met[] {
  const ofLog = (log: Met['log']) =>
    visits.filter(met => met.log === log && met.at > now - watchedDays * day).slice(-mostVisits)
  return [...ofLog('scan'), ...ofLog('check')].sort((a, b) => a.at - b.at)
}

/** Kinds of cases raised by the last of these visits; a visit without a position raises none. */
function raisedBy(visits: readonly Met[], records: Records): CaseKind[] {
  if (!isPlaced(visits.at(-1)!)) return []
  const now = visits.at(-1)!.at
  const read = watched(visits.filter(isPlaced), now)
  if (read.length < 2) return []
  const readers = peopleOf(watched(visits, now)).length
  return findingsOf(read, { ...factsOf(records), readers }, delivered).map(({ kind }) => kind)
}

/** All kinds of cases that are raised at any time of an item's life: a case raised once stays in the list. */
function everRaised(visits: readonly Met[], records: Records): Set<CaseKind> {
  const raised = new Set<CaseKind>()
  for (let seen = 2; seen <= visits.length; seen++)
    for (const kind of raisedBy(visits.slice(0, seen), records)) raised.add(kind)
  return raised
}

/** How often copies had been scanned when a label was found; from 1. */
interface Found {
  /** Scans of copies, of any kind. */
  scans: number
  /** Scans that shared a position. */
  placed: number
  /** Copies, each with a household of its own, with such a scan. */
  copies: number
}
type Measure = keyof Found
const measures = ['scans', 'placed', 'copies'] as const satisfies readonly Measure[]

/**
 * When a condition first holds for a copied label: strictly, so that what an item's own visit shows counts for the
 * copies' next scan.
 */
function firstMet({ item, copies }: CopiedLabel, isSo: (visits: readonly Met[]) => boolean): Found | undefined {
  const copyOf = new Map(copies.flatMap((visits, copy) => visits.map(met => [met, copy] as const)))
  const all = [...item.visits, ...copyOf.keys()].sort((a, b) => a.at - b.at)
  let [scans, placed] = [0, 0]
  const met = new Set<number>()
  for (const [index, visit] of all.entries()) {
    const copy = copyOf.get(visit)
    if (copy !== undefined && visit.log === 'scan') {
      scans++
      if (isPlaced(visit)) {
        placed++
        met.add(copy)
      }
    }
    if (scans === 0 || !isSo(all.slice(0, index + 1))) continue
    const next = copy === undefined ? 1 : 0
    return { scans: scans + next, placed: placed + next, copies: met.size + next }
  }
  return undefined
}

const firstFound = (label: CopiedLabel) => firstMet(label, visits => raisedBy(visits, label.item.records).length > 0)

/**
 * Does anything distinguish these visits from those of one item in one town: people in two towns, or a wrong code?
 * Otherwise no rule can find a copy, however many honest items it flags.
 */
function isTelling(visits: readonly Met[]): boolean {
  const towns = new Set(visits.filter(isPlaced).map(({ province, city }) => `${province} ${city}`))
  return towns.size > 1 || visits.some(({ right }) => right === false)
}

export interface Simulated {
  honest: number
  flagged: number
  /** Honest items by kind of case. */
  byKind: Record<string, number>
  copied: number
  /** Copied labels found by the n-th of each measure, n from 1. */
  foundBy: Record<Measure, number[]>
  /** Copied labels that could be found at all, by the n-th. */
  tellingBy: Record<Measure, number[]>
  /** Honest items that show the same within their year. */
  honestTelling: number
  /** Copied labels with a buyer who learned, by the fifth scan, that the security code on their copy is wrong. */
  toldWrong: number
}

const most = 8

export function simulate(honest: number, copied: number, seed: number, assumed: Assumptions = middle): Simulated {
  const market = new Market(seed, assumed)
  const byKind: Record<string, number> = {}
  let [flagged, honestTelling] = [0, 0]
  for (let n = 0; n < honest; n++) {
    const { visits, records } = honestItem(market)
    const kinds = everRaised(visits, records)
    if (kinds.size > 0) flagged++
    if (isTelling(visits)) honestTelling++
    for (const kind of kinds) byKind[kind] = (byKind[kind] ?? 0) + 1
  }
  const none = () => Array.from({ length: most }, () => 0)
  const eachNone = (): Record<Measure, number[]> => ({ scans: none(), placed: none(), copies: none() })
  const [foundBy, tellingBy] = [eachNone(), eachNone()]
  const count = (by: Record<Measure, number[]>, found: Found | undefined) => {
    if (!found) return
    for (const measure of measures) for (let n = found[measure]; n <= most; n++) by[measure][n - 1]!++
  }
  let toldWrong = 0
  for (let n = 0; n < copied; n++) {
    const label = copiedLabel(market)
    count(foundBy, firstFound(label))
    count(tellingBy, firstMet(label, isTelling))
    if (isToldWrong(label)) toldWrong++
  }
  return { honest, flagged, byKind, copied, foundBy, tellingBy, honestTelling, toldWrong }
}

function isToldWrong({ copies }: CopiedLabel): boolean {
  const all = copies.flat().sort((a, b) => a.at - b.at)
  const sixth = all.filter(({ log }) => log === 'scan')[fifth]
  return all.some(({ right, at }) => right === false && (!sixth || at < sixth.at))
}

const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`

function tell({ honest, flagged, byKind, copied, foundBy, tellingBy, honestTelling, toldWrong }: Simulated): string {
  const by = (measure: Measure, n: number) => percent(foundBy[measure][n - 1]!, copied)
  const row = (measure: Measure) => [2, 3, fifth].map(n => by(measure, n)).join(', ')
  const kinds = Object.entries(byKind).map(([kind, n]) => `${kind} ${n}`)
  return [
    `found by the 2nd, 3rd, 5th scan of a copy that says where it was ${row('placed')}`,
    `by the 2nd, 3rd, 5th copy that was so scanned ${row('copies')}`,
    `by the 2nd, 3rd, 5th scan of any kind ${row('scans')}`,
    `a buyer was told himself by the 5th scan that his code is wrong ${percent(toldWrong, copied)}`,
    `no rule could find more by the 5th than ${measures.map(of => `${percent(tellingBy[of][fifth - 1]!, copied)} (${of})`).join(', ')}, at two towns or a wrong code, which ${honest ? percent(honestTelling, honest) : 'some'} of honest items show`,
    `honest items flagged: ${flagged} (${kinds.join(', ')})`,
  ].join('; ')
}

/** Seeds of markets that were not used while the rules were developed. */
const heldOut = [40_961, 86_028_121, 512_927_357]

/**
 * The goal is 95 % by the fifth scan and fewer than 10 of 100,000 honest items. The middle market misses it
 * (docs/decisions/clone-detection-and-channel.md): the claim there is what holds. Where copies are sold online more are
 * found, by the fifth copy scanned with a position.
 */
export function measureClones(): Claim[] {
  const online = { ...middle, copiesOnline: 1, copiesInShops: 0, copiesInOneTown: 0 }
  return [
    ...heldOut.map(seed => {
      const found = simulate(100_000, 2000, seed)
      return claimOf(`middle market ${seed}`, found, {
        bound: 'at least 74 % by the fifth copy scanned with a position, at most 15 of 100,000 honest items flagged',
        held: foundByFifthCopy(found) >= 0.74 && found.flagged <= 15,
      })
    }),
    ...heldOut.map(seed => {
      const found = simulate(0, 2000, seed, online)
      return claimOf(`all sold over the net, ${seed}`, found, {
        bound: 'at least 95 % by the fifth copy scanned with a position',
        held: foundByFifthCopy(found) >= 0.95,
      })
    }),
    ...variants.map(([name, otherwise]) => {
      const found = simulate(100_000, 1000, heldOut[0]!, { ...middle, ...otherwise })
      return claimOf(name, found, { bound: 'none: shows what the assumption decides', held: true })
    }),
  ]
}

const foundByFifthCopy = ({ foundBy, copied }: Simulated) => foundBy.copies[fifth - 1]! / copied

const claimOf = (market: string, found: Simulated, claim: Pick<Claim, 'bound' | 'held'>): Claim => ({
  title: `copied labels, ${market}: ${found.copied} among ${found.honest.toLocaleString('en')} honest items, a year each`,
  found: tell(found),
  ...claim,
})

if (import.meta.main) {
  const { print } = await import('./bench.ts')
  print(measureClones())
}
