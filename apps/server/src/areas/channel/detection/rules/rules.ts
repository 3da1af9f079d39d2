import { recheckedSign, wrongSign } from './checks.ts'
import { type BeforePort, earlyFinding } from './before-port.ts'
import { confidenceOfShare, type Finding, type Sign } from './finding.ts'
import { firstVisits, meetingsOf } from './outliers.ts'
import type { Met } from './sighting.ts'
import { placesSign, soldSign } from './places.ts'
import { readersShare } from './lookup-count.ts'
import { speedFinding } from './speed.ts'
import { outsideSign, type Reach } from './territory.ts'
import { tellFrom, type Thresholds } from './thresholds.ts'
import { weightOf } from './weight.ts'

/** What is known of a code beside who met it. */
export interface CodeFacts {
  port: BeforePort | null
  /** When its sale is reported to have been; null when it is not. */
  soldAt: number | null
  /** Where its dealer may sell; null when no dealer has it. */
  reach: Reach | null
  /** People who looked it up or checked it lately, with a position or without. */
  readers: number
}

/** Half of what is enough, two steps from town to town: below it there is nothing to which the number of readers could add. */
const leastWay = 0.5

/** What the visits of one code say against it, all that is worth telling. */
export function findingsOf(visits: readonly Met[], facts: CodeFacts, thresholds: Thresholds): Finding[] {
  const weighed = visits.map(met => ({ met, weight: weightOf(met, visits) }))
  const firsts = firstVisits(weighed)
  const meetings = meetingsOf(firsts)
  // The same steps seen in three ways count once, as what says most of them.
  const ways = [
    soldSign(meetings, facts.soldAt, thresholds),
    placesSign(meetings, thresholds),
    outsideSign(meetings, facts.reach),
  ]
  const way = ways.reduce((a, b) => (b.share > a.share ? b : a))
  const readers = way.share > leastWay ? readersShare(facts.readers, meetings) : 0
  return [
    speedFinding(
      meetings.flatMap(({ visits }) => visits),
      weighed,
      thresholds,
    ),
    earlyFinding(weighed, facts.port),
    ...together([{ ...way, share: way.share + readers }, recheckedSign(weighed)], wrongSign(weighed)),
  ].filter((finding): finding is Finding => finding !== undefined && finding.confidence >= tellFrom)
}

/**
 * Signs of different kinds that are enough together. What a stranger can do to an item by entering wrong codes is told to its
 * enterprise only, so that they add nothing to what buyers are told.
 */
function together(told: readonly Sign[], wrong: Sign): Finding[] {
  const share = told.reduce((sum, sign) => sum + sign.share, 0)
  const [first] = [...told].sort((a, b) => b.share - a.share)
  const spoken = told.filter(sign => sign === first || sign.share >= 1)
  const found = spoken.map(({ kind }) => ({
    kind,
    confidence: confidenceOfShare(share),
    visits: told.flatMap(({ visits }) => visits),
  }))
  const confidence = wrong.share === 0 ? 0 : confidenceOfShare(share + wrong.share)
  return [...found, { kind: wrong.kind, confidence, visits: [...wrong.visits, ...told.flatMap(sign => sign.visits)] }]
}
