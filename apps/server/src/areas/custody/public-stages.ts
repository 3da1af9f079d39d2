import type { StageKey } from '@timbermark/contract'
import { stages } from '@timbermark/contract/stages'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Part } from './custody-walk.ts'

/** Codes of one batch of one company, whose stages are asked for. */
export interface BatchGoods {
  tenantId: number
  batchId: number
  parts: readonly Part[]
  /** They are all codes of the batch. */
  isWhole: boolean
  /** Later reports are about what stayed there; null for any. */
  until: Date | null
}

/** When a stage was reported about goods, and the newest report. Nothing of it that the public page does not show. */
export interface PublicStage {
  stage: StageKey
  first: Date
  last: Date
  longitude: number | null
  latitude: number | null
  place: string | null
}

const keysOf = (reach: 'batch' | 'codes'): StageKey[] =>
  stages.filter(stage => stage.reach === reach).map(({ key }) => key)
const batchStages = keysOf('batch')
const codeStages = keysOf('codes')

type StageRow = PublicStage & { n: number }

/**
 * Loads the stages of goods as the public page of their codes shows them: current records of the batch, and of stages that concern
 * single codes those of these codes. Of a whole batch, and of stages of batches, the first and the last record are read from an
 * index, however many there are.
 * @param db may read across tenants
 */
export async function loadPublicStages(db: Db, goods: readonly BatchGoods[]): Promise<PublicStage[][]> {
  const byGoods = goods.map((): PublicStage[] => [])
  if (goods.length === 0) return byGoods
  const rows = [...(await loadOfBatches(db, goods)), ...(await loadOfCodes(db, goods))]
  for (const { n, longitude, latitude, ...row } of rows)
    byGoods[n]!.push({
      ...row,
      longitude: longitude === null ? null : Number(longitude),
      latitude: latitude === null ? null : Number(latitude),
    })
  return byGoods
}

const first = sql`coalesce(r.first_id, r.id)`

const loadOfBatches = (db: Db, goods: readonly BatchGoods[]) =>
  db.query<StageRow>(sql`
    select g.n, s.stage, a.happened_at as first, z.happened_at as last, z.longitude, z.latitude, z.place
    from unnest(${goods.map((_, n) => n)}::int[], ${goods.map(({ tenantId }) => tenantId)}::bigint[],
      ${goods.map(({ batchId }) => batchId)}::bigint[], ${goods.map(({ isWhole }) => isWhole)}::boolean[],
      ${goods.map(({ until }) => until?.toISOString() ?? 'infinity')}::timestamptz[]) as g (n, tenant, batch, is_whole, until)
    cross join unnest(${[...batchStages, ...codeStages]}::text[]) as s (stage)
    cross join lateral (
      select r.happened_at from stage_record r
      where r.tenant_id = g.tenant and r.batch_id = g.batch and r.stage = s.stage and r.status = 'current' and r.happened_at <= g.until
      order by r.happened_at, ${first} limit 1) a
    cross join lateral (
      select r.happened_at, r.longitude, r.latitude, r.place from stage_record r
      where r.tenant_id = g.tenant and r.batch_id = g.batch and r.stage = s.stage and r.status = 'current' and r.happened_at <= g.until
      order by r.happened_at desc, ${first} desc limit 1) z
    where g.is_whole or s.stage = any(${batchStages}::text[])`)

/** Stages of single codes, of goods that are a part of their batch. */
async function loadOfCodes(db: Db, goods: readonly BatchGoods[]): Promise<StageRow[]> {
  const parts = goods.flatMap(({ parts, isWhole, until }, n) =>
    isWhole ? [] : parts.map(part => ({ ...part, n, until })),
  )
  if (parts.length === 0) return []
  return db.query<StageRow>(sql`
    with part as (
      select * from unnest(${parts.map(({ n }) => n)}::int[], ${parts.map(({ tenantId }) => tenantId)}::bigint[],
        ${parts.map(({ request }) => request)}::int[], ${parts.map(({ from }) => from)}::int[], ${parts.map(({ to }) => to)}::int[],
        ${parts.map(({ until }) => until?.toISOString() ?? 'infinity')}::timestamptz[]) as g (n, tenant, request, first, beyond, until)),
    named as (
      select distinct g.n, g.tenant, g.until, c.stage, c.record_id
      from part g cross join unnest(${codeStages}::text[]) as s (stage)
      join stage_record_code c on c.tenant_id = g.tenant and c.stage = s.stage and c.request_number = g.request and c.current
        and c.serials && int4range(g.first, g.beyond)),
    ranked as (
      select d.n, d.stage, min(r.happened_at) over w as first, r.happened_at as last, r.longitude, r.latitude, r.place,
        row_number() over (partition by d.n, d.stage order by r.happened_at desc, ${first} desc) as place_in_order
      from named d join stage_record r on r.tenant_id = d.tenant and r.id = d.record_id and r.status = 'current' and r.happened_at <= d.until
      window w as (partition by d.n, d.stage))
    select n, stage, first, last, longitude, latitude, place from ranked where place_in_order = 1`)
}
