import type { CodeDirectory } from '../../platform/code-directory.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { countRows, type ListQuery, pageOf, rangeConditions } from '../../crud/list.ts'
import { invalid } from '../../platform/refusal.ts'
import { all, contains, join, name, type Sql, sql } from '../../platform/database/sql.ts'

/** One of the two logs. */
export interface LogKind {
  table: 'scan_log' | 'check_log'
  /** Column of the moment, and its key in rows. */
  at: 'scanned_at' | 'checked_at'
  timeKey: 'scanTime' | 'checkTime'
  /** Columns beyond those that both have, with their keys. */
  more: Sql
}

export const scanLog: LogKind = { table: 'scan_log', at: 'scanned_at', timeKey: 'scanTime', more: sql`t.device` }
export const checkLog: LogKind = {
  table: 'check_log',
  at: 'checked_at',
  timeKey: 'checkTime',
  more: sql`t.given_hint as "given", t.genuine`,
}

export interface LogFilter extends ListQuery {
  code?: string | undefined
  productId?: string | undefined
  city?: string | undefined
  genuine?: string | undefined
  beginTime?: string | undefined
  endTime?: string | undefined
  /** `cursor` of the last row seen: the rows after it, however deep, at the cost of one page. */
  after?: string | undefined
}

const columns = (kind: LogKind) => sql`
  t.id, t.request_number, t.serial, t.product_id as "productId", p.name as "productName", t.longitude::float8 as longitude, t.latitude::float8 as latitude,
  t.country, t.province, t.city, t.district, t.${name(kind.at)} as ${name(kind.at)}, (extract(epoch from t.${name(kind.at)}) * 1000000)::bigint as micros, ${kind.more}`

const source = (kind: LogKind) =>
  sql`${name(kind.table)} t left join product p on p.tenant_id = t.tenant_id and p.id = t.product_id`

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Rows are those of the tenant by row security; a code of another one finds nothing, like one that does not exist. */
export async function conditionsOf(kind: LogKind, filter: LogFilter, directory: CodeDirectory): Promise<Sql[]> {
  const conditions: Sql[] = []
  if (text(filter.code)) {
    const opened = await directory.open(filter.code!)
    conditions.push(
      opened.known ? sql`t.request_number = ${opened.entry.requestNumber} and t.serial = ${opened.serial}` : sql`false`,
    )
  }
  if (text(filter.productId)) {
    if (!/^\d{1,15}$/.test(filter.productId!)) throw invalid([{ field: 'productId', error: 'notInteger' }])
    conditions.push(sql`t.product_id = ${Number(filter.productId)}`)
  }
  if (text(filter.city)) conditions.push(sql`t.city ilike ${contains(filter.city!)}`)
  if (kind.table === 'check_log' && text(filter.genuine)) {
    if (filter.genuine !== 'true' && filter.genuine !== 'false')
      throw invalid([{ field: 'genuine', error: 'notOneOf' }])
    conditions.push(sql`t.genuine = ${filter.genuine === 'true'}`)
  }
  const params = (filter.params ?? {}) as Record<string, unknown>
  conditions.push(
    ...rangeConditions(
      sql`t.${name(kind.at)}`,
      'beginTime',
      text(filter.beginTime) ?? text(params.beginTime),
      text(filter.endTime) ?? text(params.endTime),
      true,
    ),
  )
  return conditions
}

function afterCursor(kind: LogKind, cursor: string): Sql {
  const match = /^(\d{1,17})\.(\d{1,18})$/.exec(cursor)
  if (!match) throw invalid([{ field: 'after', error: 'pattern' }])
  const moment = sql`to_timestamp(${match[1]}::numeric / 1000000)`
  return sql`(t.${name(kind.at)}, t.id) < (${moment}, ${match[2]}::bigint)`
}

/** One page, newest first, with the code of each row made again from its serial. */
export async function listLog(
  db: Db,
  kind: LogKind,
  filter: LogFilter,
  directory: CodeDirectory,
): Promise<{ rows: Row[]; total: number; estimated: boolean }> {
  const { page, limit } = pageOf(filter)
  const conditions = await conditionsOf(kind, filter, directory)
  const cursor = text(filter.after)
  const rows = await readLog(
    db,
    kind,
    [...conditions, ...(cursor ? [afterCursor(kind, cursor)] : [])],
    limit,
    cursor ? 0 : (page - 1) * limit,
  )
  return {
    rows: rows.map(row => shownRow(kind, row, directory)),
    ...(await countRows(db, sql`${name(kind.table)} t`, all(conditions))),
  }
}

/** All rows in blocks by key, for an export of any length. */
export async function* eachLogRow(
  inTenant: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  kind: LogKind,
  filter: LogFilter,
  directory: CodeDirectory,
): AsyncGenerator<Row> {
  const block = 2000
  const conditions = await conditionsOf(kind, filter, directory)
  for (let cursor: string | undefined; ; ) {
    const rows = await inTenant(db =>
      readLog(db, kind, [...conditions, ...(cursor ? [afterCursor(kind, cursor)] : [])], block, 0),
    )
    for (const row of rows) yield shownRow(kind, row, directory)
    if (rows.length < block) return
    cursor = cursorOf(rows.at(-1)!)
  }
}

function readLog(db: Db, kind: LogKind, conditions: readonly Sql[], limit: number, offset: number): Promise<Row[]> {
  const order = join([sql`t.${name(kind.at)} desc`, sql`t.id desc`], ', ')
  return db.query<Row>(
    sql`select ${columns(kind)} from ${source(kind)} where ${all(conditions)} order by ${order} limit ${limit} offset ${offset}`,
  )
}

function cursorOf(row: Row): string {
  return `${row.micros}.${row.id}`
}

function shownRow(kind: LogKind, row: Row, directory: CodeDirectory): Row {
  const { request_number, serial, micros, [kind.at]: at, ...rest } = row
  const entry = directory.get(request_number as number)
  return {
    ...rest,
    requestNumber: request_number,
    serial,
    code: entry ? directory.codesOf(entry).code(serial as number) : null,
    [kind.timeKey]: at,
    cursor: cursorOf(row),
  }
}
