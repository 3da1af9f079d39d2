import {
  batchStates,
  type ErrorKey,
  fileIdOf,
  isStageKey,
  lateReportDays,
  permissionOf,
  type recordDeviations,
  recordQuestions,
  reporters,
  type RowOf,
  stageRecord,
  type Texts,
  isOneOf,
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
import { isSupplier } from '../authorization/supplier-invitations.ts'
import { changeColumn, loadChangeOfRecord } from '../change-request/change-of-record.ts'
import { exportedColumns, recordSheets, withRanges } from './export-sheets.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { invalid } from '../../../platform/refusal.ts'
import { currentTenant, raw, type Sql, sql } from '../../../platform/database/sql.ts'

const ledgerPlace = sql`
  left join lateral (
    select e.index from sealed_content c join ledger_entry e on e.content = c.content
    where c.tenant_id = ${currentTenant} and c.kind = 'mention' and c.row_id = t.id order by e.index limit 1) l on true`

const goods = sql`
  join batch b on b.tenant_id = ${currentTenant} and b.id = t.batch_id
  join product p on p.tenant_id = ${currentTenant} and p.id = b.product_id
  left join circulation c on c.tenant_id in (${platformTenant}, ${currentTenant}) and c.id = t.circulation_id
  left join account creator on creator.tenant_id = ${currentTenant} and creator.id = t.created_by`

function recordScope(actor: Actor, verb: string): Sql {
  return scopePredicate(actor, permissionOf(stageRecord, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })
}

const isReportedBy = (actor: Actor) => sql`t.created_by = ${actor.accountId}`

type ListedRecord = RowOf<typeof stageRecord> & {
  circulationKey: string | null
  circulationTexts: Texts
  [column: string]: unknown
}

/** Why a record cannot have a next version. */
function changeRefusal({ status, batchStatus }: ListedRecord): ErrorKey | undefined {
  if (status !== 'current') return 'stage.notCurrent'
  return isOneOf(batchStates.editable, batchStatus) ? undefined : 'stage.batchInactive'
}

type Deviation = (typeof recordDeviations)[number]

/** As the indexes of migration 0280 have them. */
const deviations: Record<Deviation, Sql> = {
  corrected: sql`(t.version > 1 and t.status <> 'voided')`,
  late: sql`(t.version = 1 and t.recorded_at - t.happened_at > ${raw(`interval '${lateReportDays} days'`)})`,
}

/** Rules whose questions were confirmed. */
const questions: Record<(typeof recordQuestions)[number], Sql> = {
  yield: sql`t.flags @> '[{"rule": "yieldUnusual"}]'`,
  species: sql`(t.flags @> '[{"rule": "speciesOther"}]' or t.flags @> '[{"rule": "speciesChanged"}]')`,
}

/** The declaration of record views, without the scope, which each view adds. */
const recordSource = {
  table: 'stage_record',
  joins: sql`${goods} ${ledgerPlace}`,
  searchJoins: sql`join batch b on b.tenant_id = ${currentTenant} and b.id = t.batch_id`,
  columns: {
    batchNumber: sql`b.batch_number`,
    productName: sql`p.name`,
    codes: sql`t.code_count`,
    ledger: sql`case when l.index is null then 'queued' else 'logged' end`,
    flagged: sql`(t.flags <> '[]')`,
    circulationName: 'computedInCode',
    // The remark is one of the reported values, which are sealed.
    remark: sql`t.public_values ->> 'remark'`,
  },
  names: { productName: { alias: sql`p`, key: 'name' } },
  more: sql`
    t.report_id as "reportId", t.happened_at as time, b.status as "batchStatus",
    c.name as "circulationName", c.name_texts as "circulationTexts",
    c.title_key as "circulationKey", creator.user_name as "createBy", l.index as "ledgerIndex"`,
  search: {
    deviation: (filter: string) => {
      const condition = Object.hasOwn(deviations, filter) ? deviations[filter as Deviation] : undefined
      if (!condition) throw invalid([{ field: 'deviation', error: 'notOneOf' }])
      return condition
    },
    question: (filter: string) => {
      if (!isOneOf(recordQuestions, filter)) throw invalid([{ field: 'question', error: 'notOneOf' }])
      // Repeated for the partial index on flagged records.
      return sql`t.flags <> '[]' and ${questions[filter]}`
    },
    batchId: (filter: string) => sql`t.batch_id = ${parseWholeNumber('batchId', filter)}`,
    /** Records that rely on any version of a document. */
    documentId: (filter: string, { actor }: { actor: Actor }) => sql`exists (
      select from stage_record_paper p
      where p.tenant_id = ${actor.tenantId} and p.record_id = t.id and p.document_id = ${parseWholeNumber('documentId', filter)})`,
    /** Records that name a plot, in any version of its shape. */
    plotId: (filter: string, { actor }: { actor: Actor }) => sql`exists (
      select from stage_record_plot n
      where n.tenant_id = ${actor.tenantId} and n.record_id = t.id and n.plot_id = ${parseWholeNumber('plotId', filter)})`,
  },
  rules: (row: ListedRecord) => ({
    extraVerbs: { correct: permissionOf(stageRecord, 'correct'), void: permissionOf(stageRecord, 'void') },
    against: () => changeRefusal(row),
  }),
  toRows: (rows: ListedRecord[], { language }: Reader) =>
    rows.map(({ circulationKey, circulationTexts, ...row }) => ({
      ...row,
      circulationName: row.circulationName && nameIn(language, row.circulationName, circulationTexts, circulationKey),
    })),
} as const

/** Records in the caller's data scope. */
export const recordReading = readingOf(stageRecord, {
  ...recordSource,
  where: ({ actor }, verb) => recordScope(actor, verb),
})
/** Current records with all their values, as the sheets of an export show them. */
const exportedRecords = readingOf(stageRecord, {
  ...recordSource,
  more: sql`${recordSource.more}, ${exportedColumns}`,
  where: ({ actor }) => sql`t.status = 'current' and ${recordScope(actor, 'export')}`,
  enrich: withRanges as never,
})
/** Records that the caller reported, with what became of each: somebody else may have corrected or withdrawn it. */
const ownRecords = readingOf(stageRecord, {
  ...recordSource,
  joins: sql`${recordSource.joins} left join lateral (
    select n.status, n.reason from stage_record n
    where n.tenant_id = ${currentTenant} and (n.id = coalesce(t.first_id, t.id) or n.first_id = coalesce(t.first_id, t.id))
    order by n.version desc limit 1) newest on true`,
  more: sql`${recordSource.more}, ${changeColumn}, newest.status as "newestStatus", newest.reason as "newestReason"`,
  where: ({ actor }) => isReportedBy(actor),
})
/** The detail of one record, for its reporter and for users with the permission to query records. */
const details = readingOf(stageRecord, {
  ...recordSource,
  joins: sql`${recordSource.joins} join enterprise e on e.id = t.tenant_id`,
  more: sql`${recordSource.more}, t.longitude, t.latitude, t.place, t.parent_code as "parentCode", t.flags, t.template_id as "templateId",
    t.template_version as "templateVersion", e.name as enterprise,
    t.phone_at as "phoneTime", t.reckoned_at as "reckonedTime", t.claimed_at as "claimedTime"`,
  where: ({ actor }) =>
    hasPermission(actor, permissionOf(stageRecord, 'query')) && !isSupplier(actor)
      ? sql`(${isReportedBy(actor)} or ${recordScope(actor, 'query')})`
      : isReportedBy(actor),
})

interface StoredRecord {
  id: number
  stage: string
  public_values: Record<string, unknown>
  personal_values: Record<string, unknown>
  attributes: StageAttribute[]
}

/** Loads one record with its values in form order, its files and its codes. */
async function loadRecordDetail(db: Db, call: Call): Promise<Row> {
  const { services, actor } = call
  const id = Number(call.params.id)
  const row = await answerOne(db, details, call, id)
  const stored = await db.one<StoredRecord>(
    sql`
      select r.id, r.stage, r.public_values, r.personal_values, t.attributes from stage_record r
      join stage_template t on t.tenant_id in (${platformTenant}, ${actor.tenantId}) and t.id = r.template_id
      where r.tenant_id = ${actor.tenantId} and r.id = ${id}`,
  )
  const fields = isStageKey(stored.stage) ? fieldsOf(stageByKey(stored.stage), stored.attributes) : new Map()
  // Includes personal and confidential values: readers of the detail are the reporter and users who may query records.
  const storedValues: Record<string, unknown> = { ...stored.public_values, ...stored.personal_values }
  const files = await services.files.infos(
    db,
    Object.values(storedValues).flatMap(value =>
      Array.isArray(value) ? value.flatMap(item => fileIdOf(item) ?? []) : [],
    ),
  )
  const values = [...fields.values()]
    .filter(field => field.key in storedValues)
    .map(field => {
      const value = storedValues[field.key]
      const attribute = stored.attributes.find(item => item.key === field.key)
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
  const codeTexts: string[] = []
  const requests = await services.directory.load(codes.map(range => range.request_number))
  for (const range of codes) {
    const entry = requests.get(range.request_number)
    if (!entry) continue
    const requestCodes = services.directory.codesOf(entry)
    for (let serial = range.from; serial < range.to && codeTexts.length < 100; serial++)
      codeTexts.push(requestCodes.code(serial))
  }
  const versions = await loadVersions(db, actor, id)
  const papers = await loadReliedDocuments(db, actor, id)
  return {
    ...row,
    values,
    attributes: stored.attributes,
    codeList: codeTexts,
    firstCode: codeTexts[0] ?? null,
    versions,
    papers,
    plot: (await loadPlotOfDetail(db, actor, id)) ?? null,
    ...(await loadChangeOfRecord(db, actor, id)),
  }
}

/** Loads the documents that a record relies on, with the relied-on and the current version of each. */
function loadReliedDocuments(db: Db, actor: Actor, id: number): Promise<Row[]> {
  return db.query(sql`
    select p.field, d.code, coalesce(v.name, d.name) as name, p.version, d.version as newest,
      case when v.version is null then d.valid_until::text else v.details ->> 'valid_until' end as "validUntil"
    from stage_record_paper p
    join document d on d.tenant_id = ${actor.tenantId} and d.id = p.document_id
    left join document_version v on v.tenant_id = ${actor.tenantId} and v.document_id = p.document_id and v.version = p.version
    where p.tenant_id = ${actor.tenantId} and p.record_id = ${id} order by p.field <> '', d.code, p.field`)
}

/** Loads the plot that a record names, with the version that it had then and the current one. */
function loadPlotOfDetail(db: Db, actor: Actor, id: number): Promise<Row | undefined> {
  return db.maybe(sql`
    select p.id, n.number, p.name, n.version, p.version as newest
    from stage_record_plot n join plot p on p.tenant_id = ${actor.tenantId} and p.id = n.plot_id
    where n.tenant_id = ${actor.tenantId} and n.record_id = ${id}`)
}

/** Loads all versions of a record, oldest first. */
function loadVersions(db: Db, actor: Actor, id: number): Promise<Row[]> {
  return db.query(sql`
    select v.id, v.version, v.status, v.reason, v.recorded_at as "recordedAt", creator.user_name as "createBy"
    from stage_record r
    join stage_record v on v.tenant_id = ${actor.tenantId} and (v.id = coalesce(r.first_id, r.id) or v.first_id = coalesce(r.first_id, r.id))
    left join account creator on creator.tenant_id = ${actor.tenantId} and creator.id = v.created_by
    where r.tenant_id = ${actor.tenantId} and r.id = ${id} order by v.version`)
}

export const recordRoutes: RouteSpec[] = [
  ...viewRoutes(recordReading, {
    except: ['query'],
    summary: 'Batch-stage records',
    sheet: { further: call => recordSheets(call, exportedRecords) },
  }),
  route({
    method: 'GET',
    path: '/stage/record/mine',
    access: { anyOf: ['stage:record:report', 'stage:record:list'], userTypes: reporters },
    scope: { none: 'the reports of the caller' },
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
    access: { anyOf: ['stage:record:query', 'stage:record:report'], userTypes: reporters },
    summary: 'One record with its attribute and value pairs, files and codes',
    answer: rowSchemaOf(stageRecord),
    handler: call => call.services.database.withTenant(call.actor.tenantId, db => loadRecordDetail(db, call)),
  }),
]
