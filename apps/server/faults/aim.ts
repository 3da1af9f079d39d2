import { aimedKinds } from './books.ts'
import type { Books } from './books.ts'
import type { Aimed, Load } from './load.ts'
import type { Chance } from './random.ts'
import { pause, until } from './wait.ts'

/** What was under way when a fault struck. */
export interface Shot {
  /** The kinds that it was aimed at. */
  kinds: readonly Aimed[]
  /** Writes that were sent and not answered at that moment, by kind. */
  flying: Partial<Record<Aimed, number>>
  /** Acknowledged in the volley before it, by kind. */
  acknowledged: Partial<Record<Aimed, number>>
}

/** Callers of each kind: one kind alone is written by many, so that some of its writes are at every point of their course. */
const callersOfOne = 10
const callersOfEach = 2

/** Which kinds the strike of this number is aimed at: one after the other; all together when it is the only one. */
export function aimOf(time: number, times: number): readonly Aimed[] {
  return times === 1 ? aimedKinds : [aimedKinds[time % aimedKinds.length]!]
}

/**
 * Strikes while writes of the aimed kinds are in flight.
 * @param strike ends what it strikes before it first waits
 * @returns what was in flight; undefined kinds of it were never seen in flight
 */
export async function strikeAimed<T>(
  { load, books, chance }: { load: Load; books: Books; chance: Chance },
  kinds: readonly Aimed[],
  strike: () => Promise<T>,
): Promise<{ shot: Shot; result: T }> {
  const before = new Map(kinds.map(kind => [kind, books.count(kind)]))
  const stop = load.volley(kinds, kinds.length === 1 ? callersOfOne : callersOfEach)
  const seen = new Set<Aimed>()
  try {
    // Each has been answered at least twice, so that the callers are out of step.
    await until(() => kinds.every(kind => books.count(kind) >= before.get(kind)! + 2), {
      patienceMs: 15_000,
      everyMs: 5,
    })
    await pause(chance.between(50, 400))
    await until(
      () => {
        for (const kind of kinds) if (load.inFlight(kind) > 0) seen.add(kind)
        return kinds.length === 1 ? load.inFlight(kinds[0]!) > 0 : seen.size === kinds.length
      },
      { patienceMs: 5000, everyMs: 1 },
    )
    const flying = Object.fromEntries(kinds.map(kind => [kind, load.inFlight(kind)]))
    const acknowledged = Object.fromEntries(kinds.map(kind => [kind, books.count(kind) - before.get(kind)!]))
    const striking = strike()
    // The callers go on for a moment, against what is no longer there.
    await pause(100)
    stop()
    return { shot: { kinds, flying, acknowledged }, result: await striking }
  } finally {
    stop()
  }
}

/** Kinds of a shot that were not in flight. */
export const missed = ({ kinds, flying }: Shot): Aimed[] => kinds.filter(kind => !flying[kind])

/** One line: `report 9 (41)` is nine in flight and 41 acknowledged before. */
export const shotText = ({ kinds, flying, acknowledged }: Shot): string =>
  kinds.map(kind => `${kind} ${flying[kind] ?? 0} (${acknowledged[kind] ?? 0})`).join(', ')
