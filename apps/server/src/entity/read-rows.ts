import {
  columnOf,
  type Field,
  limits,
  type Listed,
  plainTimeOf,
  type RowOf,
  tableOf,
  type ViewInput,
} from '@timbermark/contract'
import { type Actor, hasPermission } from '../platform/actor.ts'
import type { CrossTenantPurpose, Db, Row } from '../platform/database/database.ts'
import { allOf, containsText, join, identifier, raw, type Sql, sql } from '../platform/database/sql.ts'
import type { Call } from '../platform/http/http.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { findPage } from './find-page.ts'
import {
  boundsOf,
  joinedQueryValues,
  queryValue,
  isStored,
  type ListQuery,
  pageOf,
  rangeConditions,
  withinOf,
} from './list-query.ts'
import { auditColumns, authorJoin, labelColumns, quoted, referenceJoins } from './model.ts'
import { inLanguage, isNaming, nameAt, nameContains, nameOrder, type NamePlace, nameParts } from './names.ts'
import type { Rights, RightsRules } from './rights.ts'
import { auditsAllTenants, readableRowsInScope, readableRows } from './tenant-rows.ts'

/** The caller who reads: permissions, language, and the services that rows need. */
export type Reader = Pick<Call, 'actor' | 'language' | 'services'>
export type ReadVerb = 'list' | 'query' | 'export'
/** A row as the database returns it. */
export type FoundRow = Row & { id: number }

type FieldOf<L extends Listed> = keyof L['fields'] & string
/** What `toRows` returns: a complete row except for what the engine adds. */
export type AnsweredRow<L extends Listed> = Omit<
  RowOf<L>,
  'can' | 'why' | (L extends { idAlias: infer A } ? A & string : never)
>

/** Where the rows of a list come from, beyond its declaration. Rows are aliased `t`. */
export interface Source<L extends Listed = Listed, R extends FoundRow = FoundRow, G extends FoundRow = FoundRow> {
  /** Table, for rows of no stored entity or of another table than the entity's. */
  table?: string
  /** Further joins; each names the tenant. */
  joins?: Sql | ((actor: Actor) => Sql)
  /** Those of `joins` that searches, orders and conditions need, when not all are needed. */
  searchJoins?: Sql | ((actor: Actor) => Sql)
  /** Computed columns. Those `'computedInCode'` are added by `toRows`. Every other field is the column of its name. */
  columns?: { [K in FieldOf<L>]?: Sql | 'computedInCode' }
  /** Where names are stored that are not the row's own, or that have another bootstrap phrase than declared. */
  names?: { [K in FieldOf<L>]?: NamePlace }
  /** Columns that only `toRows` needs, and columns in addition to the fields. */
  more?: Sql
  /**
   * Searches that do not compare the field's column, also by keys that are not fields. A search that returns `false`
   * finds nothing.
   */
  search?: Record<string, (given: string, reader: Reader) => Sql | Promise<Sql>>
  /** Restricts the rows for this reader: a data scope, the user's own rows. */
  where?: (reader: Reader, verb: ReadVerb) => Sql
  /** Rows of several tenants or of none: `where` and row security restrict them. */
  shared?: true
  /** Whether this reader reads across tenants, and for which purpose; `where` must then restrict `shared` rows. */
  across?: (actor: Actor) => CrossTenantPurpose | undefined
  /** These rows come all at once, whatever page is requested: the children of one row. */
  unpaged?: (query: ListQuery) => boolean
  /**
   * So many rows that no search may pass over all matches: pages walk an index in the order of the list and stop, and
   * the total is counted up to `limits.walkedTotal`.
   */
  walked?: true
  /** The default order, when it is not by a field. */
  order?: Sql
  /** Rows carry a `cursor`, and `after` continues from it at the cost of one page, at any depth: for a log, by its time. */
  cursor?: true
  /** Adds to the read rows what other statements know of them, before rights and answers are computed. */
  enrich?: (rows: G[], reader: Reader, db: Db) => Promise<R[]>
  /** Verbs that the area adds to a row, and its refusals of verbs. */
  rules?: (row: R, reader: Reader) => RightsRules
  /** What the reader may do with each row, instead of the declaration's rules. */
  rights?: (rows: R[], reader: Reader, db: Db) => Rights[] | Promise<Rights[]>
  /** Rows as they are answered. Without it they are answered as read. */
  toRows?: (rows: R[], reader: Reader, db: Db) => AnsweredRow<L>[] | Promise<AnsweredRow<L>[]>
}

/** A declared list and its source. */
export interface Reading<L extends Listed = Listed> {
  listed: L
  source: Source<L>
}

/** Binds a declaration to its source; the type of the read rows is internal to the source. */
export function readingOf<const L extends Listed, R extends FoundRow = FoundRow, G extends FoundRow = FoundRow>(
  listed: L,
  source: Source<L, R, G> = {},
): Reading<L> {
  for (const [key, field] of Object.entries(listed.fields)) {
    if (field.search === 'range' && field.kind !== 'date' && field.kind !== 'datetime')
      throw new Error(`${listed.area}/${listed.name}: ${key} is searched by a range, which is of days`)
    const isComputed = source.columns?.[key as FieldOf<L>] === 'computedInCode'
    if (isComputed && ((field.search && !source.search?.[key]) || field.sortable))
      throw new Error(
        `${listed.area}/${listed.name}: ${key} is made after reading, it cannot be searched or ordered by`,
      )
  }
  for (const key of Object.keys((listed as ViewInput).searches ?? {}))
    if (!source.search?.[key]) throw new Error(`${listed.area}/${listed.name}: nothing says how to search by ${key}`)
  const withinKey = withinOf(listed)
  if (withinKey && !source.search?.[withinKey])
    throw new Error(`${listed.area}/${listed.name}: no search says what within ${withinKey} means`)
  return { listed, source } as unknown as Reading<L>
}

const storedOf = (listed: Listed) => (isStored(listed) ? listed : (listed as ViewInput).of)

export const tableNameOf = ({ listed, source }: Reading) =>
  identifier(source.table ?? tableOf(storedOf(listed) ?? listed))

/** Fields that this actor may see. */
export function visibleFields(listed: Listed, actor: Actor): string[] {
  return Object.entries(listed.fields)
    .filter(([, field]) => !field.permission || hasPermission(actor, field.permission))
    .map(([key]) => key)
}

/** The column of a field of a row `t`. @throws Error for a field that is made after reading */
export function columnIn({ source }: Reading, key: string): Sql {
  const column = (source.columns as Record<string, Sql | 'computedInCode'> | undefined)?.[key]
  if (column === 'computedInCode') throw new Error(`${key} is no column`)
  return column ?? sql`t.${identifier(auditColumns[key as keyof typeof auditColumns] ?? columnOf(key))}`
}

const isComputedInCode = ({ source }: Reading, key: string) =>
  (source.columns as Record<string, Sql | 'computedInCode'> | undefined)?.[key] === 'computedInCode'

/** Where the name of a field is stored. */
function nameIn({ listed, source }: Reading, key: string): NamePlace {
  const name = (source.names as Record<string, NamePlace> | undefined)?.[key]
  return name ?? nameAt(sql`t`, key, listed.fields[key])
}

/** The expression that a list is ordered by. */
const orderedBy = (reading: Reading, key: string, { language }: Reader) =>
  isNaming(reading.listed.fields[key]) ? nameOrder(nameIn(reading, key), language) : columnIn(reading, key)

/** The field whose time the query's plain `beginTime` and `endTime` mean, and whose order pages a log. */
function momentOf(reading: Reading): Sql | undefined {
  if (isStored(reading.listed)) return sql`t.created_at`
  const key = plainTimeOf(reading.listed)
  return key === undefined ? undefined : columnIn(reading, key)
}

function selectionOf(reading: Reading, actor: Actor): Sql {
  const { listed, source } = reading
  const columns: Sql[] = [sql`t.id`]
  for (const key of visibleFields(listed, actor)) {
    if (isComputedInCode(reading, key)) continue
    const field = listed.fields[key]!
    columns.push(sql`${columnIn(reading, key)} as ${quoted(key)}`, ...labelColumns(field, key))
    if (isNaming(field)) columns.push(...nameParts(nameIn(reading, key), key))
  }
  if (storedOf(listed)) {
    const common = { createTime: sql`t.created_at`, updateTime: sql`t.updated_at`, createBy: sql`creator.user_name` }
    for (const [key, column] of Object.entries(common))
      if (!Object.hasOwn(listed.fields, key)) columns.push(sql`${column} as ${quoted(key)}`)
  }
  if (source.cursor)
    columns.push(sql`(extract(epoch from ${momentOf(reading)!}) * 1000000)::bigint::text || '.' || t.id as cursor`)
  if (source.more) columns.push(source.more)
  return join(columns, ', ')
}

/** The table with all joins that the columns need. */
function fromOf(reading: Reading, actor: Actor): Sql {
  const stored = storedOf(reading.listed)
  const several = stored !== undefined && (reading.source.shared === true || auditsAllTenants(stored, actor))
  const joins = [
    ...(stored
      ? [
          authorJoin(stored, actor.tenantId, several),
          ...referenceJoins(stored, reading.listed, visibleFields(reading.listed, actor), actor.tenantId, several),
        ]
      : []),
    ...(reading.source.joins ? [joinsFor(reading, actor)] : []),
  ]
  return sql`${tableNameOf(reading)} t ${joins.length ? join(joins, ' ') : sql``}`
}

export function joinsFor({ source: { joins = sql`` } }: Reading, actor: Actor, chosen = joins): Sql {
  return typeof chosen === 'function' ? chosen(actor) : chosen
}

/** The table with the joins that searches, orders and conditions need. */
function searchedFrom(reading: Reading, actor: Actor): Sql {
  return sql`${tableNameOf(reading)} t ${joinsFor(reading, actor, reading.source.searchJoins)}`
}

export function fieldConditions(reading: Reading, key: string, field: Field, query: ListQuery): Sql[] {
  if (field.search === 'range') {
    const plain = !isStored(reading.listed) && plainTimeOf(reading.listed) === key
    const { begin, end } = boundsOf(query, key, plain)
    if (begin === undefined && end === undefined) return []
    return rangeConditions(columnIn(reading, key), key, begin, end, field.kind === 'datetime')
  }
  const value = field.search === 'in' ? joinedQueryValues(query, key) : queryValue(query, key)
  if (value === undefined) return []
  if (isNaming(field) && field.search === 'like')
    return [nameContains(nameIn(reading, key), value.trim(), field.delivered?.phrases)]
  const column = columnIn(reading, key)
  if (field.search === 'like') return [containsText(column, value)]
  if (field.search === 'in') return [sql`${column} = any(${value.split(',').slice(0, 100)})`]
  if (isInteger(field)) return [sql`${column} = ${parseWholeNumber(key, value)}`]
  if (field.kind !== 'flag') return [sql`${column} = ${value}`]
  if (value !== 'true' && value !== 'false') throw invalid([{ field: key, error: 'notOneOf' }])
  return [sql`${column} = ${value === 'true'}`]
}

/** Is the column an integer, so that it can be compared only with integers? */
const isInteger = (field: Field) =>
  field.kind === 'ref' ||
  field.kind === 'integer' ||
  ((field.kind === 'dict' || field.kind === 'choice') && field.numeric === true)

/**
 * Parses a number to search by.
 * @throws Refusal invalid
 */
export function parseWholeNumber(field: string, value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw invalid([{ field, error: 'notInteger' }])
  return Number(value)
}

/** Conditions of the reader's search; empty for a list without a search. */
async function filtersOf(reading: Reading, reader: Reader, query: ListQuery): Promise<Sql[]> {
  const { listed, source } = reading
  const searches = source.search ?? {}
  const filters: Sql[] = []
  for (const [key, field] of Object.entries(listed.fields))
    if (field.search && !Object.hasOwn(searches, key)) filters.push(...fieldConditions(reading, key, field, query))
  for (const [key, condition] of Object.entries(searches)) {
    if (key === withinOf(listed)) continue
    const value = joinedQueryValues(query, key)
    if (value !== undefined) filters.push(await condition(value, reader))
  }
  if (isStored(listed)) {
    const { begin, end } = boundsOf(query, 'createTime', true)
    filters.push(...rangeConditions(sql`t.created_at`, 'beginTime', begin, end, true))
  }
  return filters
}

/**
 * Checks a search and an order without reading a row.
 * @throws Refusal invalid
 */
export async function checkListQuery(reading: Reading, reader: Reader, query: ListQuery): Promise<void> {
  await filtersOf(reading, reader, query)
  orderOf(reading, reader, query)
}

/**
 * The condition of the record that the rows belong to, if any.
 * @throws Refusal invalid when none is named
 */
async function withinConditions({ listed, source }: Reading, reader: Reader, query: ListQuery): Promise<Sql[]> {
  const key = withinOf(listed)
  if (key === undefined) return []
  const value = queryValue(query, key)
  if (value === undefined) throw invalid([{ field: key, error: 'required' }])
  return [await source.search![key]!(value, reader)]
}

/** Conditions for the rows that this reader may see, whatever the search. */
export function scopeConditions({ listed, source }: Reading, reader: Reader, verb: ReadVerb): Sql[] {
  const stored = storedOf(listed)
  const ofTenant = stored ? readableRows(stored, reader.actor) : sql`t.tenant_id = ${reader.actor.tenantId}`
  return [
    ...(source.shared ? [] : [ofTenant]),
    ...(stored?.scoped && !source.shared ? [readableRowsInScope(stored, reader.actor, verb, listed)] : []),
    ...(source.where ? [source.where(reader, verb)] : []),
  ]
}

/**
 * Order by a declared column; the id makes it total.
 * @throws Refusal invalid for any other column
 */
export function orderOf(reading: Reading, reader: Reader, query: ListQuery): Sql {
  const { listed, source } = reading
  const orderBy = queryValue(query, 'orderBy') ?? queryValue(query, 'orderByColumn')
  const direction = queryValue(query, 'order') ?? queryValue(query, 'isAsc')
  if (direction !== undefined && !['asc', 'desc', 'ascending', 'descending'].includes(direction))
    throw invalid([{ field: 'order', error: 'notOneOf' }])
  const towards = raw(direction?.startsWith('desc') ? 'desc' : 'asc')
  if (orderBy === undefined) {
    if (source.order) return sql`${source.order}, t.id`
    if (!listed.orderBy) return raw('t.id desc')
    const { field, order } = listed.orderBy
    return sql`${orderedBy(reading, field, reader)} ${raw(order)}, t.id ${raw(order)}`
  }
  const field = Object.hasOwn(listed.fields, orderBy) ? listed.fields[orderBy] : undefined
  const alias = listed.idAlias
  if (orderBy === 'id' || orderBy === alias) return sql`t.id ${towards}`
  if (storedOf(listed) && !field?.sortable && (orderBy === 'createTime' || orderBy === 'updateTime'))
    return sql`${raw(orderBy === 'createTime' ? 't.created_at' : 't.updated_at')} ${towards}, t.id ${towards}`
  if (!field?.sortable) throw invalid([{ field: 'orderBy', error: 'notOneOf' }])
  return sql`${orderedBy(reading, orderBy, reader)} ${towards} nulls last, t.id ${towards}`
}

/**
 * Rows after the given cursor, in the order of a log.
 * @throws Refusal invalid
 */
function afterCursor(reading: Reading, cursor: string): Sql {
  const match = /^(\d{1,17})\.(\d{1,18})$/.exec(cursor)
  if (!match) throw invalid([{ field: 'after', error: 'pattern' }])
  return sql`(${momentOf(reading)!}, t.id) < (to_timestamp(${match[1]}::numeric / 1000000), ${match[2]}::bigint)`
}

/**
 * `from` and `where` of a search, for statements that count its rows `t`.
 * @throws Refusal invalid
 */
export async function searchOf(reading: Reading, reader: Reader, query: ListQuery): Promise<{ from: Sql; where: Sql }> {
  const where = allOf([...scopeConditions(reading, reader, 'list'), ...(await filtersOf(reading, reader, query))])
  return { from: searchedFrom(reading, reader.actor), where }
}

export interface ReadPage {
  rows: FoundRow[]
  total: number
  estimated: boolean
}

/** One page as read, before `toRows`. */
export async function readPage(
  db: Db,
  reading: Reading,
  reader: Reader,
  query: ListQuery,
  extra: readonly Sql[] = [],
): Promise<ReadPage> {
  const filters = await filtersOf(reading, reader, query)
  const fixed = [
    ...extra,
    ...(await withinConditions(reading, reader, query)),
    ...scopeConditions(reading, reader, 'list'),
  ]
  const where = allOf([...fixed, ...filters])
  const order = orderOf(reading, reader, query)
  const read = async (condition: Sql, limit: number) => {
    const rows = await db.query<FoundRow>(
      sql`
        select ${selectionOf(reading, reader.actor)} from ${fromOf(reading, reader.actor)} where ${condition}
        order by ${order} limit ${limit}`,
    )
    return inLanguage(reading.listed, reader.language, rows)
  }
  if (reading.listed.tree || reading.source.unpaged?.(query)) {
    const rows = await read(where, 10_000)
    return { rows, total: rows.length, estimated: false }
  }
  const cursor = reading.source.cursor ? queryValue(query, 'after') : undefined
  const { page, limit } = pageOf(query)
  const searched = filters.length > 0 && !reading.source.walked
  const from = searchedFrom(reading, reader.actor)
  if (cursor !== undefined) {
    const { total, estimated } = await findPage(db, { from, where, order, searched }, { page: 1, limit: 1 })
    return { rows: await read(allOf([...fixed, ...filters, afterCursor(reading, cursor)]), limit), total, estimated }
  }
  const exact = reading.source.walked ? limits.walkedTotal : limits.exactTotal
  const { ids, ...count } = await findPage(db, { from, where, order, searched, exact }, { page, limit })
  const rows = ids.length ? await read(allOf([...fixed, sql`t.id = any(${ids}::bigint[])`]), limit) : []
  return { rows, ...count }
}

/** `from` with the table as `t`, and the condition of the rows that a list would find, for aggregates over all of them. */
export async function findRows(reading: Reading, reader: Reader, query: ListQuery): Promise<{ from: Sql; where: Sql }> {
  const belongs = await withinConditions(reading, reader, query)
  const filters = await filtersOf(reading, reader, query)
  return {
    from: searchedFrom(reading, reader.actor),
    where: allOf([...belongs, ...scopeConditions(reading, reader, 'list'), ...filters]),
  }
}

/**
 * One row as read. A missing row, another tenant's row and a row out of scope are refused alike.
 * @throws Refusal notFound
 */
export async function readOne(
  db: Db,
  reading: Reading,
  reader: Reader,
  id: number,
  { extra = [], verb = 'query' }: { extra?: readonly Sql[]; verb?: ReadVerb } = {},
): Promise<FoundRow> {
  const row = await db.maybe<FoundRow>(
    sql`select ${selectionOf(reading, reader.actor)} from ${fromOf(reading, reader.actor)}
      where ${allOf([sql`t.id = ${id}`, ...extra, ...scopeConditions(reading, reader, verb)])}`,
  )
  if (!row) throw new Refusal('notFound')
  return inLanguage(reading.listed, reader.language, [row])[0]!
}

/** The rows with these ids that the reader may list, in no order. */
export async function readThese(db: Db, reading: Reading, reader: Reader, ids: readonly number[]): Promise<FoundRow[]> {
  const rows = await db.query<FoundRow>(
    sql`select ${selectionOf(reading, reader.actor)} from ${fromOf(reading, reader.actor)}
      where ${allOf([sql`t.id = any(${[...ids]}::bigint[])`, ...scopeConditions(reading, reader, 'list')])}`,
  )
  return inLanguage(reading.listed, reader.language, rows)
}

/** All rows in blocks by key, for an export of any length: a log newest first, other lists by id. */
export async function* readBlocks(
  inTenant: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  reading: Reading,
  reader: Reader,
  query: ListQuery,
): AsyncGenerator<FoundRow[]> {
  const size = 2000
  const filters = await filtersOf(reading, reader, query)
  const fixed = [
    ...(await withinConditions(reading, reader, query)),
    ...scopeConditions(reading, reader, 'export'),
    ...filters,
  ]
  const logged = reading.source.cursor === true
  const order = logged ? sql`${momentOf(reading)!} desc, t.id desc` : sql`t.id`
  orderOf(reading, reader, query)
  for (let last: FoundRow | undefined; ; ) {
    const after = last ? [logged ? afterCursor(reading, String(last.cursor)) : sql`t.id > ${last.id}`] : []
    const rows = await inTenant(db =>
      db.query<FoundRow>(
        sql`
          select ${selectionOf(reading, reader.actor)} from ${fromOf(reading, reader.actor)}
          where ${allOf([...fixed, ...after])} order by ${order} limit ${size}`,
      ),
    )
    if (rows.length > 0) yield inLanguage(reading.listed, reader.language, rows)
    last = rows.at(-1)
    if (!last || rows.length < size) return
  }
}
