import { distanceKm } from '@timbermark/contract'

/** A scan or a check of one code, from the logs. Everything but the time is the visitor's claim. */
export interface Sighting {
  log: 'scan' | 'check'
  /** Id of the log entry. */
  entry: number
  /** Milliseconds since 1970. */
  at: number
  /** WGS-84 degrees; null when the visitor shared no position. */
  longitude: number | null
  latitude: number | null
  country: string | null
  province: string | null
  city: string | null
  district: string | null
  /** Network of the address; null for addresses of this machine or of a private network. */
  network: string | null
  /** Device name that the browser chose. */
  device: string | null
  /** Of a check: whether the security code was right. */
  right: boolean | null
}

/** A sighting with a position. */
export type PlacedSighting = Sighting & { longitude: number; latitude: number }

export const isPlaced = (sighting: Sighting): sighting is PlacedSighting =>
  sighting.longitude !== null && sighting.latitude !== null

/**
 * Whether two sightings are surely by different people: different networks if both are known, else different devices. A
 * device name alone is easily forged, and a VPN moves a phone to another network, not its position.
 */
export function areDifferentPeople(a: Sighting, b: Sighting): boolean {
  if (a.device !== null && a.device === b.device) return false
  if (a.network !== null && b.network !== null) return a.network !== b.network
  return a.device !== null && b.device !== null
}

/** What distinguishes people. */
export type VisitorTraits = Pick<Sighting, 'network' | 'device'>

/** Whether nothing is known about the visitor. */
export const isUnknownVisitor = ({ network, device }: VisitorTraits): boolean => network === null && device === null

/**
 * Groups sightings by person: people who share a phone or a network are one person, transitively. All unknown visitors are one.
 */
export function groupByPerson<T extends VisitorTraits>(visits: readonly T[]): T[][] {
  /** Union-find: parent of each name and of each sighting index; the first sighting is the root. */
  const parent = new Map<string | number, number>()
  const rootOf = (index: number): number => {
    const other = parent.get(index)!
    return other === index ? index : rootOf(other)
  }
  for (const [index, visit] of visits.entries()) {
    parent.set(index, index)
    const { network, device } = visit
    const names = isUnknownVisitor(visit) ? ['?'] : [network && `n ${network}`, device && `d ${device}`]
    for (const name of names) {
      if (!name) continue
      const known = parent.get(name)
      if (known === undefined) parent.set(name, index)
      else {
        const [a, b] = [rootOf(known), rootOf(index)]
        parent.set(Math.max(a, b), Math.min(a, b))
      }
    }
  }
  return [...Map.groupBy(visits.keys(), rootOf).values()].map(indexes => indexes.map(index => visits[index]!))
}

/** Great-circle distance of two sightings in kilometres. */
export const distanceBetween = (a: PlacedSighting, b: PlacedSighting): number =>
  distanceKm([a.longitude, a.latitude], [b.longitude, b.latitude])

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
