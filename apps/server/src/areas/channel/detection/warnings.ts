import type { CaseKind } from '@timbermark/contract'
import type { TraceWarning } from '@timbermark/contract/trace'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { MetCode } from './load-sightings.ts'
import { usualThresholds } from './load-thresholds.ts'

type Reason = Extract<TraceWarning, { kind: 'clone' }>['reason']

/** What a reader of the public page is told of a case. */
const reasons: Record<Exclude<CaseKind, 'wrongCodes'>, Reason> = {
  speed: 'impossibleSpeed',
  places: 'manyPlaces',
  early: 'beforePort',
  sold: 'afterSale',
  rechecked: 'checkedElsewhere',
  crossSale: 'channel',
}

/**
 * Cases `k` that nobody has dismissed, and visits `v` in them that came within so many days as the enterprise has set, or
 * `sys.watch.warnDays`: so a warning ends by itself when nothing follows. What strangers can do by entering wrong codes is not told.
 */
const stillTold = sql`k.status <> 'dismissed' and k.kind <> 'wrongCodes' and v.at > now() - make_interval(days => coalesce(
  (select value from watch_threshold w where w.tenant_id = k.tenant_id and w.threshold = 'warnDays'),
  (select config_value::int from config where config_key = 'sys.watch.warnDays' and config_value ~ '^[0-9]{1,5}$'), ${usualThresholds.warnDays}))`

/** Kinds of cases that rest on this very code, as its reader is told of them. */
export const warningRows = ({ tenantId, requestNumber, serial }: MetCode): Sql => sql`
  select distinct k.kind from case_visit v join channel_case k on k.tenant_id = v.tenant_id and k.id = v.case_id
  where v.tenant_id = ${tenantId} and v.request_number = ${requestNumber} and v.serial = ${serial} and ${stillTold}
  order by k.kind`

/** A kind of case that buyers are told of. */
export type ToldKind = keyof typeof reasons

export const warningOf = ({ kind }: { kind: ToldKind }): TraceWarning => ({ kind: 'clone', reason: reasons[kind] })

/**
 * The same for codes of several tenants, by one statement.
 * @param db reads across tenants
 * @returns for each code in order
 */
export async function warningsOfEach(db: Pick<Db, 'query'>, codes: readonly MetCode[]): Promise<TraceWarning[][]> {
  const rows = await db.query<{ n: number; kind: ToldKind }>(sql`
    select distinct g.n::int as n, k.kind
    from unnest(${codes.map(code => code.tenantId)}::bigint[], ${codes.map(code => code.requestNumber)}::int[], ${codes.map(code => code.serial)}::int[])
      with ordinality as g (tenant_id, request_number, serial, n)
    cross join lateral (
      select v.tenant_id, v.case_id, v.at from case_visit v
      where v.tenant_id = g.tenant_id and v.request_number = g.request_number and v.serial = g.serial
      offset 0) v
    join channel_case k on k.tenant_id = v.tenant_id and k.id = v.case_id
    where ${stillTold}
    order by 1, 2`)
  const told: TraceWarning[][] = codes.map(() => [])
  for (const { n, kind } of rows) told[n - 1]!.push(warningOf({ kind }))
  return told
}
