import type { StageKey, Texts } from '@timbermark/contract'
import { stages } from '@timbermark/contract/stages'
import type { Db } from '../../../platform/database/database.ts'
import { invalid } from '../../../platform/refusal.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { packed } from '../../code/packing/parents.ts'
import { loadFacts, type RecordFacts } from '../../stage/statement/record-facts.ts'
import { manyWrong } from '../limits/guess-limits.ts'
import type { KnownCode } from '../limits/open-code.ts'
import { firstsWanted, lastsWanted, type Run, type Spoken, type SpokenStage, windowOf } from './window.ts'

/** Everything about the goods behind a code, and how often it was met. */
export interface GoodsRow {
  country_code: string
  factory_code: string
  batch_date: string
  species: string
  batch_id: number
  batch_number: string
  planned_date: string | null
  volume: string | null
  batch_status: string
  product_name: string
  product_texts: Texts
  foreign_name: string
  chinese_name: string
  latin_genus: string
  latin_species: string
  category: string
  category_texts: Texts
  description: string | null
  images: string[]
  video: string[]
  scans: number
  first_scan_at: Date | null
  checks: number
  first_check_at: Date | null
  wrong_checks: number
  first_query_at: Date | null
  /** Wrong checks of the last days, counted up to what is told. */
  lately_wrong: number
  /** What another printer put on the goods. */
  printed: string | null
}

/** The goods of a code; undefined when its request is gone. */
export function loadGoods(db: Db, { entry, serial }: KnownCode): Promise<GoodsRow | undefined> {
  return db.maybe<GoodsRow>(sql`
    select r.country_code, r.factory_code, r.batch_date, r.species, b.id as batch_id, b.batch_number, b.planned_date, b.volume, b.status as batch_status,
           p.name as product_name, p.name_texts as product_texts, p.foreign_name, p.chinese_name, p.latin_genus, p.latin_species, p.description, p.images, p.video, c.name as category, c.name_texts as category_texts,
           coalesce(s.scans, 0) as scans, s.first_scan_at, coalesce(s.checks, 0) as checks, s.first_check_at, coalesce(s.wrong_checks, 0) as wrong_checks, s.first_query_at,
           case when s.wrong_checks >= ${manyWrong.tries} then (
             select count(*)::int from (
               select from check_log l
               where l.tenant_id = r.tenant_id and l.request_number = r.request_number and l.serial = ${serial} and not l.genuine
                 and l.checked_at > now() - ${manyWrong.days} * interval '1 day'
               limit ${manyWrong.tries}) w) else 0 end as lately_wrong,
           (select f.value from foreign_code f where f.tenant_id = r.tenant_id and f.request_id = r.id and f.serial = ${serial}) as printed
    from code_request r
    join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
    join product p on p.tenant_id = b.tenant_id and p.id = b.product_id
    join category c on c.tenant_id = p.tenant_id and c.id = p.category_id
    left join code_stat s on s.tenant_id = r.tenant_id and s.request_number = r.request_number and s.serial = ${serial}
    where r.tenant_id = ${entry.tenantId} and r.id = ${entry.requestId}`)
}

const batchStages: readonly StageKey[] = stages.filter(stage => stage.reach === 'batch').map(stage => stage.key)
const codeStages: readonly StageKey[] = stages.filter(stage => stage.reach === 'codes').map(stage => stage.key)
/** By its first version a record is known, and keeps its place among those of the same moment when it is corrected. */
const first = sql`coalesce(r.first_id, r.id)`
const spoken = sql`json_build_object('id', f.id, 'first', f.first)`

/** Asks for records of one stage: those after this record (by when they happened), or the first ones. */
export interface PageAsk {
  stage: StageKey
  after: number | null
  limit: number
}

/**
 * `own (id, first, stage, happened_at)`: current records of what holds for some codes only, of this code and of what it is packed
 * in. Ranges are found by their first serial (migration 0021), at the cost of a few index look-ups however many there are.
 */
function ownRecords({ entry, serial }: KnownCode): Sql {
  const tenant = entry.tenantId
  return sql`
    recursive ${packed(tenant, entry.requestNumber, serial)},
    own (id, first, stage, happened_at) as (
      select distinct r.id, ${first}, r.stage, r.happened_at from (select distinct request_number, serial from packed) p
      cross join unnest(${codeStages}::text[]) as s (stage)
      cross join lateral (
        select record_id, serials from stage_record_code
        where tenant_id = ${tenant} and current and stage = s.stage and request_number = p.request_number and first_serial <= p.serial
        order by first_serial desc limit 1) c
      cross join lateral (
        select id, first_id, stage, happened_at, status from stage_record where tenant_id = ${tenant} and id = c.record_id offset 0) r
      where upper(c.serials) > p.serial and r.status = 'current')`
}

/** Current records of the batch (index stage_record_history). */
function ofBatch({ entry }: KnownCode, batchId: number): Sql {
  return sql`r.tenant_id = ${entry.tenantId} and r.batch_id = ${batchId} and r.status = 'current'`
}

/**
 * Every stage that was reported for this code (of its batch, of itself, or of what it is packed in), in order: how much
 * there is, and the ids of the first and the last records. Reads a bounded number of ids, and counts the rest in an index.
 */
async function spokenStages(db: Db, opened: KnownCode, batchId: number): Promise<SpokenStage[]> {
  const current = ofBatch(opened, batchId)
  // Nearly every batch has few records: they are all in the order of the index, which is chosen for it also while the database
  // has no figures of the table. Only of more than are shown whole each stage is counted.
  const rows = await db.query<SpokenStage>(sql`
    with ${ownRecords(opened)},
    few as materialized (
      select r.id, ${first} as first, r.stage, r.happened_at from stage_record r where ${current} order by r.stage, r.happened_at, ${first} limit ${firstsWanted + 1}),
    counted as (
      select r.stage, count(*) as total, min(r.happened_at) as first_at, max(r.happened_at) as last_at
      from stage_record r where (select count(*) from few) > ${firstsWanted} and ${current} and r.stage = any(${batchStages}) group by r.stage)
    select c.stage, c.total, c.first_at as "firstAt", c.last_at as "lastAt",
           (select json_agg(${spoken}) from (select r.id, ${first} as first from stage_record r where ${current} and r.stage = c.stage order by r.happened_at, ${first} limit ${firstsWanted}) f) as firsts,
           (select json_agg(${spoken}) from (select r.id, ${first} as first from stage_record r where ${current} and r.stage = c.stage order by r.happened_at desc, ${first} desc limit ${lastsWanted}) f) as lasts
    from counted c
    union all
    select stage, count(*), min(happened_at), max(happened_at), json_agg(${spoken} order by f.happened_at, f.first), json_agg(${spoken} order by f.happened_at desc, f.first desc)
    from (select id, first, stage, happened_at from own
          union all select id, first, stage, happened_at from few where stage = any(${batchStages}) and (select count(*) from few) <= ${firstsWanted}) f
    group by stage`)
  const order = new Map(stages.map(({ key, order }) => [key, order]))
  return rows.sort((a, b) => order.get(a.stage)! - order.get(b.stage)!)
}

/** Which records the answer about a code shows: all of a short history, a window of a long one, and what was asked for. */
export async function runsOf(db: Db, opened: KnownCode, batchId: number, ask?: PageAsk): Promise<Run[]> {
  const runs = windowOf(await spokenStages(db, opened, batchId))
  if (!ask) return runs
  const place = runs.findIndex(run => run.stage === ask.stage)
  if (place < 0) return runs
  return runs.with(place, await pageOf(db, opened, batchId, ask, runs[place]!))
}

/**
 * The records of a stage after the one named.
 * @throws Refusal invalid when it names no record of this stage
 */
async function pageOf(db: Db, opened: KnownCode, batchId: number, ask: PageAsk, whole: Run): Promise<Run> {
  const { stage, after, limit } = ask
  const [before, records] = batchStages.includes(stage)
    ? await batchPage(db, opened, batchId, ask)
    : ownPage(whole.records, after, limit)
  const left = whole.total - before - records.length
  return { ...whole, before, records, gapAfter: left > 0 ? (records.at(-1)?.first ?? null) : null }
}

/** What holds for some codes only is a handful of records, all of them known already. */
function ownPage(records: readonly Spoken[], after: number | null, limit: number): [number, readonly Spoken[]] {
  const place = after === null ? 0 : records.findIndex(one => one.first === after) + 1
  if (place === 0 && after !== null) throw unknownPlace()
  return [place, records.slice(place, place + limit)]
}

async function batchPage(
  db: Db,
  opened: KnownCode,
  batchId: number,
  { stage, after, limit }: PageAsk,
): Promise<[number, readonly Spoken[]]> {
  const current = sql`${ofBatch(opened, batchId)} and r.stage = ${stage}`
  const order = sql`order by r.happened_at, ${first} limit ${limit}`
  if (after === null)
    return [
      0,
      await db.query<Spoken>(sql`select r.id, ${first} as first from stage_record r where ${current} ${order}`),
    ]
  // A record that was withdrawn meanwhile still has its place, one that was corrected has that of its newest version.
  const row = await db.maybe<{ before: number; records: Spoken[] }>(sql`
    select (select count(*) from stage_record r where ${current} and (r.happened_at, ${first}) <= (a.happened_at, coalesce(a.first_id, a.id))) as before,
           (select coalesce(json_agg(${spoken}), '[]'::json) from (
              select r.id, ${first} as first from stage_record r
              where ${current} and (r.happened_at, ${first}) > (a.happened_at, coalesce(a.first_id, a.id)) ${order}) f) as records
    from stage_record a
    where a.tenant_id = ${opened.entry.tenantId} and (a.id = ${after} or a.first_id = ${after}) and a.batch_id = ${batchId} and a.stage = ${stage}
    order by a.version desc limit 1`)
  if (!row) throw unknownPlace()
  return [row.before, row.records]
}

function unknownPlace() {
  return invalid([{ field: 'after', error: 'referenceMissing' }])
}

/** The newest versions of those of these records that speak of this code now, in the order in which they are named. @param firsts their first versions */
export async function spokenOf(
  db: Db,
  opened: KnownCode,
  batchId: number,
  firsts: readonly number[],
): Promise<number[]> {
  const rows = await db.query<Spoken>(sql`
    with ${ownRecords(opened)}
    select r.id, ${first} as first from stage_record r
    where ${ofBatch(opened, batchId)} and r.stage = any(${batchStages}) and (r.id = any(${firsts}) or r.first_id = any(${firsts}))
    union select id, first from own where first = any(${firsts})`)
  const newest = new Map(rows.map(row => [row.first, row.id]))
  return firsts.flatMap(one => newest.get(one) ?? [])
}

/** The facts of these records as they stand today, in the order given. */
export async function recordsOf(db: Db, tenantId: number, ids: readonly number[]): Promise<RecordFacts[]> {
  const facts = await loadFacts(db, tenantId, ids)
  return ids.flatMap(id => facts.get(id) ?? [])
}
