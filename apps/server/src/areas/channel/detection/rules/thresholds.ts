/** Thresholds of the rules; each enterprise's own, else a parameter of the installation (`sys.watch.*`). */
export interface Thresholds {
  /** Speed in km/h that no parcel and no traveller keeps up. */
  speedKmh: number
  /** Number of distant places in which one item may be seen within `placesDays`; steps between them are one less. */
  placesMost: number
  placesDays: number
  /** Different people who must see a dealer's codes at one place outside the territory. */
  crossVisits: number
}

/** Least confidence of a finding, percent; weaker ones are dropped. */
export const minConfidence = 50

/** Sightings nearer than this are one place: positions of phones may be wrong by some kilometres. */
export const nearKm = 100
