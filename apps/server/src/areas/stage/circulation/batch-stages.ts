import type { StageRecordBrief } from '@timbermark/contract/calls'
import {
  type CirculationStep,
  judgeSteps,
  nextStep,
  permissionOf,
  type StageKey,
  stageKeys,
  stageRecord,
  type StepReported,
} from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import type { Language, Texts } from '@timbermark/contract'
import { circulationIn } from './circulation-rows.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import type { BeforeWire } from '../../../platform/http/http.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { stagesAuthorized } from '../authorization/authorized-stages.ts'
import { skippableStages } from './stage-order.ts'
import { hiddenStages } from '../template/template-choice.ts'

/** So many records of a stage are told. */
const newestTold = 5

/** All stages, none required: what a batch is shown by that has no circulation yet. */
const anyOrder: readonly CirculationStep[] = stageKeys.map(stage => ({ stage, required: false }))

interface Followed {
  id: number | null
  name: string | null
  texts: Texts
  title_key: string | null
  /** Steps of the batch's first report. */
  kept: CirculationStep[] | null
  /** Steps as the circulation has them now. */
  now: CirculationStep[] | null
  changed: boolean
  began: Date
}

const recordList = permissionOf(stageRecord, 'list')

/** Records, as `t`, that the reader's list has: the picture tells of no other, and counts no other. */
const listedFor = (actor: Actor): Sql =>
  scopePredicate(actor, recordList, { alias: 't', dept: 'dept_id', owner: 'created_by' })

/** What was reported of each stage. */
interface Told {
  stage: StageKey
  /** Those that the reader's list has. */
  records: number
  codes: number
  /** Of all: where the batch stands is the batch's own. */
  first: Date
  last: Date
}

async function followed(db: Db, tenantId: number, batchId: number): Promise<Followed> {
  return db.one<Followed>(sql`
    select c.id, c.name, c.name_texts as texts, c.title_key, b.circulation_steps as kept, c.steps as now, b.created_at as began,
           coalesce(b.circulation_steps <> c.steps, false) as changed
    from batch b left join circulation c on c.tenant_id in (${platformTenant}, ${tenantId}) and c.id = b.circulation_id
    where b.tenant_id = ${tenantId} and b.id = ${batchId}`)
}

async function toldOf(db: Db, actor: Actor, batchId: number): Promise<Told[]> {
  const listed = listedFor(actor)
  return db.query<Told>(sql`
    select t.stage, (count(*) filter (where ${listed}))::int as records,
           coalesce(sum(t.code_count) filter (where ${listed}), 0)::int as codes,
           min(t.happened_at) as first, max(t.happened_at) as last
    from stage_record t
    where t.tenant_id = ${actor.tenantId} and t.batch_id = ${batchId} and t.status = 'current' group by t.stage`)
}

async function newestOf(db: Db, actor: Actor, batchId: number, stages: readonly StageKey[]) {
  return db.query<BeforeWire<StageRecordBrief>>(sql`
    select r.id as "recordId", r.stage, r.recorded_at as "recordedAt", r.happened_at as time, r.version, r.status,
           e.name as enterprise, r.operator, r.code_count as codes
    from unnest(${[...stages]}::text[]) s (stage)
    cross join lateral (
      select * from stage_record t
      where t.tenant_id = ${actor.tenantId} and t.batch_id = ${batchId} and t.stage = s.stage and t.status = 'current'
        and ${listedFor(actor)}
      order by t.happened_at desc, t.id desc limit ${newestTold}) r
    join enterprise e on e.id = r.tenant_id
    order by r.happened_at desc, r.id desc`)
}

const hours = (milliseconds: number | undefined) =>
  milliseconds === undefined ? null : Math.round(milliseconds / 360_000) / 10

/** Where a batch stands: its stages in the order of its circulation, and behind them what was reported outside of it. */
export async function pictureOf(db: Db, actor: Actor, batchId: number, language: Language) {
  const { tenantId } = actor
  const batch = await followed(db, tenantId, batchId)
  const told = new Map((await toldOf(db, actor, batchId)).map(row => [row.stage, row]))
  const lists = hasPermission(actor, recordList)
  const newest = Map.groupBy(lists ? await newestOf(db, actor, batchId, [...told.keys()]) : [], row => row.stage)
  const skippable = await skippableStages(db, tenantId)
  const mine = new Set(await stagesAuthorized(db, actor))
  const reported = new Map<StageKey, StepReported>(
    [...told].map(([stage, { first, last }]) => [stage, { first: first.getTime(), last: last.getTime() }]),
  )
  const hidden = await hiddenStages(db, tenantId)
  const steps = (batch.kept ?? batch.now ?? anyOrder).filter(({ stage }) => !hidden.has(stage) || told.has(stage))
  const judged = judgeSteps({ steps, reported, skippable, began: batch.began.getTime(), now: Date.now() })
  const outside = stageKeys.filter(stage => told.has(stage) && !steps.some(step => step.stage === stage))
  const about = (stage: StageKey) => ({
    stage,
    order: stageByKey(stage).order,
    optional: skippable.has(stage),
    mine: mine.has(stage),
    recordCount: lists ? (told.get(stage)?.records ?? 0) : null,
    codeCount: lists ? (told.get(stage)?.codes ?? 0) : null,
    records: lists ? (newest.get(stage) ?? []) : null,
  })
  return {
    circulation:
      batch.id === null || batch.name === null
        ? null
        : { id: batch.id, name: circulationIn(language, { ...batch, name: batch.name }), changed: batch.changed },
    next: nextStep(judged)?.stage ?? null,
    stages: [
      ...judged.map(({ stage, required, responsible, state, may, late, due, took }) => ({
        ...about(stage),
        required,
        responsible: responsible ?? null,
        state,
        may,
        late,
        due: due === undefined ? null : new Date(due),
        tookHours: hours(took),
      })),
      ...outside.map(stage => ({
        ...about(stage),
        required: false,
        responsible: null,
        state: 'outside' as const,
        may: false,
        late: false,
        due: null,
        tookHours: null,
      })),
    ],
  }
}
