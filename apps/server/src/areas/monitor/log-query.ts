import { type ListQuery, rangeConditions } from '../../crud/list.ts'
import { invalid } from '../../platform/refusal.ts'
import { contains, name, raw, type Sql, sql } from '../../platform/database/sql.ts'
import { first } from '../../crud/wire.ts'

/** Column `column` of the log (aliased `t`) holds the text, or equals the value. */
export function textFilter(query: ListQuery, key: string, column: string, how: 'contains' | 'equals'): Sql[] {
  const given = first(query[key])
  if (given === undefined) return []
  return how === 'contains' ? [sql`t.${name(column)} ilike ${contains(given)}`] : [sql`t.${name(column)} = ${given}`]
}

/** Moments between `beginTime` and `endTime`, also inside `params`, or named after the field. */
export function timeFilter(query: ListQuery, field: string, column: string): Sql[] {
  const params = (query.params ?? {}) as Record<string, unknown>
  const capital = field[0]!.toUpperCase() + field.slice(1)
  const begin =
    first(params.beginTime) ??
    first(query.beginTime) ??
    first(params[`begin${capital}`]) ??
    first(query[`begin${capital}`])
  const end =
    first(params.endTime) ?? first(query.endTime) ?? first(params[`end${capital}`]) ?? first(query[`end${capital}`])
  return rangeConditions(raw(`t.${column}`), field, begin, end, true)
}

/** Order by one of the named columns, newest first without a wish. @throws Refusal invalid */
export function logOrder(query: ListQuery, columns: Record<string, string>): Sql {
  const wanted = first(query.orderBy) ?? first(query.orderByColumn)
  const direction = first(query.order) ?? first(query.isAsc) ?? 'asc'
  if (!['asc', 'desc', 'ascending', 'descending'].includes(direction))
    throw invalid([{ field: 'order', error: 'notOneOf' }])
  if (wanted === undefined) return raw('t.id desc')
  const column = Object.hasOwn(columns, wanted) ? columns[wanted] : undefined
  if (!column) throw invalid([{ field: 'orderBy', error: 'notOneOf' }])
  const down = direction.startsWith('desc') ? 'desc' : 'asc'
  return raw(`t.${column} ${down} nulls last, t.id ${down}`)
}
