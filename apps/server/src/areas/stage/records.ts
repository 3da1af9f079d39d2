import type { StageRecordBrief } from '@timbermark/contract/calls'
import { fileIdOf, isStageKey, permissionOf, stageRecord } from '@timbermark/contract'
import { fieldsOf, isWithheld, type StageAttribute, stageByKey } from '@timbermark/contract/stages'
import { type ListQuery, listQueryOf } from '../../crud/list-query.ts'
import { readingOf, wholeNumber } from '../../crud/reading.ts'
import { rowSchemaOf } from '../../crud/row-schema.ts'
import { scopePredicate } from '../../crud/scope.ts'
import { listShown, oneShown } from '../../crud/shown.ts'
import { viewRoutes } from '../../crud/view-routes.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { type Call, type RouteSpec, route, type Unsent } from '../../platform/http/http.ts'
import { platformTenant } from '../../platform/operator.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'

const ledgerPlace = sql`
  left join lateral (
    select e.index from sealed_content c join ledger_entry e on e.content = c.content
    where c.tenant_id = t.tenant_id and c.kind = 'mention' and c.row_id = t.id order by e.index limit 1) l on true`

const goods = sql`
  join batch b on b.tenant_id = t.tenant_id and b.id = t.batch_id
  join product p on p.tenant_id = b.tenant_id and p.id = b.product_id
  left join account creator on creator.tenant_id = t.tenant_id and creator.id = t.created_by`

function reach(actor: Actor, verb: string): Sql {
  return scopePredicate(actor, permissionOf(stageRecord, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })
}

const own = (actor: Actor) => sql`t.created_by = ${actor.accountId}`

/** Records without a word on who may read them: each call says that. */
const recordSource = {
  table: 'stage_record',
  joins: sql`${goods} ${ledgerPlace}`,
  searchJoins: sql`join batch b on b.tenant_id = t.tenant_id and b.id = t.batch_id`,
  columns: {
    batchNumber: sql`b.batch_number`,
    productName: sql`p.name`,
    codes: sql`t.code_count`,
    ledger: sql`case when l.index is null then 'queued' else 'logged' end`,
  },
  more: sql`
    t.report_id as "reportId", t.happened_at as time, t.remark, creator.user_name as "createBy", l.index as "ledgerIndex"`,
  search: { batchId: (given: string) => sql`t.batch_id = ${wholeNumber('batchId', given)}` },
} as const

/** Records that the reader's roles reach. */
const records = readingOf(stageRecord, { ...recordSource, where: ({ actor }, verb) => reach(actor, verb) })
/** Records that the reader reported himself, whatever else he may read. */
const ownRecords = readingOf(stageRecord, { ...recordSource, where: ({ actor }) => own(actor) })
/** One record as its detail shows it: to whoever reported it, and to whoever may query records. */
const details = readingOf(stageRecord, {
  ...recordSource,
  joins: sql`${recordSource.joins} join enterprise e on e.id = t.tenant_id`,
  more: sql`${recordSource.more}, t.longitude, t.latitude, t.place, t.parent_code as "parentCode", t.reason,
    t.template_version as "templateVersion", e.name as enterprise`,
  where: ({ actor }) =>
    may(actor, permissionOf(stageRecord, 'query')) ? sql`(${own(actor)} or ${reach(actor, 'query')})` : own(actor),
})

interface RecordRow {
  id: number
  stage: string
  public_values: Record<string, unknown>
  personal_values: Record<string, unknown>
  attributes: StageAttribute[]
}

/** One record with its values as the form asked for them, its files and its codes. */
async function readRecord(db: Db, call: Call): Promise<Row> {
  const { services, actor } = call
  const id = Number(call.params.id)
  const row = await oneShown(db, details, call, id)
  const kept = await db.one<RecordRow>(
    sql`
      select r.id, r.stage, r.public_values, r.personal_values, t.attributes from stage_record r
      join stage_template t on t.tenant_id in (${platformTenant}, ${actor.tenantId}) and t.id = r.template_id
      where r.tenant_id = ${actor.tenantId} and r.id = ${id}`,
  )
  const fields = isStageKey(kept.stage) ? fieldsOf(stageByKey(kept.stage), kept.attributes) : new Map()
  // Personal and confidential values: to whoever reported them and to whoever may query records of the enterprise.
  const stored: Record<string, unknown> = { ...kept.public_values, ...kept.personal_values }
  const files = await services.files.infos(
    db,
    Object.values(stored).flatMap(value => (Array.isArray(value) ? value.flatMap(item => fileIdOf(item) ?? []) : [])),
  )
  const values = [...fields.values()]
    .filter(field => field.key in stored)
    .map(field => {
      const value = stored[field.key]
      const attribute = kept.attributes.find(item => item.key === field.key)
      const isFile = field.type === 'images' || field.type === 'files'
      return {
        key: field.key,
        type: field.type,
        group: field.group,
        unit: field.unit,
        dict: field.dict,
        label: attribute?.label,
        withheld: isWithheld(field),
        value: isFile && Array.isArray(value) ? value.flatMap(item => files.get(String(item)) ?? []) : value,
      }
    })
  const codes = await db.query<{ request_number: number; from: number; to: number }>(
    sql`
      select request_number, lower(serials) as from, upper(serials) as to from stage_record_code
      where tenant_id = ${actor.tenantId} and record_id = ${id} order by 1, 2`,
  )
  const shown: string[] = []
  for (const range of codes) {
    const entry = services.directory.get(range.request_number)
    if (!entry) continue
    const made = services.directory.codesOf(entry)
    for (let serial = range.from; serial < range.to && shown.length < 100; serial++) shown.push(made.code(serial))
  }
  return { ...row, values, codeList: shown, firstCode: shown[0] ?? null }
}

export const recordRoutes: RouteSpec[] = [
  ...viewRoutes(records, { except: ['query'], summary: 'Batch-stage records' }),
  route({
    method: 'GET',
    path: '/stage/record/mine',
    access: { anyOf: ['stage:record:report', 'stage:record:list'], userTypes: [1, 2] },
    summary: 'Reports of the caller, newest first',
    query: listQueryOf(stageRecord),
    rows: rowSchemaOf(stageRecord),
    handler: call =>
      call.services.database.withTenant(call.actor.tenantId, db =>
        listShown(db, ownRecords, call, call.query as ListQuery),
      ),
  }),
  route({
    method: 'GET',
    path: '/stage/record/:id(^\\d+$)',
    access: { anyOf: ['stage:record:query', 'stage:record:report'], userTypes: [1, 2] },
    summary: 'One record with its attribute and value pairs, files and codes',
    answer: rowSchemaOf(stageRecord),
    handler: call => call.services.database.withTenant(call.actor.tenantId, db => readRecord(db, call)),
  }),
]

/** Records of a batch by stage, in the order of the chain. */
export async function stagesOfBatch(db: Db, batchId: number): Promise<Unsent<StageRecordBrief>[]> {
  return db.query<Unsent<StageRecordBrief>>(sql`
    select r.id as "recordId", r.stage, r.recorded_at as "recordedAt", r.happened_at as time, r.version, r.status, e.name as enterprise, r.operator, r.code_count as codes
    from stage_record r join enterprise e on e.id = r.tenant_id
    where r.tenant_id = ${db.tenant ?? null} and r.batch_id = ${batchId} and r.status = 'current'
    order by r.recorded_at`)
}
