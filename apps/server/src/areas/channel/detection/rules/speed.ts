import { clampConfidence, type Finding, type WeightedSighting } from './finding.ts'
import {
  areDifferentPeople,
  hourMs,
  isPlaced,
  distanceBetween,
  groupByPerson,
  type PlacedSighting,
} from './sighting.ts'
import { nearKm, type Thresholds } from './thresholds.ts'

/** Clocks and log writing differ by some minutes. */
const minIntervalMs = hourMs / 12

/** Within this time an item may change hands in one room, and one of two phones may have a wrong position: further sightings decide. */
const sameRoomMs = (11 * hourMs) / 12

/**
 * Whether a single sighting contradicts a place where several people saw the item, or one person for longer: then its
 * position counts as wrong. A second sighting there is credible.
 */
function isOutlier(alone: PlacedSighting, other: PlacedSighting, all: readonly PlacedSighting[]): boolean {
  const [here, there] = [alone, other].map(cluster =>
    all.filter(sighting => distanceBetween(sighting, cluster) < nearKm),
  )
  const times = there!.map(({ at }) => at)
  const isKnown = Math.max(...times) - Math.min(...times) > hourMs || groupByPerson(there!).length > 1
  return here!.length === 1 && isKnown
}

/**
 * Two people see one code so far apart that no transport moves an item in that time: there are two labels, or somebody
 * scanned a picture. One pair is evidence; each further pair of other people adds confidence.
 * @param visits the evidence: the first sighting of each person
 * @param all all sightings of the code
 */
export function speedFinding(
  visits: readonly WeightedSighting[],
  all: readonly WeightedSighting[],
  { speedKmh }: Thresholds,
): Finding | undefined {
  const placed = visits.filter(
    (one): one is WeightedSighting & { sighting: PlacedSighting } => isPlaced(one.sighting) && one.weight > 0,
  )
  const believed = all.flatMap(({ sighting, weight }) => (isPlaced(sighting) && weight > 0 ? [sighting] : []))
  const pairs = placed.flatMap((a, index) =>
    placed.slice(index + 1).flatMap(b => {
      const km = distanceBetween(a.sighting, b.sighting)
      const fast =
        km > 1.5 * nearKm && km / (Math.max(minIntervalMs, Math.abs(b.sighting.at - a.sighting.at)) / hourMs) > speedKmh
      if (!fast || !areDifferentPeople(a.sighting, b.sighting)) return []
      const doubt = isOutlier(a.sighting, b.sighting, believed) || isOutlier(b.sighting, a.sighting, believed) ? 0.5 : 1
      const haste = Math.abs(b.sighting.at - a.sighting.at) < sameRoomMs ? 0.75 : 1
      return [{ a, b, weight: a.weight * b.weight * doubt * haste }]
    }),
  )
  if (pairs.length === 0) return undefined
  const strongest = Math.max(...pairs.map(({ weight }) => weight))
  const people = groupByPerson([...new Set(pairs.flatMap(({ a, b }) => [a.sighting, b.sighting]))]).length
  return {
    kind: 'speed',
    confidence: clampConfidence(60 * strongest + 12 * (people - 2)),
    visits: [...new Set(pairs.flatMap(({ a, b }) => [a, b]))],
  }
}
