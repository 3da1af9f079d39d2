import { recheckedSignal, wrongCodesSignal } from './checks.ts'
import { type BeforePort, beforePortFinding } from './before-port.ts'
import { confidenceOfShare, type Finding, type Signal } from './finding.ts'
import { firstSightings, groupEncounters } from './outliers.ts'
import type { Sighting } from './sighting.ts'
import { placesSignal, soldSignal } from './places.ts'
import { visitorCountShare } from './lookup-count.ts'
import { speedFinding } from './speed.ts'
import { outsideSignal, type DealerTerritories } from './territory.ts'
import { minConfidence, type Thresholds } from './thresholds.ts'
import { weightOf } from './weight.ts'

/** Facts about a code other than its sightings. */
export interface CodeFacts {
  port: BeforePort | null
  /** Time of its reported sale; null without one. */
  soldAt: number | null
  /** Its dealer's territories; null when no dealer holds it. */
  dealerTerritories: DealerTerritories | null
  /** People who recently looked it up or checked it, with or without a position. */
  visitors: number
}

/** Half of a case, two steps from place to place: below it the number of visitors adds nothing. */
const minStepShare = 0.5

/** Findings against one code that reach the minimum confidence. */
export function findEvidence(visits: readonly Sighting[], facts: CodeFacts, thresholds: Thresholds): Finding[] {
  const weighted = visits.map(sighting => ({ sighting, weight: weightOf(sighting, visits) }))
  const firsts = firstSightings(weighted)
  const meetings = groupEncounters(firsts)
  // Three rules see the same steps: only the strongest counts.
  const stepSignals = [
    soldSignal(meetings, facts.soldAt, thresholds),
    placesSignal(meetings, thresholds),
    outsideSignal(meetings, facts.dealerTerritories),
  ]
  const strongest = stepSignals.reduce((a, b) => (b.share > a.share ? b : a))
  const visitorShare = strongest.share > minStepShare ? visitorCountShare(facts.visitors, meetings) : 0
  return [
    speedFinding(
      meetings.flatMap(({ visits }) => visits),
      weighted,
      thresholds,
    ),
    beforePortFinding(weighted, facts.port),
    ...combineSignals(
      [{ ...strongest, share: strongest.share + visitorShare }, recheckedSignal(weighted)],
      wrongCodesSignal(weighted),
    ),
  ].filter((finding): finding is Finding => finding !== undefined && finding.confidence >= minConfidence)
}

/**
 * Combines signals of different kinds. Strangers can enter wrong codes for any item, so wrong codes add nothing to what
 * buyers are shown; only the enterprise sees them.
 */
function combineSignals(publicSignals: readonly Signal[], wrong: Signal): Finding[] {
  const share = publicSignals.reduce((sum, sign) => sum + sign.share, 0)
  const [first] = [...publicSignals].sort((a, b) => b.share - a.share)
  const namedSignals = publicSignals.filter(sign => sign === first || sign.share >= 1)
  const findings = namedSignals.map(({ kind }) => ({
    kind,
    confidence: confidenceOfShare(share),
    visits: publicSignals.flatMap(({ visits }) => visits),
  }))
  const confidence = wrong.share === 0 ? 0 : confidenceOfShare(share + wrong.share)
  return [
    ...findings,
    { kind: wrong.kind, confidence, visits: [...wrong.visits, ...publicSignals.flatMap(sign => sign.visits)] },
  ]
}
