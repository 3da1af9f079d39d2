import { isPlaced, type Met } from './met.ts'

/** A division by its names from the province down, as places are named (`areas/place`). */
export type Division = readonly string[]

/** Is a place in one of these divisions? A division holds all that lies in it. */
export function liesIn(
  place: Pick<Met, 'country' | 'province' | 'city' | 'district'>,
  divisions: readonly Division[],
): boolean {
  const names = new Set([place.province, place.city, place.district])
  return place.country === 'CN' && divisions.some(division => division.every(name => names.has(name)))
}

/** Was a visit surely outside? Not one whose place is unknown, and not where the dealer has no territory. */
export function isOutside(met: Met, divisions: readonly Division[]): boolean {
  return isPlaced(met) && met.country !== null && divisions.length > 0 && !liesIn(met, divisions)
}
