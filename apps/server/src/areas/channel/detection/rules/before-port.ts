import { clampConfidence, type Finding, type WeightedSighting } from './finding.ts'
import { dayMs, isPlaced, groupByPerson } from './sighting.ts'

/** Location of goods that have not left their port yet. */
export interface BeforePort {
  /** ISO 3166-1 alpha-2. */
  country: string
  /** When they were last reported there. */
  nearAt: number
  /** When they left it; null when no record says so. */
  leftAt: number | null
}

/** Without a report for so many days the goods are assumed to have left. */
const silentDays = 30

/**
 * Different people see a code in another country while its goods are still before their port. One alone may have a wrong position; two have not.
 */
export function beforePortFinding(visits: readonly WeightedSighting[], port: BeforePort | null): Finding | undefined {
  if (!port) return undefined
  const until = Math.min(port.leftAt ?? Infinity, port.nearAt + silentDays * dayMs)
  const early = visits.filter(
    ({ sighting, weight }) =>
      isPlaced(sighting) &&
      weight > 0 &&
      sighting.country !== null &&
      sighting.country !== port.country &&
      sighting.at < until,
  )
  const sum = sumByPerson(early)
  return sum < 1.5 ? undefined : { kind: 'early', confidence: clampConfidence(30 + 20 * sum), visits: early }
}

/** Sum of weights over different people: ten sightings by one person count once, with the highest weight. */
const sumByPerson = (visits: readonly WeightedSighting[]): number =>
  groupByPerson(visits.map(({ sighting, weight }) => ({ network: sighting.network, device: sighting.device, weight })))
    .map(weights => Math.max(...weights.map(({ weight }) => weight)))
    .reduce((sum, weight) => sum + weight, 0)
