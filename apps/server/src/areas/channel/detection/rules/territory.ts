import type { Signal } from './finding.ts'
import type { Encounter } from './outliers.ts'
import { isPlaced, type Sighting } from './sighting.ts'

/** A division by its names from the province down, as places are named (`areas/place`); a country by its ISO code alone. */
export type Division = readonly string[]

/** Since when the dealer holds the code, and the dealer's territories: each division with its days. */
export interface DealerTerritories {
  since: number
  territories: readonly { division: Division; from: string; until: string | null }[]
}

const isCountry = (division: Division) => division.length === 1 && /^[A-Z]{2}$/.test(division[0]!)

/** Whether a place is in one of these divisions; a division includes all divisions below it. */
export function liesIn(
  place: Pick<Sighting, 'country' | 'province' | 'city' | 'district'>,
  divisions: readonly Division[],
): boolean {
  const names = new Set([place.province, place.city, place.district])
  return divisions.some(division =>
    isCountry(division)
      ? division[0] === place.country
      : place.country === 'CN' && division.every(name => names.has(name)),
  )
}

/** Whether a sighting is surely outside; false for an unknown place or a dealer without territories. */
export function isOutside(sighting: Sighting, divisions: readonly Division[]): boolean {
  return isPlaced(sighting) && sighting.country !== null && divisions.length > 0 && !liesIn(sighting, divisions)
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Whether a sighting is outside the territories of that day, since the dealer holds the code. */
export function wasOutside(sighting: Sighting, { since, territories }: DealerTerritories): boolean {
  const today = dayOf(sighting.at)
  const valid = territories.filter(({ from, until }) => from <= today && (until === null || today <= until))
  return (
    sighting.at >= since &&
    isOutside(
      sighting,
      valid.map(({ division }) => division),
    )
  )
}

/** Encounters that make a case: a buyer at home, a later owner and a shop that takes it back are fewer. */
const encountersForCase = 6

/** Household after household sees the code outside the dealer's territories. */
export function outsideSignal(meetings: readonly Encounter[], dealerTerritories: DealerTerritories | null): Signal {
  const outside = dealerTerritories
    ? meetings.filter(({ visits }) => visits.every(({ sighting }) => wasOutside(sighting, dealerTerritories)))
    : []
  return {
    kind: 'crossSale',
    share: outside.length / encountersForCase,
    visits: outside.flatMap(({ visits }) => visits),
  }
}
