import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import { findCase, type Evidence, openOrExtendCase } from './open-case.ts'
import type { DealerChannel } from './load-channels.ts'
import { type SightedCode, evaluatedDays } from './load-sightings.ts'
import { type Sighting, groupByPerson } from './rules/sighting.ts'
import { wasOutside } from './rules/territory.ts'
import type { Thresholds } from './rules/thresholds.ts'
import { weightOf } from './rules/weight.ts'

/** A sighting outside the territory of the code's dealer. */
export interface OutsideSighting extends Evidence {
  subject: string
  network: string | null
  device: string | null
  dealerId: number
  country: string
  province: string | null
  city: string | null
}

/** Sightings of a code outside the dealer's territories of that day, since the dealer holds the code. */
export function findOutsideSightings(
  code: SightedCode,
  visits: readonly Sighting[],
  channel: DealerChannel,
): OutsideSighting[] {
  return visits.flatMap(sighting => {
    if (!wasOutside(sighting, channel)) return []
    const weight = weightOf(sighting, visits)
    if (weight === 0) return []
    const { country, province, city } = sighting
    return [
      {
        ...code,
        log: sighting.log,
        entry: sighting.entry,
        at: new Date(sighting.at),
        weight,
        network: sighting.network,
        device: sighting.device,
        subject: [channel.assignmentId, country, province ?? '', city ?? ''].join('/'),
        dealerId: channel.dealerId,
        country: country!,
        province,
        city,
      },
    ]
  })
}

/** Percent by the summed weight of different sources: above 50 at the threshold, never certain. */
export const crossSaleConfidence = (sum: number, { crossVisits }: Thresholds): number =>
  Math.min(95, Math.round(50 + (10 * (sum - crossVisits)) / Math.max(1, crossVisits) + 10))

interface Hint {
  log: 'scan' | 'check'
  entry: number
  at: Date
  requestNumber: number
  serial: number
  weight: number
  network: string | null
  device: string | null
}

async function storeHints(db: Db, tenantId: number, visits: readonly OutsideSighting[]): Promise<void> {
  await insertRows(
    db,
    'case_hint',
    visits.map(({ subject, log, entry, at, requestNumber, serial, weight, network, device }) => ({
      tenant_id: tenantId,
      subject,
      log,
      entry,
      at,
      request_number: requestNumber,
      serial,
      weight,
      network,
      device,
    })),
    sql`on conflict (tenant_id, subject, log, entry) do update set weight = excluded.weight`,
  )
}

/** Hints of one subject; several sightings by one person count once, with the highest weight. */
async function loadHints(db: Db, tenantId: number, subject: string): Promise<{ hints: Hint[]; sum: number }> {
  const hints = await db.query<Hint>(sql`
    select log, entry, at, request_number as "requestNumber", serial, weight, network, device from case_hint
    where tenant_id = ${tenantId} and subject = ${subject} and at > now() - make_interval(days => ${evaluatedDays})
    order by at limit 1000`)
  const best = groupByPerson(hints).map(hints => Math.max(...hints.map(({ weight }) => weight)))
  return { hints, sum: best.reduce((sum, weight) => sum + weight, 0) }
}

/** Share of a dealer's buyers that may live in one other town without any sale there. */
const atHomeShare = 0.05

/** Whether the sightings outside are explained by buyers who take goods home. Reads only as much of the log as decides it. */
async function isTakenHome(
  db: Db,
  { tenantId, requestNumber, subject }: OutsideSighting,
  sum: number,
): Promise<boolean> {
  const enough = Math.ceil(sum / atHomeShare)
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from (
      select from code_assignment c
      join scan_log l on l.tenant_id = ${tenantId} and l.request_number = c.request_number
        and l.serial >= c.first_serial and l.serial < upper(c.serials) and l.scanned_at >= lower(c.during) and l.longitude is not null
      where c.tenant_id = ${tenantId} and c.assignment_id = ${Number(subject.split('/')[0])} and c.request_number = ${requestNumber} and c.current
        and l.scanned_at > now() - make_interval(days => ${evaluatedDays})
      limit ${enough + 1}) met`)
  return n > enough
}

/**
 * Records sightings outside a territory. Opens one case per assignment and place once enough different people have seen
 * its codes there; single buyers who take goods home open none.
 */
export async function recordOutsideSightings(
  db: Db,
  outside: readonly OutsideSighting[],
  thresholdsOf: (tenantId: number) => Thresholds,
): Promise<void> {
  const subjects = [...Map.groupBy(outside, ({ tenantId, subject }) => `${tenantId} ${subject}`).values()]
  for (const visits of subjects) {
    const { tenantId, subject, dealerId, country, province, city } = visits[0]!
    const thresholds = thresholdsOf(tenantId)
    await storeHints(db, tenantId, visits)
    const { hints, sum } = await loadHints(db, tenantId, subject)
    const existing = await findCase(db, tenantId, 'crossSale', subject)
    const isActive = existing && existing.status !== 'dismissed'
    if (!isActive && (sum < thresholds.crossVisits || (await isTakenHome(db, visits[0]!, sum)))) continue
    const evidence = hints.map(({ network: _, device: __, ...hint }) => ({ ...hint, tenantId }))
    await openOrExtendCase(
      db,
      {
        kind: 'crossSale',
        subject,
        code: { ...evidence[0]!, tenantId },
        dealerId,
        place: { country, province, city },
        confidence: crossSaleConfidence(Math.max(sum, thresholds.crossVisits), thresholds),
      },
      evidence,
    )
  }
}
