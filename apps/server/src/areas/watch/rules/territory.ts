import { isPlaced, type Met } from './met.ts'

/** A division by its names from the province down, as places are named (`areas/place`); a whole country by its ISO code alone. */
export type Division = readonly string[]

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
