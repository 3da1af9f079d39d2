import type { Db } from '../../../platform/database/database.ts'
import { recordOutsideSightings, type OutsideSighting, findOutsideSightings } from './cross-sales.ts'
import { type Evidence, type CaseDraft, openOrExtendCase } from './open-case.ts'
import { loadChannels } from './load-channels.ts'
import { loadCodeFacts } from './load-goods.ts'
import { countVisitors, keyOf, type SightedCode } from './load-sightings.ts'
import { loadThresholds } from './load-thresholds.ts'
import { type Sighting, groupByPerson } from './rules/sighting.ts'
import { findEvidence } from './rules/rules.ts'
import type { Thresholds } from './rules/thresholds.ts'

/** Result of an evaluation, not yet recorded. */
export interface DetectionResult {
  outside: OutsideSighting[]
  cases: { raised: CaseDraft; evidence: Evidence[] }[]
  /** Thresholds by enterprise. */
  thresholds: (tenantId: number) => Thresholds
}

/**
 * Evaluates codes by their sightings. Read-only: most codes have nothing against them.
 * @param db reads across tenants
 * @param visits sightings of these codes (`loadSightings`)
 * @returns undefined when there is no evidence against any of them
 */
export async function evaluateCodes(
  db: Pick<Db, 'query'>,
  codes: readonly SightedCode[],
  visits: ReadonlyMap<string, Sighting[]>,
): Promise<DetectionResult | undefined> {
  const sighted = codes.filter(code => visits.get(keyOf(code))!.length > 0)
  if (sighted.length === 0) return undefined
  const channels = await loadChannels(db, sighted)
  const outside = sighted.flatMap(code => {
    const channel = channels.get(keyOf(code))
    return channel ? findOutsideSightings(code, visits.get(keyOf(code))!, channel) : []
  })
  // One person alone is no evidence of a copy, however often they look.
  const seenBySeveral = sighted.filter(code => groupByPerson(visits.get(keyOf(code))!).length > 1)
  if (seenBySeveral.length + outside.length === 0) return undefined
  const thresholds = await loadThresholds(
    db,
    sighted.map(({ tenantId }) => tenantId),
  )
  const facts = seenBySeveral.length > 0 ? await loadCodeFacts(db, seenBySeveral) : new Map<string, never>()
  // The visitor count needs two steps between strangers first (`rules/lookup-count.ts`): at least three people.
  const seenByThree = seenBySeveral.filter(code => groupByPerson(visits.get(keyOf(code))!).length > 2)
  const visitorCounts = seenByThree.length > 0 ? await countVisitors(db, seenByThree) : new Map<string, number>()
  const raised = seenBySeveral.flatMap(code => {
    const codeFacts = {
      ...facts.get(keyOf(code))!,
      dealerTerritories: channels.get(keyOf(code)) ?? null,
      visitors: visitorCounts.get(keyOf(code)) ?? 0,
    }
    const findings = findEvidence(visits.get(keyOf(code))!, codeFacts, thresholds(code.tenantId))
    return findings.map(({ kind, confidence, visits }) => ({
      raised: {
        kind,
        subject: keyOf(code),
        code,
        dealerId: channels.get(keyOf(code))?.dealerId ?? null,
        place: null,
        confidence,
      },
      evidence: visits.map(({ sighting: { log, entry, at }, weight }) => ({
        ...code,
        log,
        entry,
        at: new Date(at),
        weight,
      })),
    }))
  })
  return outside.length + raised.length > 0 ? { outside, cases: raised, thresholds } : undefined
}

/**
 * Opens or extends the cases of a result. Idempotent: recorded evidence is not recorded twice.
 * @param db a handle across tenants that holds the detection lock: of two processes that open the same case the second finds it
 */
export async function recordDetections(db: Db, { outside, cases: all, thresholds }: DetectionResult): Promise<void> {
  if (outside.length > 0) await recordOutsideSightings(db, outside, thresholds)
  for (const { raised, evidence } of all) await openOrExtendCase(db, raised, evidence)
}
