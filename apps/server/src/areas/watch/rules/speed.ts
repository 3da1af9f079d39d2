import { bounded, type Finding, type Weighed } from './finding.ts'
import { areStrangers, hour, isPlaced, kmBetween, peopleOf, type Placed } from './met.ts'
import { nearKm, type Thresholds } from './thresholds.ts'

/** Clocks and the writing of logs differ by some minutes. */
const least = hour / 12

/** Within this an item goes from hand to hand in one room, and one of two phones may have a wrong position: further ones decide. */
const handing = hour / 2

/**
 * One visit alone says elsewhere, in the middle of several people who pass the item from hand to hand: it is the position of
 * one of them that is wrong.
 */
function isAstray(alone: Placed, other: Placed, all: readonly { met: Placed }[]): boolean {
  const company = (town: Placed) =>
    new Set(
      all
        .filter(({ met }) => Math.abs(met.at - alone.at) < 2 * hour && kmBetween(met, town) < nearKm)
        .map(({ met }) => met.device ?? met.network),
    ).size
  const sameTown = all.filter(({ met }) => kmBetween(met, alone) < nearKm)
  return sameTown.length === 1 && company(other) > 1
}

/**
 * Two strangers meet one code so far apart that nothing brings an item from one to the other in that time: there are two
 * labels, or somebody read a picture of one. One pair says it, every further pair of others more surely.
 */
export function speedFinding(visits: readonly Weighed[], { speedKmh }: Thresholds): Finding | undefined {
  const placed = visits.filter((one): one is Weighed & { met: Placed } => isPlaced(one.met) && one.weight > 0)
  const pairs = placed.flatMap((a, index) =>
    placed.slice(index + 1).flatMap(b => {
      const km = kmBetween(a.met, b.met)
      const fast = km > 1.5 * nearKm && km / (Math.max(least, Math.abs(b.met.at - a.met.at)) / hour) > speedKmh
      if (!fast || !areStrangers(a.met, b.met)) return []
      const doubt = isAstray(a.met, b.met, placed) || isAstray(b.met, a.met, placed) ? 0.5 : 1
      const haste = Math.abs(b.met.at - a.met.at) < handing ? 0.75 : 1
      return [{ a, b, weight: a.weight * b.weight * doubt * haste }]
    }),
  )
  if (pairs.length === 0) return undefined
  const strongest = Math.max(...pairs.map(({ weight }) => weight))
  const people = peopleOf([...new Set(pairs.flatMap(({ a, b }) => [a.met, b.met]))]).length
  return {
    kind: 'speed',
    confidence: bounded(60 * strongest + 12 * (people - 2)),
    visits: [...new Set(pairs.flatMap(({ a, b }) => [a, b]))],
  }
}
