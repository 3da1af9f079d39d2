import { bounded, type Finding, type Weighed } from './finding.ts'
import { areStrangers, hour, isPlaced, kmBetween, peopleOf, type Placed } from './sighting.ts'
import { nearKm, type Thresholds } from './thresholds.ts'

/** Clocks and the writing of logs differ by some minutes. */
const least = hour / 12

/** Within this an item goes from hand to hand in one room, and one of two phones may have a wrong position: further ones decide. */
const handing = (11 * hour) / 12

/**
 * One visit alone says elsewhere, against a town where several people have met the item, or one for longer: it is the position
 * of one phone that is wrong. A second one there is believed.
 */
function isAstray(alone: Placed, other: Placed, all: readonly Placed[]): boolean {
  const [here, there] = [alone, other].map(town => all.filter(met => kmBetween(met, town) < nearKm))
  const times = there!.map(({ at }) => at)
  const isKnown = Math.max(...times) - Math.min(...times) > hour || peopleOf(there!).length > 1
  return here!.length === 1 && isKnown
}

/**
 * Two strangers meet one code so far apart that nothing brings an item from one to the other in that time: there are two
 * labels, or somebody read a picture of one. One pair says it, every further pair of others more surely.
 * @param visits by which it is said: of each person the first
 * @param all that are known of the code
 */
export function speedFinding(
  visits: readonly Weighed[],
  all: readonly Weighed[],
  { speedKmh }: Thresholds,
): Finding | undefined {
  const placed = visits.filter((one): one is Weighed & { met: Placed } => isPlaced(one.met) && one.weight > 0)
  const believed = all.flatMap(({ met, weight }) => (isPlaced(met) && weight > 0 ? [met] : []))
  const pairs = placed.flatMap((a, index) =>
    placed.slice(index + 1).flatMap(b => {
      const km = kmBetween(a.met, b.met)
      const fast = km > 1.5 * nearKm && km / (Math.max(least, Math.abs(b.met.at - a.met.at)) / hour) > speedKmh
      if (!fast || !areStrangers(a.met, b.met)) return []
      const doubt = isAstray(a.met, b.met, believed) || isAstray(b.met, a.met, believed) ? 0.5 : 1
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
