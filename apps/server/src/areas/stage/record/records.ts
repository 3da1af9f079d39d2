import {
  batchStates,
  type ErrorKey,
  fileIdOf,
  isStageKey,
  permissionOf,
  type RowOf,
  stageRecord,
  type Texts,
} from '@timbermark/contract'
import { fieldsOf, isWithheld, type StageAttribute, stageByKey } from '@timbermark/contract/stages'
import { type ListQuery, listQueryOf } from '../../../entity/list-query.ts'
import { nameIn } from '../../../entity/names.ts'
import { type Reader, readingOf, parseWholeNumber } from '../../../entity/read-rows.ts'
import { rowSchemaOf } from '../../../entity/row-schema.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { answerPage, answerOne } from '../../../entity/answers.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Db, Row } from '../../../platform/database/database.ts'
import { type Call, type RouteSpec, route } from '../../../platform/http/http.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

const ledgerPlace = sql`
  left join lateral (
    select e.index from sealed_content c join ledger_entry e on e.content = c.content
    where c.tenant_id = t.tenant_id and c.kind = 'mention' and c.row_id = t.id order by e.index limit 1) l on true`

const goods = sql`
  join batch b on b.tenant_id = t.tenant_id and b.id = t.batch_id
  join product p on p.tenant_id = b.tenant_id and p.id = b.product_id
  left join circulation c on c.tenant_id in (${platformTenant}, t.tenant_id) and c.id = t.circulation_id
  left join account creator on creator.tenant_id = t.tenant_id and creator.id = t.created_by`

function reach(actor: Actor, verb: string): Sql {
  return scopePredicate(actor, permissionOf(stageRecord, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })
}

const own = (actor: Actor) => sql`t.created_by = ${actor.accountId}`

type RecordFound = RowOf<typeof stageRecord> & {
  circulationKey: string | null
  circulationTexts: Texts
  [column: string]: unknown
}

/** What stands against the next version of a record. */
function refusalOfChange({ status, batchStatus }: RecordFound): ErrorKey | undefined {
  if (status !== 'current') return 'stage.notCurrent'
  return (batchStates.editable as readonly string[]).includes(batchStatus) ? undefined : 'stage.batchInactive'
}

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
    flagged: sql`(t.flags <> '[]')`,
    circulationName: 'computedInCode',
    // Reported among the values, where it is sealed.
    remark: sql`t.public_values ->> 'remark'`,
  },
  names: { productName: { alias: sql`p`, key: 'name' } },
  more: sql`
    t.report_id as "reportId", t.happened_at as time, b.status as "batchStatus", c.name as "circulationName", c.name_texts as "circulationTexts", c.title_key as "circulationKey", creator.user_name as "createBy", l.index as "ledgerIndex"`,
  search: {
    batchId: (given: string) => sql`t.batch_id = ${parseWholeNumber('batchId', given)}`,
    /** Those that rely on a paper, in whatever version. */
    documentId: (given: string, { actor }: { actor: Actor }) => sql`exists (
      select from stage_record_paper p
      where p.tenant_id = ${actor.tenantId} and p.record_id = t.id and p.document_id = ${parseWholeNumber('documentId', given)})`,
  },
  rules: (row: RecordFound) => ({
    extraVerbs: { correct: permissionOf(stageRecord, 'correct'), void: permissionOf(stageRecord, 'void') },
    against: () => refusalOfChange(row),
  }),
  toRows: (rows: RecordFound[], { language }: Reader) =>
    rows.map(({ circulationKey, circulationTexts, ...row }) => ({
      ...row,
      circulationName: row.circulationName && nameIn(language, row.circulationName, circulationTexts, circulationKey),
    })),
} as const

/** Records that the reader's roles reach. */
const records = readingOf(stageRecord, { ...recordSource, where: ({ actor }, verb) => reach(actor, verb) })
/** Records that the reader reported himself, whatever else he may read. */
const ownRecords = readingOf(stageRecord, { ...recordSource, where: ({ actor }) => own(actor) })
/** One record as its detail shows it: to whoever reported it, and to whoever may query records. */
const details = readingOf(stageRecord, {
  ...recordSource,
  joins: sql`${recordSource.joins} join enterprise e on e.id = t.tenant_id`,
  more: sql`${recordSource.more}, t.longitude, t.latitude, t.place, t.parent_code as "parentCode", t.flags, t.template_id as "templateId",
    t.template_version as "templateVersion", e.name as enterprise,
    t.phone_at as "phoneTime", t.reckoned_at as "reckonedTime", t.claimed_at as "claimedTime"`,
  where: ({ actor }) =>
    hasPermission(actor, permissionOf(stageRecord, 'query'))
      ? sql`(${own(actor)} or ${reach(actor, 'query')})`
      : own(actor),
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
  const row = await answerOne(db, details, call, id)
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
        label: attribute && nameIn(call.language, attribute.label, attribute.labelTexts ?? null),
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
  const versions = await versionsOf(db, actor, id)
  const papers = await papersOf(db, actor, id)
  return { ...row, values, attributes: kept.attributes, codeList: shown, firstCode: shown[0] ?? null, versions, papers }
}

/** The papers that a record relied on, in the version that it did, and which version each has now. */
function papersOf(db: Db, actor: Actor, id: number): Promise<Row[]> {
  return db.query(sql`
    select p.field, d.code, coalesce(v.name, d.name) as name, p.version, d.version as newest,
      case when v.version is null then d.valid_until::text else v.details ->> 'valid_until' end as "validUntil"
    from stage_record_paper p
    join document d on d.tenant_id = p.tenant_id and d.id = p.document_id
    left join document_version v on v.tenant_id = p.tenant_id and v.document_id = p.document_id and v.version = p.version
    where p.tenant_id = ${actor.tenantId} and p.record_id = ${id} order by p.field <> '', d.code, p.field`)
}

/** Every version of the record that this is one of, the first one first. */
function versionsOf(db: Db, actor: Actor, id: number): Promise<Row[]> {
  return db.query(sql`
    select v.id, v.version, v.status, v.reason, v.recorded_at as "recordedAt", creator.user_name as "createBy"
    from stage_record r
    join stage_record v on v.tenant_id = r.tenant_id and (v.id = coalesce(r.first_id, r.id) or v.first_id = coalesce(r.first_id, r.id))
    left join account creator on creator.tenant_id = v.tenant_id and creator.id = v.created_by
    where r.tenant_id = ${actor.tenantId} and r.id = ${id} order by v.version`)
}

export const recordRoutes: RouteSpec[] = [
  ...viewRoutes(records, { except: ['query'], summary: 'Batch-stage records' }),
  route({
    method: 'GET',
    path: '/stage/record/mine',
    access: { anyOf: ['stage:record:report', 'stage:record:list'], userTypes: [1, 2] },
    summary: 'Reports of the caller, newest first',
    query: listQueryOf(stageRecord),
    labels: 'stage.record',
    rows: rowSchemaOf(stageRecord),
    handler: call =>
      call.services.database.withTenant(call.actor.tenantId, db =>
        answerPage(db, ownRecords, call, call.query as ListQuery),
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
