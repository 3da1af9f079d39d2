import type { Db } from '../../platform/database/database.ts'
import { noteOutside, outsideOf } from './cross-sales.ts'
import { raise } from './raise.ts'
import { readChannels } from './read-channels.ts'
import { readFacts } from './read-goods.ts'
import { keyOf, type MetCode, readMet } from './read-met.ts'
import { thresholdsOf } from './read-thresholds.ts'
import { findingsOf } from './rules/rules.ts'

/**
 * Judges codes by all that is known of who met them, and opens or continues cases. It may be run again at any time: what has
 * been noted is not noted twice.
 * @param db a handle across tenants
 * @returns how many cases were opened
 */
export async function judge(db: Db, codes: readonly MetCode[]): Promise<number> {
  const visits = await readMet(db, codes)
  const met = codes.filter(code => visits.get(keyOf(code))!.length > 0)
  if (met.length === 0) return 0
  const thresholds = await thresholdsOf(
    db,
    met.map(({ tenantId }) => tenantId),
  )
  const channels = await readChannels(db, met)
  const outside = met.flatMap(code => {
    const channel = channels.get(keyOf(code))
    return channel ? outsideOf(code, visits.get(keyOf(code))!, channel) : []
  })
  let opened = outside.length > 0 ? await noteOutside(db, outside, thresholds) : 0
  // One visit alone says nothing of a copy.
  const several = met.filter(code => visits.get(keyOf(code))!.length > 1)
  if (several.length === 0) return opened
  const facts = await readFacts(db, several)
  for (const code of several) {
    const known = { ...facts.get(keyOf(code))!, reach: channels.get(keyOf(code)) ?? null }
    for (const finding of findingsOf(visits.get(keyOf(code))!, known, thresholds(code.tenantId))) {
      const evidence = finding.visits.map(({ met: { log, entry, at }, weight }) => ({
        ...code,
        log,
        entry,
        at: new Date(at),
        weight,
      }))
      const { kind, confidence } = finding
      const raised = {
        kind,
        subject: keyOf(code),
        code,
        dealerId: channels.get(keyOf(code))?.dealerId ?? null,
        place: null,
        confidence,
      }
      if (await raise(db, raised, evidence)) opened++
    }
  }
  return opened
}
