import { languages, operLog, permissionOf, type RowOf } from '@timbermark/contract'
import { emptyOperations, removeOperations } from '@timbermark/contract/calls'
import { all as phrases } from '@timbermark/phrases/all'
import { readingOf } from '../../../entity/read-rows.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { word } from '../../../entity/words.ts'
import type { RouteSpec } from '../../../platform/http/http.ts'
import { likePattern, type Sql, sql } from '../../../platform/database/sql.ts'
import { placeOfIp } from '../../place/ip-places.ts'
import { entriesInScope } from './log-scope.ts'
import { isLasting, logRemoval } from './log-removal.ts'

/** A stored operation; object and refusal are phrase keys. */
type LogRow = Omit<RowOf<typeof operLog>, 'title' | 'errorMsg'> & {
  errorKey: string | null
  lasting: boolean
  [column: string]: unknown
}

/** Looks up the searched word in the phrases of every language. */
function titleFilter(text: string): Sql {
  const wanted = text.toLowerCase()
  const keys = languages.flatMap(language =>
    Object.entries(phrases[language]).flatMap(([key, text]) => (text.toLowerCase().includes(wanted) ? [key] : [])),
  )
  return sql`(t.title = any(${[...new Set(keys)]}) or t.title ilike ${likePattern(wanted)})`
}

const kindFilter = (kinds: string) => sql`t.business_type::text = any(${kinds.split(',')})`

const reading = readingOf(operLog, {
  table: 'oper_log',
  where: ({ actor }, verb) => entriesInScope('oper_log', actor, permissionOf(operLog, verb), sql`t`),
  columns: {
    title: 'computedInCode',
    errorMsg: 'computedInCode',
    operLocation: 'computedInCode',
    businessType: sql`t.business_type::text`,
    status: sql`t.status::text`,
  },
  more: sql`t.title as "titleKey", t.error_msg as "errorKey", 1 as "operatorType",
    ${isLasting('oper_log', sql`t`)} as lasting`,
  search: { title: titleFilter, businessType: kindFilter, businessTypes: kindFilter },
  order: sql`t.id desc`,
  rules: (row: LogRow) => ({
    against: verb => (verb === 'remove' && row.lasting ? 'monitor.lasting' : undefined),
  }),
  toRows: (rows: LogRow[], { language }) =>
    rows.map(({ errorKey, lasting: _, ...row }) => ({
      ...row,
      title: word(language, row.titleKey),
      operLocation: placeOfIp(row.operIp, language),
      errorMsg: errorKey === null ? null : word(language, `error.${errorKey}`),
    })),
})

/** The operation log of the caller's enterprise. */
export const operLogRoutes: RouteSpec[] = [
  ...viewRoutes(reading, { summary: 'Operation log, newest first' }),
  ...logRemoval('oper_log', permissionOf(operLog, 'remove'), removeOperations, emptyOperations),
]
