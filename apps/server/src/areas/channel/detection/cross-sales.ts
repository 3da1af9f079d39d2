import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { caseOf, type Evidence, raise } from './raise.ts'
import type { Channel } from './load-channels.ts'
import { type MetCode, watchedDays } from './load-sightings.ts'
import { type Met, peopleOf } from './rules/sighting.ts'
import { wasOutside } from './rules/territory.ts'
import type { Thresholds } from './rules/thresholds.ts'
import { weightOf } from './rules/weight.ts'

/** A visit outside the territory of the code's dealer. */
export interface Outside extends Evidence {
  subject: string
  network: string | null
  device: string | null
  dealerId: number
  country: string
  province: string | null
  city: string | null
}

/** Which of a code's visits were outside, since its dealer has it, by the territories of their days. */
export function outsideOf(code: MetCode, visits: readonly Met[], channel: Channel): Outside[] {
  return visits.flatMap(met => {
    if (!wasOutside(met, channel)) return []
    const weight = weightOf(met, visits)
    if (weight === 0) return []
    const { country, province, city } = met
    return [
      {
        ...code,
        log: met.log,
        entry: met.entry,
        at: new Date(met.at),
        weight,
        network: met.network,
        device: met.device,
        subject: [channel.assignmentId, country, province ?? '', city ?? ''].join('/'),
        dealerId: channel.dealerId,
        country: country!,
        province,
        city,
      },
    ]
  })
}

/** Percent by what different sources weigh together: at the threshold a half and more, never certain. */
export const confidenceOf = (sum: number, { crossVisits }: Thresholds): number =>
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

async function keep(db: Db, tenantId: number, visits: readonly Outside[]): Promise<void> {
  await db.execute(sql`
    insert into case_hint (tenant_id, subject, log, entry, at, request_number, serial, weight, network, device)
    select ${tenantId}::bigint, * from unnest(${visits.map(({ subject }) => subject)}::text[], ${visits.map(({ log }) => log)}::text[],
      ${visits.map(({ entry }) => entry)}::bigint[], ${visits.map(({ at }) => at)}::timestamptz[],
      ${visits.map(({ requestNumber }) => requestNumber)}::int[], ${visits.map(({ serial }) => serial)}::int[],
      ${visits.map(({ weight }) => weight)}::real[], ${visits.map(({ network }) => network)}::text[], ${visits.map(({ device }) => device)}::text[])
    on conflict (tenant_id, subject, log, entry) do update set weight = excluded.weight`)
}

/** Hints of one subject: who came several times counts once, by his best. */
async function gathered(db: Db, tenantId: number, subject: string): Promise<{ hints: Hint[]; sum: number }> {
  const hints = await db.query<Hint>(sql`
    select log, entry, at, request_number as "requestNumber", serial, weight, network, device from case_hint
    where tenant_id = ${tenantId} and subject = ${subject} and at > now() - make_interval(days => ${watchedDays})
    order by at limit 1000`)
  const best = peopleOf(hints).map(own => Math.max(...own.map(({ weight }) => weight)))
  return { hints, sum: best.reduce((sum, weight) => sum + weight, 0) }
}

/** Of all who meet a dealer's codes so many are at home in one other town, without anybody having sold there. */
const atHomeShare = 0.05

/** Is what was met outside no more than what buyers take home? Reads no more of the log than decides it. */
async function isTakenHome(db: Db, { tenantId, requestNumber, subject }: Outside, sum: number): Promise<boolean> {
  const enough = Math.ceil(sum / atHomeShare)
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from (
      select from code_assignment c
      join scan_log l on l.tenant_id = c.tenant_id and l.request_number = c.request_number
        and l.serial >= c.first_serial and l.serial < upper(c.serials) and l.scanned_at >= lower(c.during) and l.longitude is not null
      where c.tenant_id = ${tenantId} and c.assignment_id = ${Number(subject.split('/')[0])} and c.request_number = ${requestNumber} and c.current
        and l.scanned_at > now() - make_interval(days => ${watchedDays})
      limit ${enough + 1}) met`)
  return n > enough
}

/**
 * Notes visits outside a territory. One case for a dealer's assignment and a place, once enough strangers have met its codes
 * there: a buyer who takes his goods home is none.
 */
export async function noteOutside(
  db: Db,
  outside: readonly Outside[],
  thresholdsOf: (tenantId: number) => Thresholds,
): Promise<void> {
  const subjects = [...Map.groupBy(outside, ({ tenantId, subject }) => `${tenantId} ${subject}`).values()]
  for (const visits of subjects) {
    const { tenantId, subject, dealerId, country, province, city } = visits[0]!
    const thresholds = thresholdsOf(tenantId)
    await keep(db, tenantId, visits)
    const { hints, sum } = await gathered(db, tenantId, subject)
    const known = await caseOf(db, tenantId, 'crossSale', subject)
    const standing = known && known.status !== 'dismissed'
    if (!standing && (sum < thresholds.crossVisits || (await isTakenHome(db, visits[0]!, sum)))) continue
    const evidence = hints.map(({ network: _, device: __, ...hint }) => ({ ...hint, tenantId }))
    await raise(
      db,
      {
        kind: 'crossSale',
        subject,
        code: { ...evidence[0]!, tenantId },
        dealerId,
        place: { country, province, city },
        confidence: confidenceOf(Math.max(sum, thresholds.crossVisits), thresholds),
      },
      evidence,
    )
  }
}
