import { type BeforePort, earlyFinding } from './early.ts'
import type { Finding } from './finding.ts'
import type { Met } from './met.ts'
import { placesFinding } from './places.ts'
import { recheckedFinding, soldFinding } from './sold.ts'
import { speedFinding } from './speed.ts'
import { tellFrom, type Thresholds } from './thresholds.ts'
import { weightOf } from './weight.ts'

/** What is known of a code beside who met it. */
export interface CodeFacts {
  port: BeforePort | null
  soldAt: number | null
}

/** What the visits of one code say against it, all that is worth telling. */
export function findingsOf(visits: readonly Met[], facts: CodeFacts, thresholds: Thresholds): Finding[] {
  const weighed = visits.map(met => ({ met, weight: weightOf(met, visits) }))
  return [
    speedFinding(weighed, thresholds),
    placesFinding(weighed, thresholds),
    earlyFinding(weighed, facts.port),
    soldFinding(weighed, facts.soldAt, thresholds),
    recheckedFinding(weighed, thresholds),
  ].filter((finding): finding is Finding => finding !== undefined && finding.confidence >= tellFrom)
}
