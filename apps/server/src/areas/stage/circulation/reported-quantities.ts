import type { CodeType, StageKey } from '@timbermark/contract'
import { statedVolumes } from '@timbermark/contract/stages'
import type { Db } from '../../../platform/database/database.ts'
import { join, type Sql, sql } from '../../../platform/database/sql.ts'
import { maxDepth } from '../../code/packing/parents.ts'

/** How much of a batch was reported, or is there: codes by type, and cubic metres. */
export interface Quantities {
  items: number
  packages: number
  containers: number
  /** As stated; null where nothing states one. */
  volume: number | null
}

export const noQuantities: Quantities = { items: 0, packages: 0, containers: 0, volume: null }

const amountOf = { item: 'items', package: 'packages', container: 'containers' } as const satisfies Record<
  CodeType,
  keyof Quantities
>

/**
 * The volume that a record `alias` states; null when it states none. A share of the batch's volume would claim that all items are
 * of one size, so nothing is computed from the number of items.
 */
export const statedVolume = (alias: Sql): Sql => sql`(
  select (${alias}.public_values ->> v.field)::numeric
  from (values ${join(statedVolumes.map(({ stage, field }) => sql`(${stage}, ${field})`))}) v (stage, field)
  where v.stage = ${alias}.stage and ${alias}.public_values ->> v.field ~ '^[0-9]{1,12}([.][0-9]{1,6})?$')`

/** A stage of a batch. */
export interface StagePlace {
  batch: number
  stage: StageKey
}

/** How much invited partners reported of batches of the holder, as the holder knows the codes. */
export interface PartnerAmounts {
  ranges: (StagePlace & { request: number; from: number; to: number })[]
  volumes: (StagePlace & { volume: number })[]
}

/** Quantities by batch and stage. */
export class ReportedQuantities {
  readonly #byPlace = new Map<string, Quantities>()

  at(batch: number, stage: StageKey): Quantities {
    return this.#byPlace.get(`${batch}/${stage}`) ?? noQuantities
  }

  add({ batch, stage }: StagePlace, more: Partial<Quantities>): void {
    this.#byPlace.set(`${batch}/${stage}`, { ...this.at(batch, stage), ...more })
  }
}

/**
 * Loads how much current records `t` report of their batches, each code once. As on the trace page, a package is reported with
 * what is in it now: what was taken out of it is not.
 * @param byPartners what partners reported, counted with them
 */
export async function loadReportedQuantities(
  db: Db,
  tenantId: number,
  records: Sql,
  byPartners: PartnerAmounts = { ranges: [], volumes: [] },
): Promise<ReportedQuantities> {
  const { ranges } = byPartners
  const reports = sql`
    select t.id, t.batch_id, t.stage, t.public_values from stage_record t
    where t.tenant_id = ${tenantId} and t.status = 'current' and ${records}`
  const codes = await db.query<StagePlace & { codeType: CodeType; n: number }>(sql`
    with recursive named (batch_id, stage, request_number, first, beyond, depth) as (
      select t.batch_id, t.stage, c.request_number, c.first_serial, upper(c.serials), 0
      from (${reports}) t
      join stage_record_code c on c.tenant_id = ${tenantId} and c.record_id = t.id and c.current
      union all
      select batch, stage, request, first, beyond, 0
      from unnest(${ranges.map(({ batch }) => batch)}::bigint[], ${ranges.map(({ stage }) => stage)}::text[],
        ${ranges.map(({ request }) => request)}::int[], ${ranges.map(({ from }) => from)}::int[],
        ${ranges.map(({ to }) => to)}::int[]) as g (batch, stage, request, first, beyond)
      union all
      select n.batch_id, n.stage, l.request_number, l.first_serial, upper(l.serials), n.depth + 1
      from named n cross join lateral (
        select * from code_link c
        where c.tenant_id = ${tenantId} and c.current and c.parent_request = n.request_number
          and c.parent_serial >= n.first and c.parent_serial < n.beyond
        offset 0) l
      where n.depth < ${maxDepth}),
    merged as (
      select batch_id, stage, request_number, unnest(range_agg(int4range(first, beyond))) as serials
      from named group by batch_id, stage, request_number)
    select m.batch_id as batch, m.stage, r.code_type as "codeType", sum(upper(m.serials) - lower(m.serials))::float8 as n
    from merged m
    join code_request r on r.tenant_id = ${tenantId} and r.request_number = m.request_number and r.batch_id = m.batch_id
    group by 1, 2, 3`)
  const volumes = await db.query<StagePlace & { volume: number | null }>(sql`
    select t.batch_id as batch, t.stage, sum(${statedVolume(sql`t`)})::float8 as volume from (${reports}) t
    where t.stage = any(${[...new Set(statedVolumes.map(({ stage }) => stage))]}) group by 1, 2`)
  const quantities = new ReportedQuantities()
  for (const row of codes) quantities.add(row, { [amountOf[row.codeType]]: row.n })
  for (const row of [...volumes, ...byPartners.volumes])
    if (row.volume !== null)
      quantities.add(row, { volume: (quantities.at(row.batch, row.stage).volume ?? 0) + row.volume })
  return quantities
}

/**
 * Loads how much there is of batches: labels that were put in use, also those that were spoiled or lost since, and the stated
 * volume of the batch.
 */
export async function loadBatchQuantities(
  db: Db,
  tenantId: number,
  batches: readonly number[],
): Promise<Map<number, Quantities>> {
  const rows = await db.query<Quantities & { batch: number }>(sql`
    select b.id as batch, b.volume::float8 as volume,
      coalesce(sum(u.n) filter (where r.code_type = 'item'), 0)::float8 as items,
      coalesce(sum(u.n) filter (where r.code_type = 'package'), 0)::float8 as packages,
      coalesce(sum(u.n) filter (where r.code_type = 'container'), 0)::float8 as containers
    from batch b
    left join code_request r on r.tenant_id = ${tenantId} and r.batch_id = b.id and r.status in ('completed', 'downloaded')
    left join lateral (
      select sum(upper(s.serials) - lower(s.serials)) as n from label_state s
      where s.tenant_id = ${tenantId} and s.request_number = r.request_number and 'inUse' in (s.state, s.was)) u on true
    where b.tenant_id = ${tenantId} and b.id = any(${[...batches]}::bigint[])
    group by b.id, b.volume`)
  return new Map(rows.map(({ batch, ...quantities }) => [batch, quantities]))
}
