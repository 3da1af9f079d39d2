import type { Signal, WeightedSighting } from './finding.ts'
import { hourMs, isPlaced, distanceBetween, groupByPerson } from './sighting.ts'
import { nearKm } from './thresholds.ts'

/** Within this time people retry. */
const retryMs = hourMs / 4

/** Checks by person; people who share a phone or a network count as one. */
function checksByPerson(visits: readonly WeightedSighting[]): WeightedSighting[][] {
  const of = new Map(visits.map(one => [one.sighting, one]))
  return groupByPerson(visits.map(({ sighting }) => sighting))
    .map(sightings => sightings.flatMap(sighting => (sighting.right === null ? [] : [of.get(sighting)!])))
    .filter(checks => checks.length > 0)
    .sort((a, b) => a[0]!.sighting.at - b[0]!.sighting.at)
}

/**
 * People whose codes were all wrong. An honest buyer retries; one in a thousand gives up. Two such people are enough,
 * anywhere. Anyone who has seen a label can enter wrong codes, so only the enterprise learns of it.
 */
export function wrongCodesSignal(visits: readonly WeightedSighting[]): Signal {
  const last = Math.max(...visits.map(({ sighting }) => sighting.at))
  const wrong = checksByPerson(visits).filter(checks =>
    checks.every(({ sighting }) => sighting.right === false && sighting.at < last - retryMs),
  )
  return { kind: 'wrongCodes', share: wrong.length / 2, visits: wrong.flat() }
}

/**
 * Others enter the right code after its first owner: it was copied with the label. One may have received it as a present
 * or bought a returned item, so one counts little; two far from the first are enough.
 */
export function recheckedSignal(visits: readonly WeightedSighting[]): Signal {
  const [owner, ...others] = checksByPerson(visits.filter(({ sighting }) => sighting.right !== false))
  if (!owner || others.length === 0) return { kind: 'rechecked', share: 0, visits: [] }
  const far = others.filter(([first]) => isFar(owner[0]!, first!))
  return {
    kind: 'rechecked',
    share: far.length > 1 ? far.length / 2 : others.length / 4,
    visits: [owner, ...others].flat(),
  }
}

const isFar = (a: WeightedSighting, b: WeightedSighting) =>
  isPlaced(a.sighting) &&
  isPlaced(b.sighting) &&
  a.weight > 0 &&
  b.weight > 0 &&
  distanceBetween(a.sighting, b.sighting) > nearKm
