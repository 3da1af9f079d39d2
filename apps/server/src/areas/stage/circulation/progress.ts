import { batchStates, permissionOf, type RowOf, stageKeys, stageProgress, type Texts } from '@timbermark/contract'
import { workbook } from '../../../entity/common-answers.ts'
import { exportAnswer } from '../../../entity/export.ts'
import { type ListQuery, listQueryOf } from '../../../entity/list-query.ts'
import { readingOf } from '../../../entity/read-rows.ts'
import { rowSchemaOf } from '../../../entity/row-schema.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { answerPage } from '../../../entity/answers.ts'
import { nameIn } from '../../../entity/names.ts'
import { type RouteSpec, route } from '../../../platform/http/http.ts'
import { platformTenant } from '../../../platform/operator.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { skippableStages } from './stage-order.ts'
import { hiddenStages } from '../template/template-choice.ts'

/** All stages, none required: what a batch goes by that has no circulation yet. */
const anyOrder = JSON.stringify(stageKeys.map(stage => ({ stage, required: false })))

/**
 * The steps that a batch goes by: those of its first report, else as they stand now. Of a stage that is not shown only what
 * was reported.
 */
const stepsWithout = (hidden: readonly string[]): Sql => {
  const all = sql`coalesce(t.circulation_steps, c.steps, ${anyOrder}::jsonb)`
  if (hidden.length === 0) return all
  return sql`(
    select coalesce(jsonb_agg(x.step order by x.place), '[]') from jsonb_array_elements(${all}) with ordinality x (step, place)
    where not x.step ->> 'stage' = any(${[...hidden]}::text[]) or exists (
      select from stage_record v
      where v.tenant_id = t.tenant_id and v.batch_id = t.id and v.stage = x.step ->> 'stage' and v.status = 'current'))`
}
const steps = sql`st.steps`

/** A batch of fewer records is read whole, which is one walk along an index; one of more is asked stage by stage. */
const readWhole = 300

/**
 * When each step of each batch was reported last (`f.ats`), and the place of the one that is held for: with the
 * expressions below what `judgeSteps` and `nextStep` say of one batch, for all of them in one statement. Joins that hold
 * one row at most, so that whoever only counts batches does not pay for them.
 */
const standing = (skippable: readonly string[], hidden: readonly string[]): Sql => sql`
  left join circulation c on c.tenant_id in (${platformTenant}, t.tenant_id) and c.id = t.circulation_id
  left join lateral (select ${stepsWithout(hidden)} as steps) st on true
  left join lateral (
    select array_agg(w.stage) as stages, array_agg(w.at) as ats, coalesce(sum(w.records), 0) as records
    from (
      select v.stage, max(v.happened_at) as at, count(*) as records from (
        select r.stage, r.happened_at from stage_record r
        where r.tenant_id = t.tenant_id and r.batch_id = t.id and r.status = 'current'
        order by r.stage, r.happened_at limit ${readWhole}) v
      group by v.stage) w) whole on true
  left join lateral (
    select count(s.at)::int as done, count(*)::int as total, max(s.at) as at,
      min(s.place) filter (where s.holds and s.at is null) as held,
      coalesce(max(s.place) filter (where s.at is not null), 0) as last,
      array_agg(s.at order by s.place) as ats
    from (
      select x.place,
        (x.step ->> 'required')::boolean and not x.step ->> 'stage' = any(${[...skippable]}::text[]) as holds,
        case when whole.records < ${readWhole} then whole.ats[array_position(whole.stages, x.step ->> 'stage')] else r.at end as at
      from jsonb_array_elements(${steps}) with ordinality x (step, place)
      left join lateral (
        select v.happened_at as at from stage_record v
        where whole.records >= ${readWhole}
          and v.tenant_id = t.tenant_id and v.batch_id = t.id and v.stage = x.step ->> 'stage' and v.status = 'current'
        order by v.happened_at desc limit 1) r on true offset 0) s) f on true`

/** The step that is next, null when there is none. */
const next = sql`(${steps} -> (coalesce(f.held, case when f.last < f.total then f.last + 1 end)::int - 1))`
/** Moments of the reported steps before it. */
const before = sql`array_remove(f.ats[1:coalesce(f.held, f.last + 1) - 1], null)`
const due = sql`
  (coalesce((${before})[cardinality(${before})], t.created_at) + (${next} ->> 'days')::int * interval '1 day')`
const late = sql`coalesce(${due} < now(), false)`

type Found = Omit<RowOf<typeof stageProgress>, 'circulationName'> & {
  circulation: string | null
  texts: Texts
  titleKey: string | null
  [column: string]: unknown
}

/** Open batches in reach: the late ones first, then by what is expected soonest, last those of which nothing is. */
async function readingNow(db: Db, tenantId: number) {
  const joins = standing([...(await skippableStages(db, tenantId))], [...(await hiddenStages(db, tenantId))])
  const product = sql`join product p on p.tenant_id = t.tenant_id and p.id = t.product_id`
  return readingOf(stageProgress, {
    table: 'batch',
    joins: sql`${product} ${joins}`,
    columns: {
      productName: sql`p.name`,
      nextStage: sql`${next} ->> 'stage'`,
      responsible: sql`${next} ->> 'responsible'`,
      late,
      due,
      done: sql`f.done`,
      total: sql`f.total`,
      lastTime: sql`f.at`,
      circulationName: 'computedInCode',
    },
    more: sql`c.name as circulation, c.name_texts as texts, c.title_key as "titleKey", ${steps} -> (array_position(f.ats, f.at) - 1) ->> 'stage' as "lastStage"`,
    where: ({ actor }, verb) =>
      sql`t.status = any(${[...batchStates.editable]}) and ${scopePredicate(actor, permissionOf(stageProgress, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })}`,
    order: sql`${late} desc, ${next} is null, ${due} asc nulls last`,
    toRows: (rows: Found[], { language }) =>
      rows.map(({ circulation, texts, titleKey, ...row }) => ({
        ...row,
        circulationName: circulation === null ? null : nameIn(language, circulation, texts, titleKey),
      })),
  })
}

export const progressRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/stage/progress/list',
    access: { permission: permissionOf(stageProgress, 'list') },
    summary: 'Open batches with the stage that is next, the late ones first',
    query: listQueryOf(stageProgress),
    labels: 'stage.progress',
    rows: rowSchemaOf(stageProgress),
    handler: call =>
      call.services.database.withTenant(call.actor.tenantId, async db => {
        const reading = await readingNow(db, call.actor.tenantId)
        return answerPage(db, reading, call, call.query as ListQuery)
      }),
  }),
  route({
    method: 'GET',
    path: '/stage/progress/export',
    access: { permission: permissionOf(stageProgress, 'export') },
    summary: 'Export of the open batches with the stage that is next (xlsx)',
    query: listQueryOf(stageProgress),
    file: workbook,
    labels: 'stage.progress',
    audit: { title: 'stage.progress', kind: 'export' },
    handler: async call => {
      const { tenantId } = call.actor
      const reading = await call.services.database.withTenant(tenantId, db => readingNow(db, tenantId))
      return exportAnswer(call, reading)
    },
  }),
]
