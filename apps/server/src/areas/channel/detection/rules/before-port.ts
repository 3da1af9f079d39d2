import { bounded, type Finding, type Weighed } from './finding.ts'
import { day, isPlaced, peopleOf } from './sighting.ts'

/** Where goods are that have not left their port yet. */
export interface BeforePort {
  /** ISO 3166-1 alpha-2. */
  country: string
  /** When they were met there last. */
  nearAt: number
  /** When they left it; null when nothing says that they have. */
  leftAt: number | null
}

/** Goods that nothing has been reported of for so long have left, and nobody said so. */
const silentDays = 30

/**
 * Strangers meet a code in another country while its goods lie on the near side of their port. One alone may have a wrong
 * position; two have not.
 */
export function earlyFinding(visits: readonly Weighed[], port: BeforePort | null): Finding | undefined {
  if (!port) return undefined
  const until = Math.min(port.leftAt ?? Infinity, port.nearAt + silentDays * day)
  const early = visits.filter(
    ({ met, weight }) =>
      isPlaced(met) && weight > 0 && met.country !== null && met.country !== port.country && met.at < until,
  )
  const sum = sumByPeople(early)
  return sum < 1.5 ? undefined : { kind: 'early', confidence: bounded(30 + 20 * sum), visits: early }
}

/** Weights of different people together: who comes ten times counts once, by his best. */
const sumByPeople = (visits: readonly Weighed[]): number =>
  peopleOf(visits.map(({ met, weight }) => ({ network: met.network, device: met.device, weight })))
    .map(own => Math.max(...own.map(({ weight }) => weight)))
    .reduce((sum, weight) => sum + weight, 0)
