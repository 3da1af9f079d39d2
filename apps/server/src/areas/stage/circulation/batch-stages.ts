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
import { circulationName } from './circulation-rows.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import type { BeforeWire } from '../../../platform/http/http.ts'
import type { Services } from '../../../platform/services.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { loadAuthorizedStages } from '../authorization/authorized-stages.ts'
import { loadPartnerAmounts, loadPartnerStages } from './partner-progress.ts'
import { loadBatchQuantities, loadReportedQuantities, noQuantities } from './reported-quantities.ts'
import { loadSkippableStages } from './stage-order.ts'
import { loadHiddenStages } from '../template/template-choice.ts'

/** The most records that the answer lists per stage. */
const recordsPerStage = 5

/** All stages, none required: the steps of a batch without a circulation. */
const anyOrder: readonly CirculationStep[] = stageKeys.map(stage => ({ stage, required: false }))

interface BatchCirculationRow {
  id: number | null
  name: string | null
  texts: Texts
  title_key: string | null
  /** Steps stored at the batch's first report. */
  batchSteps: CirculationStep[] | null
  /** Current steps of the circulation. */
  currentSteps: CirculationStep[] | null
  changed: boolean
  began: Date
}

const recordList = permissionOf(stageRecord, 'list')

/** Records, as `t`, in the scope of the caller's record list: the answer lists and counts no others. */
const listScope = (actor: Actor): Sql =>
  scopePredicate(actor, recordList, { alias: 't', dept: 'dept_id', owner: 'created_by' })

/** The records of one stage. */
interface StageSummary {
  stage: StageKey
  /** Records in the caller's scope. */
  records: number
  codes: number
  /** Over all records: the progress of the batch does not depend on the caller's scope. */
  first: Date
  last: Date
}

async function loadBatchCirculation(db: Db, tenantId: number, batchId: number): Promise<BatchCirculationRow> {
  return db.one<BatchCirculationRow>(sql`
    select c.id, c.name, c.name_texts as texts, c.title_key, b.circulation_steps as "batchSteps", c.steps as "currentSteps", b.created_at as began,
           coalesce(b.circulation_steps <> c.steps, false) as changed
    from batch b left join circulation c on c.tenant_id in (${platformTenant}, ${tenantId}) and c.id = b.circulation_id
    where b.tenant_id = ${tenantId} and b.id = ${batchId}`)
}

async function loadStageSummaries(db: Db, actor: Actor, batchId: number): Promise<StageSummary[]> {
  const listed = listScope(actor)
  return db.query<StageSummary>(sql`
    select t.stage, (count(*) filter (where ${listed}))::int as records,
           coalesce(sum(t.code_count) filter (where ${listed}), 0)::int as codes,
           min(t.happened_at) as first, max(t.happened_at) as last
    from stage_record t
    where t.tenant_id = ${actor.tenantId} and t.batch_id = ${batchId} and t.status = 'current' group by t.stage`)
}

async function loadNewestRecords(db: Db, actor: Actor, batchId: number, stages: readonly StageKey[]) {
  return db.query<BeforeWire<StageRecordBrief>>(sql`
    select r.id as "recordId", r.stage, r.recorded_at as "recordedAt", r.happened_at as time, r.version, r.status,
           e.name as enterprise, r.operator, r.code_count as codes
    from unnest(${[...stages]}::text[]) s (stage)
    cross join lateral (
      select * from stage_record t
      where t.tenant_id = ${actor.tenantId} and t.batch_id = ${batchId} and t.stage = s.stage and t.status = 'current'
        and ${listScope(actor)}
      order by t.happened_at desc, t.id desc limit ${recordsPerStage}) r
    join enterprise e on e.id = r.tenant_id
    order by r.happened_at desc, r.id desc`)
}

/** Counts the labels of a batch, and those in use, from ranges. */
async function countBatchLabels(db: Db, tenantId: number, batchId: number): Promise<{ made: number; inUse: number }> {
  return db.one(sql`
    select coalesce(sum(r.count), 0)::int as made,
      coalesce(sum((
        select sum(upper(s.serials) - lower(s.serials)) from label_state s
        where s.tenant_id = ${tenantId} and s.request_number = r.request_number and s.state = 'inUse')), 0)::int as "inUse"
    from code_request r
    where r.tenant_id = ${tenantId} and r.batch_id = ${batchId} and r.status in ('completed', 'downloaded')`)
}

const hours = (milliseconds: number | undefined) =>
  milliseconds === undefined ? null : Math.round(milliseconds / 360_000) / 10

/** The progress of a batch: its stages in the order of its circulation, then reported stages outside of it. */
export async function loadBatchStages(
  { services: { database }, db }: { services: Pick<Services, 'database'>; db: Db },
  actor: Actor,
  batchId: number,
  language: Language,
) {
  const { tenantId } = actor
  const batch = await loadBatchCirculation(db, tenantId, batchId)
  const summaries = new Map((await loadStageSummaries(db, actor, batchId)).map(row => [row.stage, row]))
  const byPartners = await loadPartnerStages(database, db, tenantId, batchId)
  const mayList = hasPermission(actor, recordList)
  const newest = Map.groupBy(
    mayList ? await loadNewestRecords(db, actor, batchId, [...summaries.keys()]) : [],
    row => row.stage,
  )
  const quantities = mayList
    ? await loadReportedQuantities(
        db,
        tenantId,
        sql`t.batch_id = ${batchId} and ${listScope(actor)}`,
        await loadPartnerAmounts(database, tenantId, byPartners),
      )
    : null
  const skippable = await loadSkippableStages(db, tenantId)
  const authorized = new Set(await loadAuthorizedStages(db, actor))
  const reported = new Map<StageKey, StepReported>()
  for (const { stage, first, last } of [...summaries.values(), ...byPartners]) {
    const so = reported.get(stage)
    reported.set(stage, {
      first: Math.min(first.getTime(), so?.first ?? Number.POSITIVE_INFINITY),
      last: Math.max(last.getTime(), so?.last ?? 0),
    })
  }
  const hidden = await loadHiddenStages(db, tenantId)
  const steps = (batch.batchSteps ?? batch.currentSteps ?? anyOrder).filter(
    ({ stage }) => !hidden.has(stage) || reported.has(stage),
  )
  const judged = judgeSteps({ steps, reported, skippable, began: batch.began.getTime(), now: Date.now() })
  const outside = stageKeys.filter(stage => reported.has(stage) && !steps.some(step => step.stage === stage))
  const about = (stage: StageKey) => ({
    stage,
    order: stageByKey(stage).order,
    optional: skippable.has(stage),
    mine: authorized.has(stage),
    recordCount: mayList ? (summaries.get(stage)?.records ?? 0) : null,
    codeCount: mayList ? (summaries.get(stage)?.codes ?? 0) : null,
    reported: quantities?.at(batchId, stage) ?? null,
    records: mayList ? (newest.get(stage) ?? []) : null,
  })
  return {
    circulation:
      batch.id === null || batch.name === null
        ? null
        : { id: batch.id, name: circulationName(language, { ...batch, name: batch.name }), changed: batch.changed },
    labels: await countBatchLabels(db, tenantId, batchId),
    quantities: (await loadBatchQuantities(db, tenantId, [batchId])).get(batchId) ?? noQuantities,
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
