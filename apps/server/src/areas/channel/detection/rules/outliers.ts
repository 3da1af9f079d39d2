import type { WeightedSighting } from './finding.ts'
import { dayMs, isPlaced, groupByPerson, type PlacedSighting } from './sighting.ts'
import { type PlaceCluster, clusterByPlace } from './place-clusters.ts'

/** First sightings of an item by different people in one place within a day of each other: a household, or friends. */
export interface Encounter {
  cluster: PlaceCluster
  /** Time of the first and the last of these sightings. */
  from: number
  until: number
  /** The first sighting of each person. */
  visits: WeightedPlacedSighting[]
}

type WeightedPlacedSighting = WeightedSighting & { sighting: PlacedSighting }

/** Sightings with less weight are no evidence of where an item was. */
const minWeight = 0.5

/**
 * The first credible sighting of each person, oldest first. Later ones do not count: people may open the page again anywhere, without the item.
 */
export function firstSightings(visits: readonly WeightedSighting[]): WeightedPlacedSighting[] {
  const placed = visits.filter(
    (one): one is WeightedPlacedSighting => isPlaced(one.sighting) && one.weight >= minWeight,
  )
  const of = new Map(placed.map(one => [one.sighting, one]))
  return groupByPerson(placed.map(({ sighting }) => sighting))
    .map(sightings => of.get(sightings.reduce((a, b) => (b.at < a.at ? b : a)))!)
    .sort((a, b) => a.sighting.at - b.sighting.at)
}

/**
 * Groups first sightings by place and day, oldest first. Leaves out single people elsewhere while crowds see the item in
 * one place: among many phones some have a wrong position.
 */
export function groupEncounters(firsts: readonly WeightedPlacedSighting[]): Encounter[] {
  const all = groupByPlaceAndDay(firsts)
  const outliers = findOutliers(all)
  if (outliers.size === 0) return all
  return groupByPlaceAndDay(all.filter(meeting => !outliers.has(meeting)).flatMap(({ visits }) => visits))
}

function groupByPlaceAndDay(firsts: readonly WeightedPlacedSighting[]): Encounter[] {
  const of = new Map(firsts.map(one => [one.sighting, one]))
  return clusterByPlace([...of.keys()])
    .flatMap(cluster => {
      const encounters: Encounter[] = []
      for (const sighting of cluster.visits) {
        const last = encounters.at(-1)
        const visit = of.get(sighting)!
        if (last && sighting.at - last.until < dayMs) {
          last.until = sighting.at
          last.visits.push(visit)
        } else encounters.push({ cluster: cluster, from: sighting.at, until: sighting.at, visits: [visit] })
      }
      return encounters
    })
    .sort((a, b) => a.from - b.from)
}

/** From so many encounters on a place has crowds: a showroom, a fair. */
const crowdEncounters = 4
/** For every so many encounters there, one single encounter elsewhere counts as a wrong position. */
const encountersPerOutlier = 8

/** Encounters that count as wrong positions, the oldest first. */
function findOutliers(meetings: readonly Encounter[]): Set<Encounter> {
  const byCluster = [...Map.groupBy(meetings, ({ cluster }) => cluster).values()].sort((a, b) => b.length - a.length)
  const largestCount = byCluster[0]?.length ?? 0
  if (largestCount < crowdEncounters) return new Set()
  const single = byCluster
    .filter(encounters => encounters.length === 1 && encounters[0]!.visits.length <= 2)
    .map(encounters => encounters[0]!)
  return new Set(single.sort((a, b) => a.from - b.from).slice(0, 1 + Math.floor(largestCount / encountersPerOutlier)))
}
