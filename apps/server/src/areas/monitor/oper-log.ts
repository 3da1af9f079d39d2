import { emptyOperations, removeOperations } from '@timbermark/contract/calls'
import { placeOfIp } from '../place/ip-places.ts'
import { languages, type Language } from '@timbermark/contract'
import { all as phrases } from '@timbermark/phrases/all'
import type { ListQuery } from '../../crud/list.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Row } from '../../platform/database/database.ts'
import type { RouteSpec } from '../../platform/http/http.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { first } from '../../crud/wire.ts'
import { dictionaryWords, word } from '../../crud/words.ts'
import { textFilter, timeFilter } from './log-query.ts'
import { logRoutes } from './log-routes.ts'

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
    operLocation: placeOfIp(row.operIp as string | null, language),
    errorMsg: errorKey === null ? null : word(language, `error.${errorKey}`),
    can: may(actor, 'monitor:operlog:remove') ? ['remove'] : [],
    why: {},
  }
}

/** The operation log of the caller's enterprise. */
export const operLogRoutes: RouteSpec[] = logRoutes<LogRow>({
  key: 'operlog',
  table: 'oper_log',
  summary: 'Operation log',
  remove: removeOperations,
  empty: emptyOperations,
  file: 'operation-log',
  columns,
  conditions,
  sortable,
  answered,
  sheet: {
    texts: [
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
    ],
    others: [
      { key: 'operTime', width: 20, kind: 'datetime' },
      { key: 'costTime', width: 12, kind: 'integer' },
    ],
    labels: async (db, language) => ({
      businessType: await dictionaryWords(db, 'sys_oper_type', language),
      status: await dictionaryWords(db, 'sys_common_status', language),
    }),
  },
})
