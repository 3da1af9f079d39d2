import {
  batchStates,
  permissionOf,
  type RowOf,
  type StageKey,
  stageKeys,
  stageProgress,
  type Texts,
} from '@timbermark/contract'
import { workbook } from '../../../entity/common-answers.ts'
import { exportAnswer } from '../../../entity/export.ts'
import { type ListQuery, listQueryOf } from '../../../entity/list-query.ts'
import { servesList } from '../../../entity/served-lists.ts'
import { checkListQuery, readingOf } from '../../../entity/read-rows.ts'
import { rowSchemaOf } from '../../../entity/row-schema.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { answerPage } from '../../../entity/answers.ts'
import { nameIn } from '../../../entity/names.ts'
import type { Actor } from '../../../platform/actor.ts'
import { type RouteSpec, route } from '../../../platform/http/http.ts'
import { platformTenant } from '../../../platform/operator.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { currentTenant, type Sql, sql } from '../../../platform/database/sql.ts'
import { loadPartnerAmounts, loadPartnerStages, type PartnerStage } from './partner-progress.ts'
import { loadBatchQuantities, loadReportedQuantities, noQuantities } from './reported-quantities.ts'
import { loadSkippableStages } from './stage-order.ts'
import { loadHiddenStages } from '../template/template-choice.ts'

/** All stages, none required: the steps of a batch without a circulation. */
const anyOrder = JSON.stringify(stageKeys.map(stage => ({ stage, required: false })))

/**
 * The steps of a batch: those stored at its first report, else the current ones. Hidden stages remain only when they have
 * reports.
 */
const visibleSteps = (hidden: readonly string[]): Sql => {
  const all = sql`coalesce(t.circulation_steps, c.steps, ${anyOrder}::jsonb)`
  if (hidden.length === 0) return all
  return sql`(
    select coalesce(jsonb_agg(x.step order by x.place), '[]') from jsonb_array_elements(${all}) with ordinality x (step, place)
    where not x.step ->> 'stage' = any(${[...hidden]}::text[]) or exists (
      select from stage_record v
      where v.tenant_id = ${currentTenant} and v.batch_id = t.id and v.stage = x.step ->> 'stage' and v.status = 'current')
      or x.step ->> 'stage' = any(g.stages))`
}
const steps = sql`st.steps`

/** Up to this many records of a batch are read in one index scan; larger batches are queried stage by stage. */
const maxRecordsInOneRead = 300

/**
 * The last report of each step of each batch (`f.ats`) and the position of the first missing required step (`f.held`). With
 * the expressions below, this computes for all batches in one statement what `judgeSteps` and `nextStep` compute for one.
 * Invited partners reported in enterprises of their own, so what they reported comes as values.
 * Each join yields at most one row, so that the planner drops them from a query that only counts batches.
 */
const progressJoins = (
  skippable: readonly string[],
  hidden: readonly string[],
  byPartners: readonly PartnerStage[],
): Sql => sql`
  left join (
    select batch, array_agg(stage) as stages, array_agg(at) as ats
    from unnest(${byPartners.map(({ batch }) => batch)}::bigint[], ${byPartners.map(({ stage }) => stage)}::text[],
      ${byPartners.map(({ last }) => last)}::timestamptz[]) as u (batch, stage, at)
    group by batch) g on g.batch = t.id
  left join circulation c on c.tenant_id in (${platformTenant}, ${currentTenant}) and c.id = t.circulation_id
  left join lateral (select ${visibleSteps(hidden)} as steps) st on true
  left join lateral (
    select array_agg(w.stage) as stages, array_agg(w.at) as ats, coalesce(sum(w.records), 0) as records
    from (
      select v.stage, max(v.happened_at) as at, count(*) as records from (
        select r.stage, r.happened_at from stage_record r
        where r.tenant_id = ${currentTenant} and r.batch_id = t.id and r.status = 'current'
        order by r.stage, r.happened_at limit ${maxRecordsInOneRead}) v
      group by v.stage) w) whole on true
  left join lateral (
    select count(s.at)::int as done, count(*)::int as total, max(s.at) as at,
      min(s.place) filter (where s.holds and s.at is null) as held,
      coalesce(max(s.place) filter (where s.at is not null), 0) as last,
      array_agg(s.at order by s.place) as ats
    from (
      select x.place,
        (x.step ->> 'required')::boolean and not x.step ->> 'stage' = any(${[...skippable]}::text[]) as holds,
        greatest(case when whole.records < ${maxRecordsInOneRead} then whole.ats[array_position(whole.stages, x.step ->> 'stage')] else r.at end,
          g.ats[array_position(g.stages, x.step ->> 'stage')]) as at
      from jsonb_array_elements(${steps}) with ordinality x (step, place)
      left join lateral (
        select v.happened_at as at from stage_record v
        where whole.records >= ${maxRecordsInOneRead}
          and v.tenant_id = ${currentTenant} and v.batch_id = t.id and v.stage = x.step ->> 'stage' and v.status = 'current'
        order by v.happened_at desc limit 1) r on true offset 0) s) f on true`

/** The next step; null when there is none. */
const next = sql`(${steps} -> (coalesce(f.held, case when f.last < f.total then f.last + 1 end)::int - 1))`
/** Times of the reported steps before the next one. */
const before = sql`array_remove(f.ats[1:coalesce(f.held, f.last + 1) - 1], null)`
const due = sql`
  (coalesce((${before})[cardinality(${before})], t.created_at) + (${next} ->> 'days')::int * interval '1 day')`
const late = sql`coalesce(${due} < now(), false)`

type Quantity = 'reportedItems' | 'items' | 'reportedPackages' | 'packages' | 'reportedVolume' | 'volume'

type ProgressRow = Omit<RowOf<typeof stageProgress>, 'circulationName' | Quantity> & {
  circulation: string | null
  texts: Texts
  titleKey: string | null
  [column: string]: unknown
}

const batchScope = (actor: Actor, permission: string): Sql =>
  scopePredicate(actor, permission, { alias: 't', dept: 'dept_id', owner: 'created_by' })

interface Reads {
  database: Database
  db: Db
  tenantId: number
}

/** What was reported of each batch at its last stage, and what there is of it. */
async function loadQuantities(
  { database, db, tenantId }: Reads,
  rows: readonly ProgressRow[],
  partnerStages: readonly PartnerStage[],
) {
  const batches = rows.map(({ id }) => id)
  const last = rows.filter(({ lastStage }) => lastStage !== null)
  const byPartners = partnerStages.filter(({ batch, stage }) =>
    last.some(({ id, lastStage }) => id === batch && lastStage === stage),
  )
  const reported = await loadReportedQuantities(
    db,
    tenantId,
    sql`(t.batch_id, t.stage) in (
      select * from unnest(${last.map(({ id }) => id)}::bigint[], ${last.map(({ lastStage }) => lastStage)}::text[]))`,
    await loadPartnerAmounts(database, tenantId, byPartners),
  )
  const all = await loadBatchQuantities(db, tenantId, batches)
  return rows.map(({ id, lastStage }) => {
    const done = lastStage === null ? noQuantities : reported.at(id, lastStage as StageKey)
    const { items, packages, volume } = all.get(id) ?? noQuantities
    return {
      reportedItems: done.items,
      items,
      reportedPackages: done.packages,
      packages,
      // Decimals are text on the wire.
      reportedVolume: done.volume === null ? null : String(done.volume),
      volume: volume === null ? null : String(volume),
    }
  })
}

/** Open batches in the caller's scope: late ones first, then by due time, batches without a next step last. */
export async function progressReading(database: Database, db: Db, tenantId: number) {
  const partnerStages = await loadPartnerStages(database, db, tenantId, 'open')
  const joins = progressJoins(
    [...(await loadSkippableStages(db, tenantId))],
    [...(await loadHiddenStages(db, tenantId))],
    partnerStages,
  )
  const product = sql`join product p on p.tenant_id = ${currentTenant} and p.id = t.product_id`
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
      reportedItems: 'computedInCode',
      items: 'computedInCode',
      reportedPackages: 'computedInCode',
      packages: 'computedInCode',
      reportedVolume: 'computedInCode',
      volume: 'computedInCode',
      circulationName: 'computedInCode',
    },
    more: sql`c.name as circulation, c.name_texts as texts, c.title_key as "titleKey",
      case when f.at is not null then ${steps} -> (array_position(f.ats, f.at) - 1) ->> 'stage' end as "lastStage"`,
    where: ({ actor }, verb) =>
      sql`t.status = any(${[...batchStates.editable]}) and ${batchScope(actor, permissionOf(stageProgress, verb))}`,
    order: sql`${late} desc, ${next} is null, ${due} asc nulls last`,
    toRows: async (rows: ProgressRow[], { language }, db) => {
      const quantities = await loadQuantities({ database, db, tenantId }, rows, partnerStages)
      return rows.map(({ circulation, texts, titleKey, ...row }, at) => ({
        ...row,
        ...quantities[at]!,
        circulationName: circulation === null ? null : nameIn(language, circulation, texts, titleKey),
      }))
    },
  })
}

export const progressRoutes: RouteSpec[] = [
  servesList(
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
          const reading = await progressReading(call.services.database, db, call.actor.tenantId)
          return answerPage(db, reading, call, call.query as ListQuery)
        }),
    }),
    {
      listed: stageProgress,
      check: (reader, query) => {
        const { tenantId } = reader.actor
        const { database } = reader.services
        return database.withTenant(tenantId, async db =>
          checkListQuery(await progressReading(database, db, tenantId), reader, query),
        )
      },
    },
  ),
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
      const { database } = call.services
      const reading = await database.withTenant(tenantId, db => progressReading(database, db, tenantId))
      return exportAnswer(call, reading)
    },
  }),
]
