import type { Signal } from './finding.ts'
import { dayMs } from './sighting.ts'
import type { Encounter } from './outliers.ts'
import type { Thresholds } from './thresholds.ts'
import type { PlaceCluster } from './place-clusters.ts'

/** Steps for one person elsewhere between two encounters in one place, there and back: the position may be wrong. */
const detourSteps = 1.2

/** How often the item was seen in another place than in the encounter before. */
export function countSteps(meetings: readonly Encounter[]): number {
  const encountersIn = (cluster: PlaceCluster) => meetings.filter(meeting => meeting.cluster === cluster).length
  return meetings.reduce((sum, { cluster }, index) => {
    const before = meetings[index - 1]
    if (!before || before.cluster === cluster) return sum
    const isDetour =
      meetings[index - 2]?.cluster === cluster && before.visits.length === 1 && encountersIn(before.cluster) === 1
    return sum + (isDetour ? detourSteps - 1 : 1)
  }, 0)
}

const visitsOf = (meetings: readonly Encounter[]) => meetings.flatMap(({ visits }) => visits)

/**
 * The code moves between places more often than one item does: it is sold, taken home, given away, returned, and each of
 * these is rare. Copied labels are seen alternately in several places. Moves that take longer than `placesDays` need one
 * step more.
 */
export function placesSignal(meetings: readonly Encounter[], { placesMost, placesDays }: Thresholds): Signal {
  const last = meetings.at(-1)?.from ?? 0
  const recent = meetings.filter(({ from }) => from > last - placesDays * dayMs)
  const recentShare = countSteps(recent) / placesMost
  const longShare = countSteps(meetings) / (placesMost + 1)
  return recentShare >= longShare
    ? { kind: 'places', share: recentShare, visits: visitsOf(recent) }
    : { kind: 'places', share: longShare, visits: visitsOf(meetings) }
}

/** The same for encounters after the reported sale: then no shop or dealer has the item any more. */
export function soldSignal(meetings: readonly Encounter[], soldAt: number | null, thresholds: Thresholds): Signal {
  const after = soldAt === null ? [] : meetings.filter(({ from }) => from > soldAt + dayMs)
  return { ...placesSignal(after, thresholds), kind: 'sold' }
}
