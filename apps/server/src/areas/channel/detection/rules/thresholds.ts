/** From where on something is said; each enterprise's own, else a parameter of the installation (`sys.watch.*`). */
export interface Thresholds {
  /** Kilometres an hour that no parcel and no traveller keeps up. */
  speedKmh: number
  /** Towns far apart in which one item may be met within `placesDays`; one step from town to town less. */
  placesMost: number
  placesDays: number
  /** Strangers who have to meet codes of a dealer at one place outside his territory. */
  crossVisits: number
}

/** What the sum of several weak signs is not: a finding below this is kept to ourselves. Percent. */
export const tellFrom = 50

/** Positions of phones are wrong by some kilometres now and then; what is nearer than this is one place. */
export const nearKm = 100
