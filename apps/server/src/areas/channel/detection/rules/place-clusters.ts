import { distanceBetween, type PlacedSighting } from './sighting.ts'
import { nearKm } from './thresholds.ts'

/** Sightings within `nearKm` of the first one. */
export interface PlaceCluster {
  centre: PlacedSighting
  visits: PlacedSighting[]
}

/** Groups sightings by place, in the order of their first sighting; a place is what is near its first sighting. */
export function clusterByPlace(visits: readonly PlacedSighting[]): PlaceCluster[] {
  const clusters: PlaceCluster[] = []
  for (const visit of [...visits].sort((a, b) => a.at - b.at)) {
    const cluster = clusters.find(({ centre }) => distanceBetween(centre, visit) < nearKm)
    if (cluster) cluster.visits.push(visit)
    else clusters.push({ centre: visit, visits: [visit] })
  }
  return clusters
}
