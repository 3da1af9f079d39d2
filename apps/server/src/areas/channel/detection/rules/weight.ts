import {
  areDifferentPeople,
  hourMs,
  isUnknownVisitor,
  isPlaced,
  distanceBetween,
  type Sighting,
  type PlacedSighting,
} from './sighting.ts'
import { nearKm } from './thresholds.ts'

const near = 0.000_001

const samePoint = (a: PlacedSighting, b: PlacedSighting) =>
  Math.abs(a.longitude - b.longitude) < near && Math.abs(a.latitude - b.latitude) < near

/** A position that was typed rather than measured: full degrees. */
const isRound = ({ longitude, latitude }: PlacedSighting) =>
  Math.abs(longitude * 10 - Math.round(longitude * 10)) < near &&
  Math.abs(latitude * 10 - Math.round(latitude * 10)) < near

/** The same phone, or the same network within an hour, cannot be in two towns: at least one position is wrong. */
const contradicts = (a: PlacedSighting, b: PlacedSighting) =>
  !areDifferentPeople(a, b) &&
  distanceBetween(a, b) > nearKm &&
  ((a.device !== null && a.device === b.device && distanceBetween(a, b) / 1000 > Math.abs(a.at - b.at) / hourMs) ||
    (a.device !== b.device && a.network !== null && Math.abs(a.at - b.at) < hourMs))

/**
 * Weight of a sighting's place among the sightings of its code, 0 to 1. No position: 0. Contradicted by its own phone or
 * network: 0.1. Round: 0.25. Equal to the last digit to an earlier one by somebody else: 0.5, because measured positions
 * do not repeat. Without network and device: 0.5.
 */
export function weightOf(sighting: Sighting, all: readonly Sighting[]): number {
  if (!isPlaced(sighting)) return 0
  const others = all.filter(isPlaced).filter(other => other !== sighting)
  if (others.some(other => contradicts(sighting, other))) return 0.1
  if (isRound(sighting)) return 0.25
  const copied = others.some(
    other => other.at < sighting.at && samePoint(sighting, other) && areDifferentPeople(sighting, other),
  )
  return copied || isUnknownVisitor(sighting) ? 0.5 : 1
}
