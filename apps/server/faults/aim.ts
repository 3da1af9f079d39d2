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
export function aimOf(time: number, times: number, broken?: Aimed): readonly Aimed[] {
  // A trial of the campaign itself: whether the planted fault is noticed.
  if (broken) return [broken]
  return times === 1 ? aimedKinds : [aimedKinds[time % aimedKinds.length]!]
}

/**
 * Strikes while writes of the aimed kinds are in flight, in the moment in which one of them is answered.
 * @param strike ends what it strikes before it first waits
 * @returns what was in flight at that moment
 */
export async function strikeAimed<T>(
  { load, books, chance }: { load: Load; books: Books; chance: Chance },
  kinds: readonly Aimed[],
  strike: () => Promise<T>,
): Promise<{ shot: Shot; result: T }> {
  const before = new Map(kinds.map(kind => [kind, books.count(kind)]))
  const stop = load.volley(kinds, kinds.length === 1 ? callersOfOne : callersOfEach)
  try {
    // Each has been answered at least twice, so that the callers are out of step.
    await until(() => kinds.every(kind => books.count(kind) >= before.get(kind)! + 2), {
      patienceMs: 15_000,
      everyMs: 5,
    })
    await pause(chance.between(50, 400))
    let shot: Shot = { kinds, flying: {}, acknowledged: {} }
    let striking: Promise<T> | undefined
    const shoot = () => {
      shot = {
        kinds,
        flying: Object.fromEntries(kinds.map(kind => [kind, load.inFlight(kind)])),
        acknowledged: Object.fromEntries(kinds.map(kind => [kind, books.count(kind) - before.get(kind)!])),
      }
      striking = strike()
    }
    // In the moment of an answer: a write that is committed after its answer is lost for certain.
    if (!(await load.atAnswer(kinds, shoot, 10_000))) shoot()
    // The callers go on for a moment, against what is no longer there.
    await pause(100)
    stop()
    return { shot, result: await striking! }
  } finally {
    stop()
  }
}

/** Kinds of a shot that were not in flight. */
export const missed = ({ kinds, flying }: Shot): Aimed[] => kinds.filter(kind => !flying[kind])

/** One line: `report 9 (41)` is nine in flight and 41 acknowledged before. */
export const shotText = ({ kinds, flying, acknowledged }: Shot): string =>
  kinds.map(kind => `${kind} ${flying[kind] ?? 0} (${acknowledged[kind] ?? 0})`).join(', ')
