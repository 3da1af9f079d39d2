import type { CaseKind } from '@timbermark/contract'
import type { TraceWarning } from '@timbermark/contract/trace'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { SightedCode } from './load-sightings.ts'
import { defaultThresholds } from './load-thresholds.ts'

type Reason = Extract<TraceWarning, { kind: 'clone' }>['reason']

/** Public reason for each kind of case. */
const reasons: Record<Exclude<CaseKind, 'wrongCodes'>, Reason> = {
  speed: 'impossibleSpeed',
  places: 'manyPlaces',
  early: 'beforePort',
  sold: 'afterSale',
  rechecked: 'checkedElsewhere',
  crossSale: 'channel',
}

/**
 * Cases `k` that are not dismissed, with visits `v` within the enterprise's `warnDays` or `sys.watch.warnDays`: so a
 * warning ends by itself when nothing follows. Wrong codes are not shown, because strangers can enter them.
 */
const isShown = (
  tenant: Sql,
) => sql`k.status <> 'dismissed' and k.kind <> 'wrongCodes' and v.at > now() - make_interval(days => coalesce(
  (select value from watch_threshold w where w.tenant_id = ${tenant} and w.threshold = 'warnDays'),
  (select config_value::int from config where config_key = 'sys.watch.warnDays' and config_value ~ '^[0-9]{1,5}$'), ${defaultThresholds.warnDays}))`

/** Kinds of cases with evidence about this code that its readers are shown. */
export const warningRows = ({ tenantId, requestNumber, serial }: SightedCode): Sql => sql`
  select distinct k.kind from case_visit v join channel_case k on k.tenant_id = ${tenantId} and k.id = v.case_id
  where v.tenant_id = ${tenantId} and v.request_number = ${requestNumber} and v.serial = ${serial} and ${isShown(sql`${tenantId}`)}
  order by k.kind`

/** A kind of case that buyers are shown. */
export type PublicCaseKind = keyof typeof reasons

export const warningOf = ({ kind }: { kind: PublicCaseKind }): TraceWarning => ({
  kind: 'clone',
  reason: reasons[kind],
})

/**
 * The same for codes of several tenants, by one statement.
 * @param db reads across tenants
 * @returns for each code in order
 */
export async function loadWarnings(db: Pick<Db, 'query'>, codes: readonly SightedCode[]): Promise<TraceWarning[][]> {
  const rows = await db.query<{ n: number; kind: PublicCaseKind }>(sql`
    select distinct g.n::int as n, k.kind
    from unnest(${codes.map(code => code.tenantId)}::bigint[], ${codes.map(code => code.requestNumber)}::int[], ${codes.map(code => code.serial)}::int[])
      with ordinality as g (tenant_id, request_number, serial, n)
    cross join lateral (
      select v.tenant_id, v.case_id, v.at from case_visit v
      where v.tenant_id = g.tenant_id and v.request_number = g.request_number and v.serial = g.serial
      offset 0) v
    join channel_case k on k.tenant_id = v.tenant_id and k.id = v.case_id
    where ${isShown(sql`k.tenant_id`)}
    order by 1, 2`)
  const warnings: TraceWarning[][] = codes.map(() => [])
  for (const { n, kind } of rows) warnings[n - 1]!.push(warningOf({ kind }))
  return warnings
}
