import type { Meeting } from './outliers.ts'

/** So many people may look an item up without a word being said: those who sell it, a buyer, his household, who gets it from him. */
const usual = 9
/** What each further one counts. */
const each = 1 / 5
/** Where more people than that look at an item in one town, it stands in a showroom and everybody may be a visitor. */
const crowd = 7

/**
 * Far more people look the code up than look at one item, wherever they are and whether or not they say so, and in no town are
 * they a crowd: then fewer steps from town to town are enough.
 * @param readers people who looked the code up or checked it, with a position or without
 * @param meetings those of them whose place is known
 * @returns what it adds to a share that the steps have; 0 when it says nothing
 */
export function readersShare(readers: number, meetings: readonly Meeting[]): number {
  const people = (of: readonly Meeting[]) => of.reduce((sum, { visits }) => sum + visits.length, 0)
  const towns = Map.groupBy(meetings, ({ town }) => town)
  const most = Math.max(0, ...[...towns.values()].map(people))
  // Few tell where they are: so many are there if the others are spread as they are.
  const there = (readers * most) / people(meetings)
  return meetings.length > 0 && there <= crowd ? Math.max(0, readers - usual) * each : 0
}
