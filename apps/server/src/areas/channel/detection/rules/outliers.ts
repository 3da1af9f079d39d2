import type { Weighed } from './finding.ts'
import { day, isPlaced, peopleOf, type Placed } from './sighting.ts'
import { type Town, townsOf } from './towns.ts'

/** Strangers to an item who meet it for the first time, in one town within a day of each other: a household, or friends. */
export interface Meeting {
  town: Town
  /** When the first and the last of them met it first. */
  from: number
  until: number
  /** The first visit of each of them. */
  visits: PlacedVisit[]
}

type PlacedVisit = Weighed & { met: Placed }

/** What counts less than this says nothing of where an item has been. */
const believed = 0.5

/**
 * Of each person the first visit, where its place is believed, oldest first. Whoever comes again may open the page without the
 * item, anywhere.
 */
export function firstVisits(visits: readonly Weighed[]): PlacedVisit[] {
  const placed = visits.filter((one): one is PlacedVisit => isPlaced(one.met) && one.weight >= believed)
  const of = new Map(placed.map(one => [one.met, one]))
  return peopleOf(placed.map(({ met }) => met))
    .map(own => of.get(own.reduce((a, b) => (b.at < a.at ? b : a)))!)
    .sort((a, b) => a.met.at - b.met.at)
}

/**
 * Who meets an item for the first time, where and when, oldest first. Left out is one who is alone in his town while crowds
 * meet it in another: among many people some phone has a wrong position.
 */
export function meetingsOf(firsts: readonly PlacedVisit[]): Meeting[] {
  const all = groupsOf(firsts)
  const lost = astrayAmong(all)
  if (lost.size === 0) return all
  return groupsOf(all.filter(meeting => !lost.has(meeting)).flatMap(({ visits }) => visits))
}

function groupsOf(firsts: readonly PlacedVisit[]): Meeting[] {
  const of = new Map(firsts.map(one => [one.met, one]))
  return townsOf([...of.keys()])
    .flatMap(town => {
      const own: Meeting[] = []
      for (const met of town.visits) {
        const last = own.at(-1)
        const visit = of.get(met)!
        if (last && met.at - last.until < day) {
          last.until = met.at
          last.visits.push(visit)
        } else own.push({ town, from: met.at, until: met.at, visits: [visit] })
      }
      return own
    })
    .sort((a, b) => a.from - b.from)
}

/** From so many meetings on a town is one where crowds meet an item: a showroom, a fair. */
const crowd = 4
/** For every so many meetings in it one who is alone elsewhere is taken for a wrong position. */
const oneIn = 8

/** Those who are surely astray, the oldest first. */
function astrayAmong(meetings: readonly Meeting[]): Set<Meeting> {
  const byTown = [...Map.groupBy(meetings, ({ town }) => town).values()].sort((a, b) => b.length - a.length)
  const inMain = byTown[0]?.length ?? 0
  if (inMain < crowd) return new Set()
  const alone = byTown.filter(own => own.length === 1 && own[0]!.visits.length <= 2).map(own => own[0]!)
  return new Set(alone.sort((a, b) => a.from - b.from).slice(0, 1 + Math.floor(inMain / oneIn)))
}
