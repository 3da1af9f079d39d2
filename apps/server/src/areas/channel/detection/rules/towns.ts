import { kmBetween, type Placed } from './sighting.ts'
import { nearKm } from './thresholds.ts'

/** Visits at places that are near each other. */
export interface Town {
  centre: Placed
  visits: Placed[]
}

/** Visits by the towns where they were, in the order in which each was first met; a town is what is near its first visit. */
export function townsOf(visits: readonly Placed[]): Town[] {
  const towns: Town[] = []
  for (const visit of [...visits].sort((a, b) => a.at - b.at)) {
    const town = towns.find(({ centre }) => kmBetween(centre, visit) < nearKm)
    if (town) town.visits.push(visit)
    else towns.push({ centre: visit, visits: [visit] })
  }
  return towns
}
