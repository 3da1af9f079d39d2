import { bounded, type Finding, type Weighed } from './finding.ts'
import { day, isPlaced, type Placed } from './met.ts'
import type { Thresholds } from './thresholds.ts'
import { meetingsApart, peopleIn, returnsAmong, townsOf } from './towns.ts'

/** What counts less than this says nothing of where an item has been. */
const believed = 0.5
/** Strangers who meet an item apart from each other outside the town where it is met most: its buyer's family and one to whom it was given are two. */
const mostApart = 2

/**
 * One item in more towns than one item comes to in that time, now here and now there, or met outside its town by one stranger
 * after the other. Visits before the last `placesDays` are left out. An item that is sold goes one way; a picture of its label
 * that is sent to a friend makes it come back once.
 */
export function placesFinding(visits: readonly Weighed[], { placesMost, placesDays }: Thresholds): Finding | undefined {
  const last = Math.max(...visits.map(({ met }) => met.at))
  const recent = visits.filter(
    (one): one is Weighed & { met: Placed } =>
      isPlaced(one.met) && one.weight >= believed && one.met.at > last - placesDays * day,
  )
  const towns = townsOf(recent.map(({ met }) => met))
  const more = towns.length - placesMost
  const meetings = meetingsApart(towns)
  const apart = meetings - mostApart
  const back = returnsAmong(towns) - (towns.length < 3 && meetings < mostApart ? 1 : 0)
  // As many strangers as towns: one who travels with his chair is no crowd.
  if ((more <= 0 && back <= 0 && apart <= 0) || peopleIn(towns) < Math.min(3, towns.length + 1)) return undefined
  return {
    kind: 'places',
    confidence: bounded(50 + 10 * Math.max(0, more) + 10 * Math.max(0, back) + 5 * Math.max(0, apart)),
    visits: recent,
  }
}
