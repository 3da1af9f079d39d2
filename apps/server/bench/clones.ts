/** How many copied labels the rules find by their fifth scan, and how many honest items they take for copied. */
import { findingsOf } from '../src/areas/watch/rules/rules.ts'
import type { Met } from '../src/areas/watch/rules/met.ts'
import type { Thresholds } from '../src/areas/watch/rules/thresholds.ts'
import type { Claim } from './bench.ts'
import { copiedLabel, honestItem, random } from './market.ts'

export const delivered: Thresholds = { speedKmh: 1000, placesMost: 3, placesDays: 30, crossVisits: 3 }
const nothingElse = { port: null, soldAt: null }

const placed = (visits: readonly Met[]) => visits.filter(met => met.longitude !== null)

/** What is said of an item at any moment of its life: whatever is said once is in the list of cases. */
function everFound(visits: readonly Met[]): string[] {
  const found = new Set<string>()
  for (let seen = 2; seen <= visits.length; seen++)
    for (const { kind } of findingsOf(placed(visits.slice(0, seen)), nothingElse, delivered)) found.add(kind)
  return [...found]
}

export interface Simulated {
  honest: number
  flagged: number
  byKind: Record<string, number>
  copied: number
  /** Copied labels that were found by the n-th scan of a copy, n from 1: of all scans, and of those that say where they were. */
  foundBy: number[]
  foundByPlaced: number[]
}

export function simulate(honest: number, copied: number, seed = 20261123): Simulated {
  const rand = random(seed)
  const byKind: Record<string, number> = {}
  let flagged = 0
  for (let n = 0; n < honest; n++) {
    const kinds = everFound(honestItem(rand))
    if (kinds.length > 0) flagged++
    for (const kind of kinds) byKind[kind] = (byKind[kind] ?? 0) + 1
  }
  const foundBy = Array.from({ length: 12 }, () => 0)
  const foundByPlaced = Array.from({ length: 12 }, () => 0)
  for (let n = 0; n < copied; n++) {
    const label = copiedLabel(rand)
    const first = label.copies.findIndex((copy, index) => {
      const before = label.honest.filter(({ at }) => at <= copy.at)
      const all = [...before, ...label.copies.slice(0, index + 1)].sort((a, b) => a.at - b.at)
      return findingsOf(placed(all), nothingElse, delivered).length > 0
    })
    if (first < 0) continue
    for (let by = first; by < foundBy.length; by++) foundBy[by]!++
    const placedFirst = placed(label.copies.slice(0, first + 1)).length - 1
    for (let by = placedFirst; by < foundByPlaced.length; by++) foundByPlaced[by]!++
  }
  return { honest, flagged, byKind, copied, foundBy, foundByPlaced }
}

const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`

export function measureClones(): Claim[] {
  const { honest, flagged, byKind, copied, foundBy, foundByPlaced } = simulate(100_000, 200)
  const at = (by: readonly number[], n: number) => percent(by[n - 1]!, copied)
  return [
    {
      title: `${copied} copied labels among ${honest.toLocaleString('en')} honest items`,
      found: `found by the 2nd scan of a copy that says where it was ${at(foundByPlaced, 2)}, 3rd ${at(foundByPlaced, 3)}, 5th ${at(foundByPlaced, 5)}; of all scans, six in ten of which do, by the 5th ${at(foundBy, 5)}, 8th ${at(foundBy, 8)}; honest items flagged: ${flagged} (${Object.entries(
        byKind,
      )
        .map(([kind, n]) => `${kind} ${n}`)
        .join(', ')})`,
      bound:
        'at least 90 % by the fifth scan of a copy that says where it was, fewer than 1 in 10,000 honest items flagged',
      held: foundByPlaced[4]! >= 0.9 * copied && flagged < honest / 10_000,
    },
  ]
}

if (import.meta.main) {
  const { print } = await import('./bench.ts')
  print(measureClones())
}
