import { stageKeys, type StageKey } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { join, type Sql, sql } from '../../../platform/database/sql.ts'
import { type CodeRange, rangeAsRow, rowsInRanges } from '../../code/directory/range-facts.ts'
import { choiceJoin, isOffered } from '../template/template-choice.ts'

/**
 * Loads the stages that a batch may skip, by the settings of their templates: the enterprise's own where it has one in use,
 * else the platform's. A stage without an offered template can be skipped too, as nobody can report it.
 */
export async function loadSkippableStages(db: Db, tenantId: number): Promise<ReadonlySet<StageKey>> {
  const rows = await db.query<{ stage: StageKey }>(sql`
    select s.stage from unnest(${[...stageKeys]}::text[]) s (stage)
    left join (
      select t.stage, t.tenant_id, t.optional from stage_template t ${choiceJoin(tenantId)}
      where t.tenant_id in (${platformTenant}, ${tenantId}) and ${isOffered}) t on t.stage = s.stage
    group by s.stage
    having coalesce(bool_or(t.optional) filter (where t.tenant_id = ${tenantId}), bool_or(t.optional), true)`)
  return new Set(rows.map(row => row.stage))
}

/** Whether a batch `b` is of goods of another enterprise; earlier holders may have reported nothing. */
export const isReceivedBatch = (tenantId: number): Sql => sql`exists (
  select from code_request q where q.tenant_id = ${tenantId} and q.batch_id = b.id and q.origin = 'received')`

/**
 * Whether the next report is the receiver's first one about goods of another enterprise.
 * @param isReceived as `isReceivedBatch` tells of the batch
 */
export async function beginsAfterHandover(
  db: Db,
  tenantId: number,
  batchId: number,
  isReceived: boolean,
): Promise<boolean> {
  if (!isReceived) return false
  const row = await db.maybe(sql`
    select 1 from stage_record where tenant_id = ${tenantId} and batch_id = ${batchId} and status = 'current' limit 1`)
  return row === undefined
}

/** Finds the first of these stages without a current record of the batch. */
export async function findFirstUnreported(
  db: Db,
  tenantId: number,
  batchId: number,
  before: readonly StageKey[],
): Promise<StageKey | undefined> {
  if (before.length === 0) return undefined
  const row = await db.maybe<{ stage: StageKey }>(sql`
    select s.stage from unnest(${[...before]}::text[]) with ordinality s (stage, place)
    where not exists (
      select from stage_record r
      where r.tenant_id = ${tenantId} and r.batch_id = ${batchId} and r.stage = s.stage and r.status = 'current')
    order by s.place limit 1`)
  return row?.stage
}

/**
 * Finds the first code that has not passed a stage that is reported code by code. A code has passed it when the code itself,
 * a code that contains it, or every code packed directly in it was reported.
 * @param byPartners codes of which partners have reported the stage
 */
export async function findFirstUnpassed(
  db: Db,
  tenantId: number,
  ranges: readonly CodeRange[],
  stage: StageKey,
  byPartners: readonly CodeRange[] = [],
): Promise<{ request: number; serial: number } | undefined> {
  const reported = join(ranges.map(item => sql`(${item.request}::int, ${item.range}::int4range)`))
  return db.maybe(sql`
    with recursive reported (request, serials) as (values ${reported}),
    by_partners (request, serials) as (
      select * from unnest(${byPartners.map(({ request }) => request)}::int[], ${byPartners.map(({ range }) => range)}::int4range[])),
    -- Each reported code with itself and the codes that contain it; only the row of the code itself is a range.
    inside (request, serials, at_request, at_serials, depth) as (
      select request, serials, request, serials, 0 from reported
      union all
      select i.request, case when i.depth = 0 then i.serials * l.serials else i.serials end,
        l.parent_request, int4range(l.parent_serial, l.parent_serial + 1), i.depth + 1
      from inside i
      cross join lateral ${rangeAsRow(sql`i.at_request`, sql`i.at_serials`)}
      cross join ${rowsInRanges('code_link', tenantId)} l
      where i.depth < 3
    ),
    passed (request, serials) as (
      select i.request, case when i.depth = 0 then i.serials * c.serials else i.serials end
      from inside i
      cross join lateral ${rangeAsRow(sql`i.at_request`, sql`i.at_serials`)}
      cross join ${rowsInRanges('stage_record_code', tenantId, sql`f.stage = ${stage}`)} c
      union all
      select i.request, case when i.depth = 0 then i.serials * p.serials else i.serials end
      from inside i join by_partners p on p.request = i.at_request and p.serials && i.at_serials
      union all
      select g.request, int4range(l.parent_serial, l.parent_serial + 1)
      from reported g
      join code_link l on l.tenant_id = ${tenantId} and l.current and l.parent_request = g.request and g.serials @> l.parent_serial
      left join lateral (
        select range_agg(f.serials) as serials from (
          select c.serials from ${rangeAsRow(sql`l.request_number`, sql`l.serials`)}
          cross join ${rowsInRanges('stage_record_code', tenantId, sql`f.stage = ${stage}`)} c
          union all
          select p.serials from by_partners p where p.request = l.request_number and p.serials && l.serials) f) contents on true
      group by g.request, l.parent_serial
      having bool_and(int4multirange(l.serials) <@ coalesce(contents.serials, '{}'))
    ),
    covered as (select request, range_agg(serials) as serials from passed group by request)
    select g.request, lower(int4multirange(g.serials) - coalesce(c.serials, '{}')) as serial
    from reported g left join covered c on c.request = g.request
    where not int4multirange(g.serials) <@ coalesce(c.serials, '{}')
    order by 1, 2 limit 1`)
}
