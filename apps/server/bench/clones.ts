/** How many copied labels the rules find by their fifth scan, and how many honest items they take for copied. */
import { findingsOf } from '../src/areas/watch/rules/rules.ts'
import { isPlaced, type Met } from '../src/areas/watch/rules/met.ts'
import type { Thresholds } from '../src/areas/watch/rules/thresholds.ts'
import { meetingsApart, returnsAmong, townsOf } from '../src/areas/watch/rules/towns.ts'
import type { Claim } from './bench.ts'
import { copiedLabel, honestItem, random } from './market.ts'

export const delivered: Thresholds = { speedKmh: 1000, placesMost: 3, placesDays: 30, crossVisits: 3 }
const nothingElse = { port: null, soldAt: null }

const placed = (visits: readonly Met[]) => visits.filter(isPlaced).sort((a, b) => a.at - b.at)

/** By which scan of a copy that says where it was the goal is held. */
const fifth = 5

/** All that the rule of places goes by: an item and a label that go the same way cannot be told apart by where they were. */
function wayOf(visits: readonly Met[]): string {
  const towns = townsOf(visits.filter(isPlaced))
  return `${towns.length} towns, ${returnsAmong(towns)} returns, ${meetingsApart(towns)} strangers apart`
}

/** Every way that an item had gone at some moment of its life. */
function everWent(visits: readonly Met[]): Set<string> {
  const told = placed(visits)
  return new Set(told.map((_, index) => wayOf(told.slice(0, index + 1))))
}

const addOne = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

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
  /** Copied labels that were found by the n-th scan of a copy, n from 1. */
  foundBy: number[]
  /**
   * The same by the n-th scan of a copy that says where it was, of those labels whose copies have n such scans (`placedBy`). A
   * label whose copies are never met so often with a position cannot be found by it, and is no miss of the rules.
   */
  foundByPlaced: number[]
  placedBy: number[]
  /** Ways that labels had gone that were not found by the fifth such scan: how many of them, and how many honest items ever went so. */
  missed: { way: string; copied: number; honest: number }[]
}

export function simulate(honest: number, copied: number, seed = 20261123): Simulated {
  const rand = random(seed)
  const byKind: Record<string, number> = {}
  const honestWays = new Map<string, number>()
  const missedWays = new Map<string, number>()
  let flagged = 0
  for (let n = 0; n < honest; n++) {
    const item = honestItem(rand)
    for (const way of everWent(item)) addOne(honestWays, way)
    const kinds = everFound(item)
    if (kinds.length > 0) flagged++
    for (const kind of kinds) byKind[kind] = (byKind[kind] ?? 0) + 1
  }
  const foundBy = Array.from({ length: 12 }, () => 0)
  const foundByPlaced = Array.from({ length: 12 }, () => 0)
  const placedBy = Array.from({ length: 12 }, () => 0)
  for (let n = 0; n < copied; n++) {
    const label = copiedLabel(rand)
    const withPlace = placed(label.copies).length
    for (let by = 0; by < withPlace; by++) placedBy[by]!++
    const first = label.copies.findIndex((copy, index) => {
      const before = label.honest.filter(({ at }) => at <= copy.at)
      const all = [...before, ...label.copies.slice(0, index + 1)].sort((a, b) => a.at - b.at)
      return findingsOf(placed(all), nothingElse, delivered).length > 0
    })
    const placedFirst = first < 0 ? Infinity : placed(label.copies.slice(0, first + 1)).length - 1
    if (withPlace >= fifth && placedFirst >= fifth) {
      const copies = placed(label.copies).slice(0, fifth)
      addOne(missedWays, wayOf([...placed(label.honest).filter(({ at }) => at <= copies.at(-1)!.at), ...copies]))
    }
    if (first < 0) continue
    for (let by = first; by < foundBy.length; by++) foundBy[by]!++
    for (let by = Math.max(placedFirst, 0); by < withPlace; by++) foundByPlaced[by]!++
  }
  const missed = [...missedWays]
    .map(([way, copied]) => ({ way, copied, honest: honestWays.get(way) ?? 0 }))
    .sort((a, b) => b.copied - a.copied)
  return { honest, flagged, byKind, copied, foundBy, foundByPlaced, placedBy, missed }
}

const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`

/**
 * Seeds of markets that no rule was ever looked at with. 95 % is the aim, and missed for a reason that more evidence of the same
 * kind does not mend (decision 49): what is left looks like one item that was sold on.
 */
const heldOut = [40_961, 86_028_121]

export function measureClones(): Claim[] {
  return [
    claimOf('copied labels', simulate(100_000, 2000)),
    ...heldOut.map(seed => claimOf(`copied labels, held-out market ${seed}`, simulate(100_000, 2000, seed))),
  ]
}

function claimOf(title: string, found: Simulated): Claim {
  const { honest, flagged, byKind, copied, foundBy, foundByPlaced, placedBy, missed } = found
  const share = (n: number) => percent(foundByPlaced[n - 1]!, placedBy[n - 1]!)
  const kinds = Object.entries(byKind).map(([kind, n]) => `${kind} ${n}`)
  const ways = missed.map(one => `${one.copied} went ${one.way}, as ${one.honest} honest items did`)
  return {
    title: `${title}: ${copied} among ${honest.toLocaleString('en')} honest items`,
    found: `found by the 2nd scan of a copy that says where it was ${share(2)}, 3rd ${share(3)}, 5th ${share(5)} of the ${placedBy[4]} whose copies had five such scans (${percent(foundByPlaced[4]!, copied)} of all ${copied}); of all scans, six in ten of which say so, by the 5th ${percent(foundBy[4]!, copied)}, 8th ${percent(foundBy[7]!, copied)}; honest items flagged: ${flagged} (${kinds.join(', ')}); missed by the 5th: ${ways.join('; ')}`,
    bound:
      'at least 90 % by the fifth scan of a copy that says where it was, fewer than 1 in 10,000 honest items flagged',
    held: foundByPlaced[4]! > 0.9 * placedBy[4]! && flagged < honest / 10_000,
  }
}

if (import.meta.main) {
  const { print } = await import('./bench.ts')
  print(measureClones())
}
