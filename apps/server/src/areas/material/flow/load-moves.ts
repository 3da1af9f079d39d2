import type { MaterialAct, ResidueReason, StageKey, WoodForm } from '@timbermark/contract'
import { fewBatches, type flowQuery, mostGroups } from '@timbermark/contract/calls'
import type { z } from 'zod'
import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { allOf, type Sql, sql } from '../../../platform/database/sql.ts'
import { invalid } from '../../../platform/refusal.ts'
import { loadTenantDay, startOfDay } from '../../../platform/tenant-day.ts'

/** Whose wood, and when. */
export interface FlowRange {
  tenantId: number
  /** First and last day as YYYY-MM-DD; null from the first entry on. */
  from: string | null
  to: string
  zone: string
  batchId: number | undefined
  /** Condition on the batch `b`. */
  scope: Sql
}

/** Days a picture without a period looks back. */
const usualDays = 365

/** @throws Refusal invalid when the period ends before it begins */
export async function readRange(
  db: Db,
  actor: Actor,
  permission: string,
  { from, to, batchId }: z.output<typeof flowQuery>,
): Promise<FlowRange> {
  const { zone, today } = await loadTenantDay(db, actor.tenantId)
  const last = to ?? today
  const usual = new Date(Date.parse(`${last}T00:00:00Z`) - (usualDays - 1) * 86_400_000).toISOString().slice(0, 10)
  const first = from ?? (batchId === undefined ? usual : null)
  if (first !== null && last < first) throw invalid([{ field: 'to', error: 'tooSmall', params: { min: first } }])
  return {
    tenantId: actor.tenantId,
    from: first,
    to: last,
    zone,
    batchId,
    scope: scopePredicate(actor, permission, { alias: 'b', dept: 'dept_id', owner: 'created_by' }),
  }
}

/** A sum of entries of one kind. */
export interface Move {
  batchId: number | null
  batchNumber: string | null
  species: string | null
  isOther: boolean
  form: WoodForm
  /**
   * The act of the entries, or of those that they take back. `now` is the balance of today, `after` the sum of what was entered for
   * later days.
   */
  act: Exclude<MaterialAct, 'reversed'> | 'now' | 'after'
  /** It belongs to what came into the balance, else to what left it. */
  isIn: boolean
  stage: StageKey | null
  /** Kind of a residue, or why wood was lost. */
  reason: ResidueReason | null
  /** The other enterprise of a handover, the other batch of a transfer, or the plot of a felling; empty when none is named. */
  counterpart: string | null
  isOtherCounterpart: boolean
  /** Cubic metres; above zero came in, below zero left. */
  volume: string
}

/**
 * Entries `e` with their batch `b` from the beginning of the period on, also those of later days: with them the balance of today says
 * what there was, so that no earlier entry is read.
 */
const entriesFrom = ({ tenantId, from, zone, batchId, scope }: FlowRange): Sql => sql`
  material_entry e join batch b on b.tenant_id = ${tenantId} and b.id = e.batch_id
  left join batch o on o.tenant_id = ${tenantId} and o.id = e.other_batch_id
  where ${allOf([
    sql`e.tenant_id = ${tenantId}`,
    scope,
    ...(batchId === undefined ? [] : [sql`e.batch_id = ${batchId}`]),
    ...(from === null ? [] : [sql`e.happened_at >= ${startOfDay(sql`${from}::date`, sql`${zone}`)}`]),
  ])}`

/** Balances `m` with their batch `b`. */
const balancesOf = ({ tenantId, batchId, scope }: FlowRange): Sql => sql`
  material_balance m join batch b on b.tenant_id = ${tenantId} and b.id = m.batch_id
  where ${allOf([
    sql`m.tenant_id = ${tenantId} and m.species <> ''`,
    scope,
    ...(batchId === undefined ? [] : [sql`m.batch_id = ${batchId}`]),
  ])}`

const isAfter = ({ to, zone }: FlowRange): Sql =>
  sql`e.happened_at >= ${startOfDay(sql`${to}::date + 1`, sql`${zone}`)}`

/** As the account counts them: differences of measure and undeclared wood stand on one side, whatever their sign. */
const isIn = sql`(coalesce(e.reversed_act, e.act) in ('measured', 'undeclared') or (e.volume > 0) = (e.act <> 'reversed'))`

/** Whether there are so few batches that each is drawn. */
async function areFew(db: Db, range: FlowRange): Promise<boolean> {
  if (range.batchId !== undefined) return false
  const rows = await db.query(sql`select 1 from ${balancesOf(range)} group by m.batch_id limit ${fewBatches + 1}`)
  return rows.length <= fewBatches
}

/**
 * The sums that a picture is drawn from. What is not among the largest groups of wood, the largest partners or the plots of most wood, is one sum of all
 * others; residue is not divided.
 */
export async function loadMoves(db: Db, range: FlowRange): Promise<{ perBatch: boolean; moves: Move[] }> {
  const perBatch = await areFew(db, range)
  const batch = (alias: Sql) => (perBatch ? sql`${alias}.batch_id` : sql`null::bigint`)
  const after = isAfter(range)
  // Wood of all batches is drawn together: what one of them gave to another one is in it.
  const areApart = sql`${perBatch || range.batchId !== undefined}::boolean`
  const moves = await db.query<Move>(sql`
    with moves as materialized (
      select ${batch(sql`e`)} as batch_id, e.species, e.form, ${after} as is_after,
        case when ${after} then 'after' else coalesce(e.reversed_act, e.act) end as act,
        ${after} or ${isIn} or (not ${areApart} and coalesce(e.reversed_act, e.act) = 'transferred') as is_in,
        case when not ${after} and coalesce(e.reversed_act, e.act) in ('converted', 'lost') then e.stage end as stage,
        case when ${after} then null
          when coalesce(e.reversed_act, e.act) in ('received', 'handedOver') then coalesce(e.partner, '')
          when ${areApart} and coalesce(e.reversed_act, e.act) = 'transferred' then o.batch_number
          when coalesce(e.reversed_act, e.act) = 'felled' then coalesce((
            select n.number from stage_record_plot n where n.tenant_id = ${range.tenantId} and n.record_id = e.record_id), '')
        end as counterpart,
        case when not ${after} then e.reason end as reason, sum(e.volume) as volume
      from ${entriesFrom(range)}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9
      union all
      select ${batch(sql`m`)}, m.species, m.form, false, 'now', true, null, null, null, sum(m.volume)
      from ${balancesOf(range)} group by 1, 2, 3),
    woods as (
      select batch_id, species, row_number() over (order by sum(abs(volume)) desc, species, batch_id) as place, count(*) over () as n
      from moves where form <> 'residue' group by batch_id, species),
    counterparts as (
      select act, counterpart, row_number() over (partition by act order by sum(abs(volume)) desc, counterpart) as place,
        count(*) over (partition by act) as n
      from moves where counterpart is not null group by act, counterpart),
    placed as (
      select m.form, m.act, m.is_in, m.stage, m.reason, m.volume, m.counterpart,
        m.form <> 'residue' and not (w.place <= ${mostGroups} or w.n = ${mostGroups + 1}) as is_other,
        m.counterpart is not null and not (p.place <= ${mostGroups} or p.n = ${mostGroups + 1}) as is_other_counterpart, m.species, m.batch_id
      from moves m
      left join woods w on w.species = m.species and w.batch_id is not distinct from m.batch_id
      left join counterparts p on p.counterpart = m.counterpart and p.act = m.act)
    select case when not s.is_other and s.form <> 'residue' then s.species end as species,
      case when not s.is_other and s.form <> 'residue' then s.batch_id end as "batchId",
      max(case when not s.is_other then b.batch_number end) as "batchNumber",
      s.is_other as "isOther", s.form, s.act, s.is_in as "isIn", s.stage, s.reason,
      case when not s.is_other_counterpart then s.counterpart end as counterpart, s.is_other_counterpart as "isOtherCounterpart",
      trim_scale(sum(s.volume)) as volume
    from placed s left join batch b on b.tenant_id = ${range.tenantId} and b.id = s.batch_id
    group by 1, 2, 4, 5, 6, 7, 8, 9, 10, 11`)
  return { perBatch, moves }
}

/** The sums of one batch, species and form. Cubic metres. */
export interface BatchSums {
  batch: string
  species: string
  form: WoodForm
  before: string
  felled: string
  purchased: string
  received: string
  transferredIn: string
  output: string
  undeclared: string
  measured: string
  used: string
  handedOver: string
  transferredOut: string
  there: string
}

export const loadBatchSums = (db: Db, range: FlowRange, most: number): Promise<BatchSums[]> => {
  const after = isAfter(range)
  const act = sql`coalesce(e.reversed_act, e.act)`
  const sum = (condition: Sql) => sql`coalesce(sum(e.volume) filter (where not ${after} and ${condition}), 0)`
  return db.query<BatchSums>(sql`
    with moved as materialized (
      select e.batch_id, e.species, e.form, sum(e.volume) as since, coalesce(sum(e.volume) filter (where ${after}), 0) as after,
        ${sum(sql`${act} = 'felled'`)} as felled, ${sum(sql`${act} = 'purchased'`)} as purchased, ${sum(sql`${act} = 'received'`)} as received,
        ${sum(sql`${act} = 'transferred' and ${isIn}`)} as transferred_in, ${sum(sql`${act} = 'transferred' and not ${isIn}`)} as transferred_out,
        ${sum(sql`(${act} = 'lost' or ${act} = 'converted' and ${isIn})`)} as output,
        ${sum(sql`${act} = 'undeclared'`)} as undeclared, ${sum(sql`${act} = 'measured'`)} as measured,
        ${sum(sql`${act} = 'converted' and not ${isIn}`)} as used, ${sum(sql`${act} = 'handedOver'`)} as handed_over
      from ${entriesFrom(range)} group by 1, 2, 3)
    select b.batch_number as batch, m.species, m.form, trim_scale(m.volume - coalesce(v.since, 0)) as before,
      trim_scale(coalesce(v.felled, 0)) as felled, trim_scale(coalesce(v.purchased, 0)) as purchased,
      trim_scale(coalesce(v.received, 0)) as received, trim_scale(coalesce(v.transferred_in, 0)) as "transferredIn", trim_scale(coalesce(v.output, 0)) as output,
      trim_scale(coalesce(v.undeclared, 0)) as undeclared, trim_scale(coalesce(v.measured, 0)) as measured,
      trim_scale(-coalesce(v.used, 0)) as used, trim_scale(-coalesce(v.transferred_out, 0)) as "transferredOut", trim_scale(-coalesce(v.handed_over, 0)) as "handedOver",
      trim_scale(m.volume - coalesce(v.after, 0)) as there
    from (select m.batch_id, m.species, m.form, m.volume from ${balancesOf(range)}) m
    join batch b on b.tenant_id = ${range.tenantId} and b.id = m.batch_id
    left join moved v on v.batch_id = m.batch_id and v.species = m.species and v.form = m.form
    order by b.batch_number, m.species, m.form, m.batch_id limit ${most}`)
}
