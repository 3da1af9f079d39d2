import { z } from 'zod'
import { type EntityInput, isIsoDay, type Listed, limits, plainTimeOf, type ViewInput } from '@timbermark/contract'
import { invalid } from '../platform/refusal.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

export interface ListQuery {
  [key: string]: unknown
  page?: unknown
  limit?: unknown
  pageNum?: unknown
  pageSize?: unknown
  orderBy?: unknown
  order?: unknown
  params?: unknown
}

export interface Page {
  page: number
  limit: number
}

/**
 * `page`, `limit` (or `pageNum`, `pageSize`): by default 1 and 20; at most 100 rows.
 * @throws Refusal invalid
 */
export function pageOf(query: ListQuery): Page {
  const positiveInteger = (value: unknown, fallback: number, most: number, field: string) => {
    if (value === undefined || value === '') return fallback
    const number = Number(value)
    if (!Number.isInteger(number) || number < 1) throw invalid([{ field, error: 'notInteger' }])
    if (number > most) throw invalid([{ field, error: 'tooLarge', params: { max: most } }])
    return number
  }
  return {
    page: positiveInteger(query.page ?? query.pageNum, 1, 1_000_000, 'page'),
    limit: positiveInteger(query.limit ?? query.pageSize, limits.pageSize, limits.maxPageSize, 'limit'),
  }
}

export const isStored = (listed: Listed): listed is EntityInput => 'tenancy' in listed

/** The field that names the record which a view's rows belong to. */
export const withinOf = (listed: Listed): string | undefined => (listed as ViewInput).within

/**
 * Query of a list, for the interface docs; values are validated when the list is read.
 * @param more searches that are not fields of a row
 */
export function listQueryOf(listed: Listed, more: readonly string[] = []): z.ZodType {
  /** @param text phrase of the interface docs */
  const described = (text: `docs.said.${string}`, shape: Record<string, unknown> = { type: 'string' }) =>
    z
      .unknown()
      .optional()
      .meta({ ...shape, description: text })
  const positive = { type: 'integer', minimum: 1 }
  const searches = Object.entries(listed.fields).flatMap(([key, field]) => {
    if (!field.search) return []
    if (field.search !== 'range') return [[key, described(`docs.said.${field.search}`)]]
    return [
      [`begin${capital(key)}`, described('docs.said.from')],
      [`end${capital(key)}`, described('docs.said.to')],
    ]
  })
  const sorts = [
    ...Object.keys(listed.fields).filter(key => listed.fields[key]!.sortable),
    ...(isStored(listed) ? ['createTime', 'updateTime'] : []),
    'id',
  ]
  const withinKey = withinOf(listed)
  const time = isStored(listed) ? 'created' : plainTimeOf(listed)
  return z.looseObject({
    page: described('docs.said.page', { ...positive, default: 1 }),
    limit: described('docs.said.limit', {
      ...positive,
      maximum: limits.maxPageSize,
      default: limits.pageSize,
    }),
    orderBy: described('docs.said.orderBy', { enum: sorts }),
    order: described('docs.said.order', { enum: ['asc', 'desc'] }),
    ...(time ? { beginTime: described('docs.said.from'), endTime: described('docs.said.to') } : {}),
    ...Object.fromEntries(more.map(key => [key, described('docs.said.like')])),
    ...Object.fromEntries(searches),
    ...(withinKey ? { [withinKey]: described('docs.said.within') } : {}),
  })
}

const capital = (key: string) => key[0]!.toUpperCase() + key.slice(1)

/** The first of a query value that may be repeated; an empty value is undefined. */
export function queryValue(query: ListQuery, key: string): string | undefined {
  const value = query[key]
  const one = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' && one !== '' ? one : undefined
}

/** All values of a query value that may be repeated or separated by commas; undefined when there is none. */
export function joinedQueryValues(query: ListQuery, key: string): string | undefined {
  const value = query[key]
  if (!Array.isArray(value)) return queryValue(query, key)
  const texts = value.filter(one => typeof one === 'string' && one !== '')
  return texts.length > 0 ? texts.join(',') : undefined
}

/** The bounds given for a field, inside `params` or at the top level; `plain` also accepts `beginTime` and `endTime`. */
export function boundsOf(query: ListQuery, key: string, plain: boolean): { begin?: string; end?: string } {
  const params = (query.params ?? {}) as ListQuery
  const bound = (side: 'begin' | 'end') => {
    const ownKey = `${side}${capital(key)}`
    const common = `${side}Time`
    return (
      queryValue(params, ownKey) ??
      queryValue(query, ownKey) ??
      (plain ? (queryValue(params, common) ?? queryValue(query, common)) : undefined)
    )
  }
  const [begin, end] = [bound('begin'), bound('end')]
  return { ...(begin === undefined ? {} : { begin }), ...(end === undefined ? {} : { end }) }
}

const momentPattern = /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/

/** The largest UTC offset that is accepted; the database refuses from 16 hours on. */
const mostOffsetHours = 14

/** A date, or a timestamp: what both JavaScript and the database read the same way. */
function isMoment(text: string): boolean {
  const [, day, time = ''] = momentPattern.exec(text) ?? []
  // JavaScript reads 2026-02-30 as the 2nd of March; the database refuses it.
  if (!day || !isIsoDay(day)) return false
  const iso = day + time.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')
  if (Number.isNaN(Date.parse(iso))) return false
  const offset = /[+-](\d{2})(:?\d{2})?$/.exec(time)
  return !offset || Number(offset[1]) <= mostOffsetHours
}

/** Bounds are inclusive; a bound of a timestamp that is only a date covers the whole day. */
export function rangeConditions(
  column: Sql,
  key: string,
  begin: string | undefined,
  end: string | undefined,
  moments: boolean,
): Sql[] {
  for (const bound of [begin, end])
    if (bound !== undefined && !isMoment(bound)) throw invalid([{ field: key, error: 'notDate' }])
  const conditions: Sql[] = []
  const day = (bound: string) => /^\d{4}-\d{2}-\d{2}$/.test(bound)
  if (begin !== undefined)
    conditions.push(moments ? sql`${column} >= ${begin}::timestamptz` : sql`${column} >= ${begin}`)
  if (end !== undefined) {
    if (moments && day(end)) conditions.push(sql`${column} < ${end}::date + 1`)
    else conditions.push(moments ? sql`${column} <= ${end}::timestamptz` : sql`${column} <= ${end}`)
  }
  return conditions
}
