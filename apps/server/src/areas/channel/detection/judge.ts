import type { Db } from '../../../platform/database/database.ts'
import { noteOutside, type Outside, outsideOf } from './cross-sales.ts'
import { type Evidence, type Raised, raise } from './raise.ts'
import { readChannels } from './load-channels.ts'
import { readFacts } from './load-goods.ts'
import { countReaders, keyOf, type MetCode } from './load-sightings.ts'
import { thresholdsOf } from './load-thresholds.ts'
import { type Met, peopleOf } from './rules/sighting.ts'
import { findingsOf } from './rules/rules.ts'
import type { Thresholds } from './rules/thresholds.ts'

/** What speaks against codes, and is not noted yet. */
export interface Found {
  outside: Outside[]
  raised: { raised: Raised; evidence: Evidence[] }[]
  /** Of an enterprise, by its id. */
  thresholds: (tenantId: number) => Thresholds
}

/**
 * Judges codes by all that is known of who met them. Changes nothing: most codes have nothing against them.
 * @param db reads across tenants
 * @param visits of these codes (`readMet`)
 * @returns undefined when nothing speaks against any of them
 */
export async function judge(
  db: Pick<Db, 'query'>,
  codes: readonly MetCode[],
  visits: ReadonlyMap<string, Met[]>,
): Promise<Found | undefined> {
  const met = codes.filter(code => visits.get(keyOf(code))!.length > 0)
  if (met.length === 0) return undefined
  const channels = await readChannels(db, met)
  const outside = met.flatMap(code => {
    const channel = channels.get(keyOf(code))
    return channel ? outsideOf(code, visits.get(keyOf(code))!, channel) : []
  })
  // One person alone says nothing of a copy, however often he comes.
  const several = met.filter(code => peopleOf(visits.get(keyOf(code))!).length > 1)
  if (several.length + outside.length === 0) return undefined
  const thresholds = await thresholdsOf(
    db,
    met.map(({ tenantId }) => tenantId),
  )
  const facts = several.length > 0 ? await readFacts(db, several) : new Map<string, never>()
  // Readers add to two steps from strangers to strangers (`rules/readers.ts`): three people at least.
  const travelled = several.filter(code => peopleOf(visits.get(keyOf(code))!).length > 2)
  const readers = travelled.length > 0 ? await countReaders(db, travelled) : new Map<string, number>()
  const raised = several.flatMap(code => {
    const known = {
      ...facts.get(keyOf(code))!,
      reach: channels.get(keyOf(code)) ?? null,
      readers: readers.get(keyOf(code)) ?? 0,
    }
    const findings = findingsOf(visits.get(keyOf(code))!, known, thresholds(code.tenantId))
    return findings.map(({ kind, confidence, visits }) => ({
      raised: {
        kind,
        subject: keyOf(code),
        code,
        dealerId: channels.get(keyOf(code))?.dealerId ?? null,
        place: null,
        confidence,
      },
      evidence: visits.map(({ met: { log, entry, at }, weight }) => ({
        ...code,
        log,
        entry,
        at: new Date(at),
        weight,
      })),
    }))
  })
  return outside.length + raised.length > 0 ? { outside, raised, thresholds } : undefined
}

/**
 * Opens or continues the cases of what was found. It may be run again at any time: what has been noted is not noted twice.
 * @param db a handle across tenants, which holds the lock of the watch: of two who open the same case the second finds it
 */
export async function note(db: Db, { outside, raised: all, thresholds }: Found): Promise<void> {
  if (outside.length > 0) await noteOutside(db, outside, thresholds)
  for (const { raised, evidence } of all) await raise(db, raised, evidence)
}
