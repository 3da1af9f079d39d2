import type { Encounter } from './outliers.ts'

/** So many people may look an item up normally: sellers, a buyer, the household, a later owner. */
const usualVisitors = 9
/** Share that each further person adds. */
const sharePerVisitor = 1 / 5
/** More people in one town mean a showroom, where all may be visitors. */
const crowdSize = 7

/**
 * Far more people look the code up than look at one item, with or without a position, and no town has a crowd: then fewer
 * steps from town to town are enough.
 * @param readers people who looked the code up or checked it, with a position or without
 * @param meetings those of them whose place is known
 * @returns what it adds to the share of the steps; 0 when it is no evidence
 */
export function visitorCountShare(readers: number, meetings: readonly Encounter[]): number {
  const people = (of: readonly Encounter[]) => of.reduce((sum, { visits }) => sum + visits.length, 0)
  const towns = Map.groupBy(meetings, ({ cluster }) => cluster)
  const most = Math.max(0, ...[...towns.values()].map(people))
  // Few share a position: estimate for this town if the others are distributed alike.
  const there = (readers * most) / people(meetings)
  return meetings.length > 0 && there <= crowdSize ? Math.max(0, readers - usualVisitors) * sharePerVisitor : 0
}
