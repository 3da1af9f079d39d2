import type { Sign, Weighed } from './finding.ts'
import { hour, isPlaced, kmBetween, peopleOf } from './sighting.ts'
import { nearKm } from './thresholds.ts'

/** Within this somebody types it again. */
const again = hour / 4

/** What the people who entered a security code entered; whoever shares a phone or a network is one. */
function byPeople(visits: readonly Weighed[]): Weighed[][] {
  const of = new Map(visits.map(one => [one.met, one]))
  return peopleOf(visits.map(({ met }) => met))
    .map(own => own.flatMap(met => (met.right === null ? [] : [of.get(met)!])))
    .filter(checks => checks.length > 0)
    .sort((a, b) => a[0]!.met.at - b[0]!.met.at)
}

/**
 * People whose every code was wrong. An honest buyer types it again; one in a thousand gives up. Two such people are
 * enough, wherever they were. As whoever has seen a label can enter wrong codes, this is told to the enterprise alone.
 */
export function wrongSign(visits: readonly Weighed[]): Sign {
  const last = Math.max(...visits.map(({ met }) => met.at))
  const wrong = byPeople(visits).filter(checks =>
    checks.every(({ met }) => met.right === false && met.at < last - again),
  )
  return { kind: 'wrongCodes', share: wrong.length / 2, visits: wrong.flat() }
}

/**
 * After its first owner others enter the right code, too: it was copied with the label. One may have got it as a present, or
 * bought it after it was brought back, so that one is little by itself; two far from the first are enough.
 */
export function recheckedSign(visits: readonly Weighed[]): Sign {
  const [owner, ...others] = byPeople(visits.filter(({ met }) => met.right !== false))
  if (!owner || others.length === 0) return { kind: 'rechecked', share: 0, visits: [] }
  const far = others.filter(([first]) => isFar(owner[0]!, first!))
  return {
    kind: 'rechecked',
    share: far.length > 1 ? far.length / 2 : others.length / 4,
    visits: [owner, ...others].flat(),
  }
}

const isFar = (a: Weighed, b: Weighed) =>
  isPlaced(a.met) && isPlaced(b.met) && a.weight > 0 && b.weight > 0 && kmBetween(a.met, b.met) > nearKm
