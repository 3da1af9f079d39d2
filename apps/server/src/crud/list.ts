import { z } from 'zod'
import { type AnyEntity, columnOf, type Field, limits, permissionOf, tableOf } from '@timbermark/contract'
import { type Actor, may } from '../platform/actor.ts'
import type { Db, Row } from '../platform/database/database.ts'
import { invalid } from '../platform/refusal.ts'
import { all, contains, name, raw, type Sql, sql } from '../platform/database/sql.ts'
import { selection, source } from './model.ts'
import { scopePredicate } from './scope.ts'

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

/** `page`, `limit` (or `pageNum`, `pageSize`): 1 and 20 unless given; at most 100 rows. @throws Refusal invalid */
export function pageOf(query: ListQuery): Page {
  const whole = (value: unknown, fallback: number, most: number, field: string) => {
    if (value === undefined || value === '') return fallback
    const number = Number(value)
    if (!Number.isInteger(number) || number < 1) throw invalid([{ field, error: 'notInteger' }])
    if (number > most) throw invalid([{ field, error: 'tooLarge', params: { max: most } }])
    return number
  }
  return {
    page: whole(query.page ?? query.pageNum, 1, 1_000_000, 'page'),
    limit: whole(query.limit ?? query.pageSize, limits.pageSize, limits.pageSizeByHand, 'limit'),
  }
}

/** Fields that this actor may see. */
export function visibleFields(entity: AnyEntity, actor: Actor): string[] {
  return Object.entries(entity.fields)
    .filter(([, field]) => !field.permission || may(actor, field.permission))
    .map(([key]) => key)
}

/** Query of an entity's list, for the interface docs; what a value must be is decided when the list is read. */
export function listQueryOf(entity: AnyEntity): z.ZodType {
  const said = (text: string) => z.unknown().optional().describe(text)
  const searches = Object.entries(entity.fields).flatMap(([key, field]) => {
    if (!field.search) return []
    if (field.search !== 'range') return [[key, said(`search: ${field.search}`)]]
    return [
      [`begin${capital(key)}`, said('from, included')],
      [`end${capital(key)}`, said('to, included')],
    ]
  })
  const sorts = [
    ...Object.keys(entity.fields).filter(key => entity.fields[key]!.sortable),
    'createTime',
    'updateTime',
    'id',
  ]
  return z.looseObject({
    page: said('from 1; also pageNum'),
    limit: said(`${limits.pageSize} unless given, at most ${limits.pageSizeByHand}; also pageSize`),
    orderBy: said(`one of ${sorts.join(', ')}`),
    order: said('asc or desc'),
    beginTime: said('created from, included'),
    endTime: said('created to, included'),
    ...Object.fromEntries(searches),
  })
}

const capital = (key: string) => key[0]!.toUpperCase() + key.slice(1)

function first(value: unknown): string | undefined {
  const one = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' && one !== '' ? one : undefined
}

function fieldCondition(key: string, field: Field, query: ListQuery): Sql[] {
  const column = sql`t.${name(columnOf(key))}`
  const given = first(query[key])
  const params = (query.params ?? {}) as Record<string, unknown>
  const begin = first(params[`begin${capital(key)}`]) ?? first(query[`begin${capital(key)}`])
  const end = first(params[`end${capital(key)}`]) ?? first(query[`end${capital(key)}`])
  const conditions: Sql[] = []
  switch (field.search) {
    case 'eq':
      if (given !== undefined) {
        if (field.kind === 'ref' || field.kind === 'integer') {
          if (!/^\d{1,15}$/.test(given)) throw invalid([{ field: key, error: 'notInteger' }])
          conditions.push(sql`${column} = ${Number(given)}`)
        } else conditions.push(sql`${column} = ${given}`)
      }
      break
    case 'like':
      if (given !== undefined) conditions.push(sql`${column} ilike ${contains(given)}`)
      break
    case 'in':
      if (given !== undefined) conditions.push(sql`${column} = any(${given.split(',').slice(0, 100)})`)
      break
    case 'range':
      conditions.push(...rangeConditions(column, key, begin, end, field.kind === 'datetime'))
      break
    case undefined:
      break
  }
  return conditions
}

const momentPattern = /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/

/** No clock is farther from Greenwich than this; the database refuses from 16 hours on. */
const mostOffsetHours = 14

/** A day of the calendar, or a moment of one: what both JavaScript and the database take for the same. */
function isMoment(text: string): boolean {
  const [, day, time = ''] = momentPattern.exec(text) ?? []
  if (!day || day.startsWith('0000')) return false
  const iso = day + time.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')
  if (Number.isNaN(Date.parse(iso))) return false
  const offset = /[+-](\d{2})(:?\d{2})?$/.exec(time)
  if (offset && Number(offset[1]) > mostOffsetHours) return false
  // 2026-02-30 would be the 2nd of March here and an error there.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

/** Bounds are inclusive; a bound of a moment that is only a day covers the whole day. */
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

/** What the caller searches for; nothing when he opens the list as it is. */
function filtersOf(entity: AnyEntity, query: ListQuery): Sql[] {
  const params = (query.params ?? {}) as Record<string, unknown>
  const begin = first(params.beginTime) ?? first(query.beginTime)
  const end = first(params.endTime) ?? first(query.endTime)
  return [
    ...Object.entries(entity.fields).flatMap(([key, field]) => fieldCondition(key, field, query)),
    ...rangeConditions(sql`t.created_at`, 'beginTime', begin, end, true),
  ]
}

/** Everything a list, an export or an option search has in common: search, time range, data scope, extra conditions. */
export function conditionsOf(
  entity: AnyEntity,
  actor: Actor,
  query: ListQuery,
  verb: string,
  extra: readonly Sql[] = [],
): Sql {
  const conditions: Sql[] = [...extra, ...filtersOf(entity, query)]
  if (entity.scoped)
    conditions.push(
      scopePredicate(actor, permissionOf(entity, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' }),
    )
  return all(conditions)
}

/** Order by a declared column; the id makes it total. @throws Refusal invalid for any other column */
export function orderOf(entity: AnyEntity, query: ListQuery): Sql {
  const wanted = first(query.orderBy) ?? first(query.orderByColumn)
  const direction = first(query.order) ?? first(query.isAsc)
  if (direction !== undefined && !['asc', 'desc', 'ascending', 'descending'].includes(direction))
    throw invalid([{ field: 'order', error: 'notOneOf' }])
  const down = direction?.startsWith('desc')
  if (wanted !== undefined) {
    const field = Object.hasOwn(entity.fields, wanted) ? entity.fields[wanted] : undefined
    if (wanted === 'createTime' || wanted === 'updateTime')
      return raw(
        `t.${wanted === 'createTime' ? 'created_at' : 'updated_at'} ${down ? 'desc' : 'asc'}, t.id ${down ? 'desc' : 'asc'}`,
      )
    if (wanted === 'id') return raw(`t.id ${down ? 'desc' : 'asc'}`)
    if (!field?.sortable) throw invalid([{ field: 'orderBy', error: 'notOneOf' }])
    return sql`t.${name(columnOf(wanted))} ${raw(down ? 'desc' : 'asc')} nulls last, t.id ${raw(down ? 'desc' : 'asc')}`
  }
  if (entity.orderBy)
    return sql`t.${name(columnOf(entity.orderBy.field))} ${raw(entity.orderBy.order)}, t.id ${raw(entity.orderBy.order)}`
  return raw('t.id desc')
}

/** Exact up to 10,000 rows, the planner's estimate beyond. */
export async function countRows(db: Db, from: Sql, where: Sql): Promise<{ total: number; estimated: boolean }> {
  const { n } = await db.one<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from ${from} where ${where} limit ${limits.exactTotal + 1}) counted`,
  )
  if (n <= limits.exactTotal) return { total: n, estimated: false }
  return { total: Math.max(n, await estimateRows(db, from, where)), estimated: true }
}

/** The planner's estimate. */
async function estimateRows(db: Db, from: Sql, where: Sql): Promise<number> {
  const [plan] = await db.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    sql`explain (format json) select 1 from ${from} where ${where}`,
  )
  return plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

/** Rows of one page and how many there are beyond it. */
export interface FoundPage {
  /** Ids of the page's rows, in order. */
  ids: number[]
  total: number
  /** The total is the planner's estimate. */
  estimated: boolean
}

/**
 * Which rows stand on a page, and how many there are. What a search leaves is found in one pass over the rows, which is
 * what it costs; a list as it is opened walks the index of its order and stops at the end of the page.
 *
 * @param from the table as `t`, with the joins that `where` and `order` need
 * @param searched whether `where` holds more than who may see what
 */
export async function findPage(
  db: Db,
  { from, where, order, searched }: { from: Sql; where: Sql; order: Sql; searched: boolean },
  { page, limit }: Page,
): Promise<FoundPage> {
  const skipped = (page - 1) * limit
  if (searched && skipped + limit <= limits.exactTotal) {
    const { total, ids } = await db.one<{ total: number; ids: number[] }>(sql`
      with found as materialized (
        select t.id, row_number() over (order by ${order}) as place from ${from} where ${where} order by place limit ${limits.exactTotal + 1})
      select (select count(*)::int from found) as total,
        coalesce((select json_agg(id order by place) from found where place > ${skipped} and place <= ${skipped + limit}), '[]') as ids`)
    return total <= limits.exactTotal
      ? { ids, total, estimated: false }
      : { ids, total: Math.max(total, await estimateRows(db, from, where)), estimated: true }
  }
  const rows = await db.query<{ id: number }>(
    sql`select t.id from ${from} where ${where} order by ${order} limit ${limit} offset ${skipped}`,
  )
  const ids = rows.map(row => row.id)
  // A page that is not full is the last one.
  if (ids.length < limit && (ids.length > 0 || page === 1))
    return { ids, total: skipped + ids.length, estimated: false }
  return { ids, ...(await countRows(db, from, where)) }
}

export async function listRows(
  db: Db,
  entity: AnyEntity,
  actor: Actor,
  query: ListQuery,
  extra: readonly Sql[] = [],
): Promise<{ rows: Row[]; total: number; estimated: boolean }> {
  const fields = visibleFields(entity, actor)
  const where = conditionsOf(entity, actor, query, 'list', extra)
  const from = source(entity, fields)
  const order = orderOf(entity, query)
  if (entity.tree) {
    const rows = await db.query<Row>(
      sql`select ${selection(entity, fields)} from ${from} where ${where} order by ${order} limit 10000`,
    )
    return { rows, total: rows.length, estimated: false }
  }
  const searched = filtersOf(entity, query).length > 0
  const { ids, ...count } = await findPage(
    db,
    { from: sql`${name(tableOf(entity))} t`, where, order, searched },
    pageOf(query),
  )
  const rows = ids.length
    ? await db.query<Row>(
        sql`select ${selection(entity, fields)} from ${from} where t.id = any(${ids}::bigint[]) order by ${order}`,
      )
    : []
  return { rows, ...count }
}
