import { stages } from '@timbermark/contract/stages'
import type { Db } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { loadFacts, type RecordFacts } from '../stage/leaf.ts'
import type { KnownCode } from './open-code.ts'

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
  foreign_name: string
  chinese_name: string
  latin_genus: string
  latin_species: string
  category: string
  description: string | null
  images: string[]
  video: string[]
  scans: number
  first_scan_at: Date | null
  checks: number
  first_check_at: Date | null
  wrong_checks: number
}

/** The goods of a code; undefined when its request is gone. */
export function loadGoods(db: Db, { entry, serial }: KnownCode): Promise<GoodsRow | undefined> {
  return db.maybe<GoodsRow>(sql`
    select r.country_code, r.factory_code, r.batch_date, r.species, b.id as batch_id, b.batch_number, b.planned_date, b.volume, b.status as batch_status,
           p.name as product_name, p.foreign_name, p.chinese_name, p.latin_genus, p.latin_species, p.description, p.images, p.video, c.name as category,
           coalesce(s.scans, 0) as scans, s.first_scan_at, coalesce(s.checks, 0) as checks, s.first_check_at, coalesce(s.wrong_checks, 0) as wrong_checks
    from code_request r
    join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
    join product p on p.tenant_id = b.tenant_id and p.id = b.product_id
    join category c on c.tenant_id = p.tenant_id and c.id = p.category_id
    left join code_stat s on s.request_number = r.request_number and s.serial = ${serial}
    where r.id = ${entry.requestId}`)
}

const batchStages = stages.filter(stage => stage.reach === 'batch').map(stage => stage.key)
const codeStages = stages.filter(stage => stage.reach === 'codes').map(stage => stage.key)
/** Levels rise with every link (item, package, container), so that three steps reach the top; a circle ends there too. */
const deepest = 3
/** More records than this are no page that anyone reads. */
const mostRecords = 500

/**
 * Ids of the current records that speak of this code: of its batch, of itself, or of what it is packed in. Ranges are found
 * by their first serial (migration 0021), at the cost of a few index look-ups however many there are.
 */
export async function recordIdsOf(db: Db, { entry, serial }: KnownCode, batchId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    with recursive packed (request_number, serial, depth) as (
      select ${entry.requestNumber}::int, ${serial}::int, 0
      union all
      select l.parent_request, l.parent_serial, p.depth + 1
      from packed p cross join lateral (
        select parent_request, parent_serial, serials from code_link
        where request_number = p.request_number and first_serial <= p.serial order by first_serial desc limit 1) l
      where p.depth < ${deepest} and upper(l.serials) > p.serial),
    spoken (id) as (
      select r.id from stage_record r where r.batch_id = ${batchId} and r.status = 'current' and r.stage = any(${batchStages})
      union
      select r.id from (select distinct request_number, serial from packed) p
      cross join unnest(${codeStages}::text[]) as s (stage)
      cross join lateral (
        select record_id, serials from stage_record_code
        where current and stage = s.stage and request_number = p.request_number and first_serial <= p.serial order by first_serial desc limit 1) c
      join stage_record r on r.id = c.record_id and r.status = 'current'
      where upper(c.serials) > p.serial)
    select id from spoken order by id limit ${mostRecords}`)
  return rows.map(row => row.id)
}

/** The facts of these records as they stand today, in the order of the chain. */
export async function recordsOf(db: Db, opened: KnownCode, batchId: number): Promise<RecordFacts[]> {
  const facts = await loadFacts(db, await recordIdsOf(db, opened, batchId))
  const order = (record: RecordFacts) => stages.findIndex(stage => stage.key === record.stage)
  return [...facts.values()].sort(
    (a, b) => order(a) - order(b) || a.recordedAt.getTime() - b.recordedAt.getTime() || a.id - b.id,
  )
}
