import type { StageKey } from '@timbermark/contract'
import { stages } from '@timbermark/contract/stages'
import type { Db } from '../../../platform/database/database.ts'
import { invalid } from '../../../platform/refusal.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { parentsCte } from '../../code/packing/parents.ts'
import { loadFacts, type RecordFacts } from '../../stage/statement/record-facts.ts'
import type { KnownCode } from '../limits/open-code.ts'
import {
  firstsWanted,
  lastsWanted,
  type StageWindow,
  type CurrentRecord,
  type StageSummary,
  selectWindows,
} from './window.ts'

const batchStages: readonly StageKey[] = stages.filter(stage => stage.reach === 'batch').map(stage => stage.key)
const codeStages: readonly StageKey[] = stages.filter(stage => stage.reach === 'codes').map(stage => stage.key)
/** The first version identifies a record, and orders records of the same moment, so that a correction does not move one. */
const first = sql`coalesce(r.first_id, r.id)`
const recordJson = sql`json_build_object('id', f.id, 'first', f.first)`

/** A page of records of one stage: those after this record (ordered by when they happened), or the first ones. */
export interface PageRequest {
  stage: StageKey
  after: number | null
  limit: number
}

/**
 * `code_record (id, first, stage, happened_at)`: current records of stages that concern single codes, of this code and of the packages
 * around it. Ranges are found by their first serial (migration 0021), at a few index look-ups however many there are.
 */
function recordsOfCode({ entry, serial }: KnownCode): Sql {
  const tenant = entry.tenantId
  return sql`
    recursive ${parentsCte(tenant, entry.requestNumber, serial)},
    code_record (id, first, stage, happened_at) as (
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
function currentOfBatch({ entry }: KnownCode, batchId: number): Sql {
  return sql`r.tenant_id = ${entry.tenantId} and r.batch_id = ${batchId} and r.status = 'current'`
}

/**
 * Every stage that was reported for this code (for its batch, for itself, or for a package around it), in order: the number
 * of records, and the ids of the first and the last ones. Reads a bounded number of ids, and counts the rest in an index.
 */
async function loadStageSummaries(db: Db, opened: KnownCode, batchId: number): Promise<StageSummary[]> {
  const current = currentOfBatch(opened, batchId)
  // Nearly every batch has few records. They are read in index order, so that the planner picks the index even without
  // statistics of the table. Stages are only counted when the history is too long to be shown in full.
  const rows = await db.query<StageSummary>(sql`
    with ${recordsOfCode(opened)},
    few as materialized (
      select r.id, ${first} as first, r.stage, r.happened_at from stage_record r where ${current}
      order by r.stage, r.happened_at, ${first} limit ${firstsWanted + 1}),
    counted as (
      select r.stage, count(*) as total, min(r.happened_at) as first_at, max(r.happened_at) as last_at
      from stage_record r where (select count(*) from few) > ${firstsWanted} and ${current} and r.stage = any(${batchStages}) group by r.stage)
    select c.stage, c.total, c.first_at as "firstAt", c.last_at as "lastAt",
           (select json_agg(${recordJson}) from (
              select r.id, ${first} as first from stage_record r where ${current} and r.stage = c.stage
              order by r.happened_at, ${first} limit ${firstsWanted}) f) as firsts,
           (select json_agg(${recordJson}) from (
              select r.id, ${first} as first from stage_record r where ${current} and r.stage = c.stage
              order by r.happened_at desc, ${first} desc limit ${lastsWanted}) f) as lasts
    from counted c
    union all
    select stage, count(*), min(happened_at), max(happened_at),
           json_agg(${recordJson} order by f.happened_at, f.first), json_agg(${recordJson} order by f.happened_at desc, f.first desc)
    from (select id, first, stage, happened_at from code_record
          union all select id, first, stage, happened_at from few where stage = any(${batchStages}) and (select count(*) from few) <= ${firstsWanted}) f
    group by stage`)
  const order = new Map(stages.map(({ key, order }) => [key, order]))
  return rows.sort((a, b) => order.get(a.stage)! - order.get(b.stage)!)
}

/** Which records the answer about a code shows: all of a short history, windows of a long one, and the requested page. */
export async function loadStageWindows(
  db: Db,
  opened: KnownCode,
  batchId: number,
  page?: PageRequest,
): Promise<StageWindow[]> {
  const windows = selectWindows(await loadStageSummaries(db, opened, batchId))
  if (!page) return windows
  const position = windows.findIndex(run => run.stage === page.stage)
  if (position < 0) return windows
  return windows.with(position, await loadPage(db, opened, batchId, page, windows[position]!))
}

/**
 * The records of a stage after the requested one.
 * @throws Refusal invalid when `after` is no record of this stage
 */
async function loadPage(
  db: Db,
  opened: KnownCode,
  batchId: number,
  page: PageRequest,
  window: StageWindow,
): Promise<StageWindow> {
  const { stage, after, limit } = page
  const [before, records] = batchStages.includes(stage)
    ? await loadBatchPage(db, opened, batchId, page)
    : pageOfCode(window.records, after, limit)
  const left = window.total - before - records.length
  return { ...window, before, records, gapAfter: left > 0 ? (records.at(-1)?.first ?? null) : null }
}

/** A page of a stage that concerns single codes: few records, all loaded already. */
function pageOfCode(
  records: readonly CurrentRecord[],
  after: number | null,
  limit: number,
): [number, readonly CurrentRecord[]] {
  const position = after === null ? 0 : records.findIndex(one => one.first === after) + 1
  if (position === 0 && after !== null) throw unknownCursor()
  return [position, records.slice(position, position + limit)]
}

async function loadBatchPage(
  db: Db,
  opened: KnownCode,
  batchId: number,
  { stage, after, limit }: PageRequest,
): Promise<[number, readonly CurrentRecord[]]> {
  const current = sql`${currentOfBatch(opened, batchId)} and r.stage = ${stage}`
  const order = sql`order by r.happened_at, ${first} limit ${limit}`
  if (after === null)
    return [
      0,
      await db.query<CurrentRecord>(sql`select r.id, ${first} as first from stage_record r where ${current} ${order}`),
    ]
  // A record that was withdrawn meanwhile keeps its position; a corrected one has the position of its newest version.
  const row = await db.maybe<{ before: number; records: CurrentRecord[] }>(sql`
    select (select count(*) from stage_record r where ${current} and (r.happened_at, ${first}) <= (a.happened_at, coalesce(a.first_id, a.id))) as before,
           (select coalesce(json_agg(${recordJson}), '[]'::json) from (
              select r.id, ${first} as first from stage_record r
              where ${current} and (r.happened_at, ${first}) > (a.happened_at, coalesce(a.first_id, a.id)) ${order}) f) as records
    from stage_record a
    where a.tenant_id = ${opened.entry.tenantId} and (a.id = ${after} or a.first_id = ${after}) and a.batch_id = ${batchId} and a.stage = ${stage}
    order by a.version desc limit 1`)
  if (!row) throw unknownCursor()
  return [row.before, row.records]
}

function unknownCursor() {
  return invalid([{ field: 'after', error: 'referenceMissing' }])
}

/** The newest versions of those of these records that currently concern this code, in the given order. @param firsts their first versions */
export async function findCurrentVersions(
  db: Db,
  opened: KnownCode,
  batchId: number,
  firsts: readonly number[],
): Promise<number[]> {
  const rows = await db.query<CurrentRecord>(sql`
    with ${recordsOfCode(opened)}
    select r.id, ${first} as first from stage_record r
    where ${currentOfBatch(opened, batchId)} and r.stage = any(${batchStages}) and (r.id = any(${firsts}) or r.first_id = any(${firsts}))
    union select id, first from code_record where first = any(${firsts})`)
  const newest = new Map(rows.map(row => [row.first, row.id]))
  return firsts.flatMap(one => newest.get(one) ?? [])
}

/** Current facts of these records, in the given order. */
export async function loadRecords(db: Db, tenantId: number, ids: readonly number[]): Promise<RecordFacts[]> {
  const facts = await loadFacts(db, tenantId, ids)
  return ids.flatMap(id => facts.get(id) ?? [])
}
