import { hour, kmBetween, peopleOf, type Placed } from './met.ts'
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

/** How often a town is met again after another one was. */
export function returnsAmong(towns: readonly Town[]): number {
  const walk = towns
    .flatMap((town, index) => town.visits.map(visit => ({ at: visit.at, index })))
    .sort((a, b) => a.at - b.at)
  const left = new Set<number>()
  let returns = 0
  for (const [position, { index }] of walk.entries()) {
    const before = walk[position - 1]
    if (!before || before.index === index) continue
    left.add(before.index)
    if (left.has(index)) returns++
  }
  return returns
}

export const peopleIn = (towns: readonly Town[]): number => peopleOf(towns.flatMap(({ visits }) => visits)).length

/** Who meets an item within so long of another is with him. */
const together = 6 * hour

/**
 * How often it was met, by people who were not there before and not together, outside the town where it was met most.
 */
export function meetingsApart(towns: readonly Town[]): number {
  const [main, ...others] = [...towns].sort((a, b) => b.visits.length - a.visits.length)
  if (!main) return 0
  const names = (visits: readonly Placed[]) =>
    visits.flatMap(met => [met.device, met.network]).filter(name => name !== null)
  const known = new Set<string>(names(main.visits))
  let meetings = 0
  for (const { visits } of others) {
    let last = -Infinity
    for (const met of visits) {
      const stranger = !names([met]).some(name => known.has(name))
      if (stranger && met.at - last > together) meetings++
      last = met.at
      for (const name of names([met])) known.add(name)
    }
  }
  return meetings
}
