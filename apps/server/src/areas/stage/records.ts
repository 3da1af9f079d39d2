import { fileIdOf, isStageKey } from '@timbermark/contract'
import { fieldsOf, isWithheld, type StageAttribute, stageByKey } from '@timbermark/contract/stages'
import { z } from 'zod'
import { countRows, pageOf, rangeConditions } from '../../crud/list.ts'
import { scopePredicate } from '../../crud/scope.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { type RouteSpec, Rows, route } from '../../platform/http/http.ts'
import { platformTenant } from '../../platform/operator.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { all, contains, type Sql, sql } from '../../platform/database/sql.ts'

const paging = {
  page: z.string().optional(),
  limit: z.string().optional(),
  pageNum: z.string().optional(),
  pageSize: z.string().optional(),
}

const columns = sql`
  r.id as "recordId", r.id, r.report_id as "reportId", r.stage, b.batch_number as "batchNumber", p.name as "productName", r.code_count as codes, r.operator,
  r.happened_at as time, r.recorded_at as "recordedAt", r.status, r.version, r.document_code as "documentCode", r.remark, creator.user_name as "createBy",
  case when l.index is null then 'queued' else 'logged' end as ledger, l.index as "ledgerIndex"`
const from = sql`
  stage_record r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id join product p on p.tenant_id = b.tenant_id and p.id = b.product_id
  left join account creator on creator.tenant_id = r.tenant_id and creator.id = r.created_by
  left join lateral (select index from ledger_leaf where subject = 'stage_record/' || r.id limit 1) l on true`

function reach(actor: Actor, verb: string): Sql {
  return scopePredicate(actor, `stage:record:${verb}`, { alias: 'r', dept: 'dept_id', owner: 'created_by' })
}

async function listRecords(db: Db, where: Sql, query: Parameters<typeof pageOf>[0]): Promise<Rows> {
  const { page, limit } = pageOf(query)
  const rows = await db.query<Row>(
    sql`select ${columns} from ${from} where ${where} order by r.id desc limit ${limit} offset ${(page - 1) * limit}`,
  )
  const { total, estimated } = await countRows(
    db,
    sql`stage_record r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id`,
    where,
  )
  return new Rows(rows, total, estimated)
}

interface RecordRow {
  id: number
  stage: string
  public_values: Record<string, unknown>
  personal_values: Record<string, unknown>
  attributes: StageAttribute[]
}

/** One record with its values as the form asked for them, its files and its codes. */
async function readRecord(services: Services, db: Db, tenantId: number, id: number, where: Sql): Promise<Row> {
  const row = await db.maybe<Row & { stage: string }>(
    sql`select ${columns}, r.longitude, r.latitude, r.place, r.parent_code as "parentCode", r.reason, r.template_version as "templateVersion", e.name as enterprise from ${from} join enterprise e on e.id = r.tenant_id where r.tenant_id = ${tenantId} and r.id = ${id} and ${where}`,
  )
  if (!row) throw new Refusal('notFound')
  const kept = await db.one<RecordRow>(
    sql`select r.id, r.stage, r.public_values, r.personal_values, t.attributes from stage_record r join stage_template t on t.tenant_id in (${platformTenant}, ${tenantId}) and t.id = r.template_id where r.tenant_id = ${tenantId} and r.id = ${id}`,
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
    sql`select request_number, lower(serials) as from, upper(serials) as to from stage_record_code where tenant_id = ${tenantId} and record_id = ${id} order by 1, 2`,
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
  route({
    method: 'GET',
    path: '/stage/record/mine',
    access: { anyOf: ['stage:record:report', 'stage:record:list'], userTypes: [1, 2] },
    summary: 'Reports of the caller, newest first',
    query: z.object(paging),
    handler: ({ services, actor, query }) =>
      services.database.withTenant(actor.tenantId, db =>
        listRecords(db, sql`r.created_by = ${actor.accountId}`, query),
      ),
  }),
  route({
    method: 'GET',
    path: '/stage/record/list',
    access: { permission: 'stage:record:list' },
    summary: 'Batch-stage records',
    query: z.object({
      ...paging,
      stage: z.string().max(40).optional(),
      batchNumber: z.string().max(50).optional(),
      batchId: z.string().max(15).optional(),
      status: z.string().max(20).optional(),
      operator: z.string().max(50).optional(),
      beginTime: z.string().optional(),
      endTime: z.string().optional(),
      params: z.record(z.string(), z.unknown()).optional(),
      orderBy: z.string().optional(),
      order: z.string().optional(),
    }),
    handler: ({ services, actor, query }) =>
      services.database.withTenant(actor.tenantId, db => {
        const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
        return listRecords(
          db,
          all([
            reach(actor, 'list'),
            ...(query.stage ? [sql`r.stage = ${query.stage}`] : []),
            ...(query.status ? [sql`r.status = ${query.status}`] : []),
            ...(query.batchNumber ? [sql`b.batch_number ilike ${contains(query.batchNumber)}`] : []),
            ...(query.batchId && /^\d{1,15}$/.test(query.batchId) ? [sql`r.batch_id = ${Number(query.batchId)}`] : []),
            ...(query.operator ? [sql`r.operator ilike ${contains(query.operator)}`] : []),
            ...rangeConditions(
              sql`r.recorded_at`,
              'beginTime',
              text(query.beginTime) ?? text(query.params?.beginTime),
              text(query.endTime) ?? text(query.params?.endTime),
              true,
            ),
          ]),
          query,
        )
      }),
  }),
  route({
    method: 'GET',
    path: '/stage/record/:id(^\\d+$)',
    access: { anyOf: ['stage:record:query', 'stage:record:report'], userTypes: [1, 2] },
    summary: 'One record with its attribute and value pairs, files and codes',
    handler: ({ services, actor, params }) =>
      services.database.withTenant(actor.tenantId, db =>
        readRecord(
          services,
          db,
          actor.tenantId,
          Number(params.id),
          may(actor, 'stage:record:query')
            ? sql`(r.created_by = ${actor.accountId} or ${reach(actor, 'query')})`
            : sql`r.created_by = ${actor.accountId}`,
        ),
      ),
  }),
]

/** Records of a batch by stage, in the order of the chain. */
export async function stagesOfBatch(db: Db, batchId: number): Promise<Row[]> {
  return db.query<Row>(sql`
    select r.id as "recordId", r.stage, r.recorded_at as "recordedAt", r.happened_at as time, r.version, r.status, e.name as enterprise, r.operator, r.code_count as codes
    from stage_record r join enterprise e on e.id = r.tenant_id where r.tenant_id = ${db.tenant ?? null} and r.batch_id = ${batchId} and r.status = 'current' order by r.recorded_at`)
}
