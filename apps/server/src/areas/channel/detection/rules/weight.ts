import { areStrangers, hour, isNobody, isPlaced, kmBetween, type Met, type Placed } from './sighting.ts'
import { nearKm } from './thresholds.ts'

const near = 0.000_001

const samePoint = (a: Placed, b: Placed) =>
  Math.abs(a.longitude - b.longitude) < near && Math.abs(a.latitude - b.latitude) < near

/** A position that was typed rather than measured: nobody stands on the crossing of two full degrees. */
const isRound = ({ longitude, latitude }: Placed) =>
  Math.abs(longitude * 10 - Math.round(longitude * 10)) < near &&
  Math.abs(latitude * 10 - Math.round(latitude * 10)) < near

/** The same phone, or the same network within an hour, cannot be in two towns: at least one of its positions is invented. */
const contradicts = (a: Placed, b: Placed) =>
  !areStrangers(a, b) &&
  kmBetween(a, b) > nearKm &&
  ((a.device !== null && a.device === b.device && kmBetween(a, b) / 1000 > Math.abs(a.at - b.at) / hour) ||
    (a.device !== b.device && a.network !== null && Math.abs(a.at - b.at) < hour))

/**
 * How much the place of a visit counts among the visits of its code, 0 to 1. No position: nothing. One that its own phone or
 * network contradicts: a tenth. A round one: a quarter. One that a stranger gave to the last digit before: a half, as a
 * measured position never comes twice. Without network and device to tell it from others: a half.
 */
export function weightOf(met: Met, all: readonly Met[]): number {
  if (!isPlaced(met)) return 0
  const others = all.filter(isPlaced).filter(other => other !== met)
  if (others.some(other => contradicts(met, other))) return 0.1
  if (isRound(met)) return 0.25
  const copied = others.some(other => other.at < met.at && samePoint(met, other) && areStrangers(met, other))
  return copied || isNobody(met) ? 0.5 : 1
}
