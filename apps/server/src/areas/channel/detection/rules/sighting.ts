import { distanceKm } from '@timbermark/contract'

/** A scan or a check of one code, as the logs know it. All but the time is a claim of whoever made it. */
export interface Met {
  log: 'scan' | 'check'
  /** Its number in that log. */
  entry: number
  /** Milliseconds since 1970. */
  at: number
  /** WGS-84 degrees; null where its reader shared no position. */
  longitude: number | null
  latitude: number | null
  country: string | null
  province: string | null
  city: string | null
  district: string | null
  /** Neighbourhood of its address; null when that says nothing (an address of this machine, or of a private network). */
  network: string | null
  /** Name that the browser gave itself. */
  device: string | null
  /** Of a check: whether the anti-counterfeit code was right. */
  right: boolean | null
}

/** One that says where it was. */
export type Placed = Met & { longitude: number; latitude: number }

export const isPlaced = (met: Met): met is Placed => met.longitude !== null && met.latitude !== null

/**
 * Two who are surely not one person: other networks where both are known, else other devices. A name of a device alone is
 * easily made up, and a virtual private network moves a phone to another network, not its position.
 */
export function areStrangers(a: Met, b: Met): boolean {
  if (a.device !== null && a.device === b.device) return false
  if (a.network !== null && b.network !== null) return a.network !== b.network
  return a.device !== null && b.device !== null
}

/** By what people are told apart. */
export type Source = Pick<Met, 'network' | 'device'>

/** Does anything tell who it was? */
export const isNobody = ({ network, device }: Source): boolean => network === null && device === null

/**
 * Visits by the people who made them: whoever shares a phone or a network with somebody is the same, through all of them. All
 * of whom nothing is known are one.
 */
export function peopleOf<T extends Source>(visits: readonly T[]): T[][] {
  /** Of each name, and of each visit by its number, another one of the same person; the first of them stands for all. */
  const same = new Map<string | number, number>()
  const firstOf = (index: number): number => {
    const other = same.get(index)!
    return other === index ? index : firstOf(other)
  }
  for (const [index, visit] of visits.entries()) {
    same.set(index, index)
    const { network, device } = visit
    const names = isNobody(visit) ? ['?'] : [network && `n ${network}`, device && `d ${device}`]
    for (const name of names) {
      if (!name) continue
      const known = same.get(name)
      if (known === undefined) same.set(name, index)
      else {
        const [a, b] = [firstOf(known), firstOf(index)]
        same.set(Math.max(a, b), Math.min(a, b))
      }
    }
  }
  return [...Map.groupBy(visits.keys(), firstOf).values()].map(own => own.map(index => visits[index]!))
}

/** Great-circle distance of two sightings in kilometres. */
export const kmBetween = (a: Placed, b: Placed): number =>
  distanceKm([a.longitude, a.latitude], [b.longitude, b.latitude])

export const hour = 3_600_000
export const day = 24 * hour
