import type { Sign } from './finding.ts'
import type { Meeting } from './outliers.ts'
import { isPlaced, type Met } from './sighting.ts'

/** A division by its names from the province down, as places are named (`areas/place`); a whole country by its ISO code alone. */
export type Division = readonly string[]

/** Since when a code's dealer has it, and where he may sell: each division with its days. */
export interface Reach {
  since: number
  territories: readonly { division: Division; from: string; until: string | null }[]
}

const isCountry = (division: Division) => division.length === 1 && /^[A-Z]{2}$/.test(division[0]!)

/** Is a place in one of these divisions? A division holds all that lies in it. */
export function liesIn(
  place: Pick<Met, 'country' | 'province' | 'city' | 'district'>,
  divisions: readonly Division[],
): boolean {
  const names = new Set([place.province, place.city, place.district])
  return divisions.some(division =>
    isCountry(division)
      ? division[0] === place.country
      : place.country === 'CN' && division.every(name => names.has(name)),
  )
}

/** Was a visit surely outside? Not one whose place is unknown, and not where the dealer has no territory. */
export function isOutside(met: Met, divisions: readonly Division[]): boolean {
  return isPlaced(met) && met.country !== null && divisions.length > 0 && !liesIn(met, divisions)
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Was a visit outside the territory of that day, since the dealer has the code? */
export function wasOutside(met: Met, { since, territories }: Reach): boolean {
  const today = dayOf(met.at)
  const valid = territories.filter(({ from, until }) => from <= today && (until === null || today <= until))
  return (
    met.at >= since &&
    isOutside(
      met,
      valid.map(({ division }) => division),
    )
  )
}

/** A buyer who takes it home, whoever gets it from him and a shop that gets it back are fewer. */
const enoughOutside = 6

/** One household after the other meets the code outside the territory of its dealer. */
export function outsideSign(meetings: readonly Meeting[], reach: Reach | null): Sign {
  const outside = reach ? meetings.filter(({ visits }) => visits.every(({ met }) => wasOutside(met, reach))) : []
  return { kind: 'crossSale', share: outside.length / enoughOutside, visits: outside.flatMap(({ visits }) => visits) }
}
