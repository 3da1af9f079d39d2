import { languages, type Language } from '@timbermark/contract'
import { all as phrases } from '@timbermark/phrases/all'
import { z } from 'zod'
import { countRows, type ListQuery, pageOf } from '../../crud/list.ts'
import { idsOf } from '../../crud/write.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database.ts'
import { type RouteSpec, Rows, route } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { all, type Sql, sql } from '../../platform/sql.ts'
import type { XlsxColumn } from '../../platform/xlsx.ts'
import { inBlocks, sheetAnswer, textColumn } from '../system/sheets.ts'
import { first } from '../system/wire.ts'
import { dictionaryWords, word } from '../system/words.ts'
import { logOrder, textFilter, timeFilter } from './log-query.ts'

const anyQuery = z.record(z.string(), z.unknown())
const permission = (verb: string) => ({ permission: `monitor:operlog:${verb}` })
const title = 'monitor.operlog'

const columns = sql`
  t.id, t.id as "operId", t.title as "titleKey", t.business_type as "businessType", t.request_method as "requestMethod", t.oper_name as "operName", t.dept_name as "deptName",
  t.oper_url as "operUrl", t.oper_ip as "operIp", t.oper_param as "operParam", t.status, t.error_msg as "errorKey", t.cost_time as "costTime", t.request_id as "requestId", t.oper_time as "operTime"`

type LogRow = Row & { id: number; titleKey: string; businessType: number; status: number; errorKey: string | null }

/** What was done to is kept as a phrase key: the searched word is looked up in the phrases first. */
function titleFilter(query: ListQuery): Sql[] {
  const wanted = first(query.title)?.toLowerCase()
  if (wanted === undefined) return []
  const keys = languages.flatMap(language =>
    Object.entries(phrases[language]).flatMap(([key, text]) => (text.toLowerCase().includes(wanted) ? [key] : [])),
  )
  return [sql`(t.title = any(${[...new Set(keys)]}) or t.title ilike ${`%${wanted.replace(/[\\%_]/g, '\\$&')}%`})`]
}

function conditions(query: ListQuery): Sql[] {
  const kinds = [query.businessType, query.businessTypes].flatMap(value =>
    Array.isArray(value) ? value : typeof value === 'string' && value !== '' ? value.split(',') : [],
  )
  return [
    ...titleFilter(query),
    ...textFilter(query, 'operName', 'oper_name', 'contains'),
    ...textFilter(query, 'operIp', 'oper_ip', 'contains'),
    ...(kinds.length > 0 ? [sql`t.business_type::text = any(${kinds.map(String)})`] : []),
    ...(first(query.status) === undefined ? [] : [sql`t.status::text = ${first(query.status)}`]),
    ...timeFilter(query, 'operTime', 'oper_time'),
  ]
}

const sortable = { operName: 'oper_name', operTime: 'oper_time', costTime: 'cost_time', id: 'id' }

const answered = (language: Language, actor: Actor, row: LogRow) => {
  const { errorKey, ...rest } = row
  return {
    ...rest,
    title: word(language, row.titleKey),
    businessType: String(row.businessType),
    status: String(row.status),
    operatorType: 1,
    operLocation: null,
    errorMsg: errorKey === null ? null : word(language, `error.${errorKey}`),
    can: may(actor, 'monitor:operlog:remove') ? ['remove'] : [],
    why: {},
  }
}

const block = (db: Db, query: ListQuery, after: number, size: number) =>
  db.query<LogRow>(
    sql`select ${columns} from oper_log t where ${all([...conditions(query), sql`t.id > ${after}`])} order by t.id limit ${size}`,
  )

/** The operation log of the caller's enterprise. */
export const operLogRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/monitor/operlog/list',
    access: permission('list'),
    summary: 'Operation log, newest first',
    query: anyQuery,
    labels: title,
    handler: ({ services, actor, query, language }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const where = all(conditions(query as ListQuery))
        const { page, limit } = pageOf(query as ListQuery)
        const rows = await db.query<LogRow>(
          sql`select ${columns} from oper_log t where ${where} order by ${logOrder(query as ListQuery, sortable)} limit ${limit} offset ${(page - 1) * limit}`,
        )
        const { total, estimated } = await countRows(db, sql`oper_log t`, where)
        return new Rows(
          rows.map(row => answered(language, actor, row)),
          total,
          estimated,
        )
      }),
  }),
  route({
    method: 'GET',
    path: '/monitor/operlog/:id(^\\d+$)',
    access: permission('query'),
    summary: 'One entry of the operation log',
    handler: ({ services, actor, params, language }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const row = await db.maybe<LogRow>(sql`select ${columns} from oper_log t where t.id = ${Number(params.id)}`)
        if (!row) throw new Refusal('notFound')
        return answered(language, actor, row)
      }),
  }),
  route({
    method: 'DELETE',
    path: '/monitor/operlog/:ids(^[0-9,]+$)',
    access: permission('remove'),
    summary: 'Removes entries of the operation log, all or none',
    audit: { title, kind: 'remove' },
    handler: ({ services, actor, params }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const ids = [...new Set(idsOf(params.ids!))]
        const removed = await db.execute(sql`delete from oper_log where id = any(${ids}::bigint[])`)
        if (removed !== ids.length) throw new Refusal('notFound')
        return { removed }
      }),
  }),
  route({
    method: 'DELETE',
    path: '/monitor/operlog/clean',
    access: permission('remove'),
    summary: 'Empties the operation log; who did it is its first new entry',
    audit: { title, kind: 'clean' },
    handler: ({ services, actor }) =>
      services.database.withTenant(actor.tenantId, async db => ({
        removed: await db.execute(sql`delete from oper_log`),
      })),
  }),
  route({
    method: 'GET',
    path: '/monitor/operlog/export',
    access: permission('export'),
    summary: 'Operation log as a workbook (xlsx)',
    query: anyQuery,
    labels: title,
    audit: { title, kind: 'export' },
    handler: async ({ services, actor, query, language }) => {
      const label = (key: string) => word(language, `${title}.${key}`)
      const [kinds, states] = await services.database.withTenant(actor.tenantId, async db => [
        await dictionaryWords(db, 'sys_oper_type', language),
        await dictionaryWords(db, 'sys_common_status', language),
      ])
      const sheet: XlsxColumn[] = [
        { title: word(language, 'common.id'), width: 10, kind: 'integer' },
        ...[
          'title',
          'businessType',
          'operName',
          'deptName',
          'operIp',
          'requestMethod',
          'operUrl',
          'operParam',
          'status',
          'errorMsg',
        ].map(key => textColumn(label(key))),
        { title: label('operTime'), width: 20, kind: 'datetime' },
        { title: label('costTime'), width: 12, kind: 'integer' },
      ]
      const rows = inBlocks(
        (after, size) => services.database.withTenant(actor.tenantId, db => block(db, query as ListQuery, after, size)),
        row => {
          const one = answered(language, actor, row) as Row
          return [
            row.id,
            one.title,
            kinds.get(String(one.businessType)) ?? one.businessType,
            one.operName,
            one.deptName,
            one.operIp,
            one.requestMethod,
            one.operUrl,
            one.operParam,
            states.get(String(one.status)) ?? one.status,
            one.errorMsg,
            one.operTime,
            one.costTime,
          ]
        },
      )
      return sheetAnswer('operation-log', sheet, rows)
    },
  }),
]
