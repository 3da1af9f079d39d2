import type { Sign } from './finding.ts'
import { day } from './sighting.ts'
import type { Meeting } from './outliers.ts'
import type { Thresholds } from './thresholds.ts'
import type { Town } from './towns.ts'

/** What somebody alone elsewhere between two meetings in one town counts, there and back: his position may be wrong. */
const aside = 1.2

/** How often strangers met the item in another town than the strangers before them. */
export function stepsOf(meetings: readonly Meeting[]): number {
  const inTown = (town: Town) => meetings.filter(meeting => meeting.town === town).length
  return meetings.reduce((sum, { town }, index) => {
    const before = meetings[index - 1]
    if (!before || before.town === town) return sum
    const isAside = meetings[index - 2]?.town === town && before.visits.length === 1 && inTown(before.town) === 1
    return sum + (isAside ? aside - 1 : 1)
  }, 0)
}

const visitsOf = (meetings: readonly Meeting[]) => meetings.flatMap(({ visits }) => visits)

/**
 * An item goes from people to people in other towns oftener than one item does: it is sold, taken home, given away, brought
 * back, and each of these is rare. Two labels are met now here, now there. What takes longer than `placesDays` has to be one step more.
 */
export function placesSign(meetings: readonly Meeting[], { placesMost, placesDays }: Thresholds): Sign {
  const last = meetings.at(-1)?.from ?? 0
  const lately = meetings.filter(({ from }) => from > last - placesDays * day)
  const soon = stepsOf(lately) / placesMost
  const slow = stepsOf(meetings) / (placesMost + 1)
  return soon >= slow
    ? { kind: 'places', share: soon, visits: visitsOf(lately) }
    : { kind: 'places', share: slow, visits: visitsOf(meetings) }
}

/** The same of what was met after the sale was reported: then no shop and no dealer has it any more. */
export function soldSign(meetings: readonly Meeting[], soldAt: number | null, thresholds: Thresholds): Sign {
  const after = soldAt === null ? [] : meetings.filter(({ from }) => from > soldAt + day)
  return { ...placesSign(after, thresholds), kind: 'sold' }
}
