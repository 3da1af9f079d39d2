import { type Listed, entityByKey, type Field, keyOf, limits, type ViewInput } from '@timbermark/contract'

/** A filter: one value, several (`in`), or the two ends of a range (either may be empty). */
export type FilterValue = string | readonly string[]

/** What a list shows: the state that a link reproduces. */
export interface ListState {
  page: number
  limit: number
  orderBy?: string
  order?: 'asc' | 'desc'
  filters: Record<string, FilterValue>
}

const capitalised = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)
// On the wire the range of the time of creation is `beginTime` and `endTime`.
const rangeName = (name: string) => (name === 'createTime' ? 'Time' : capitalised(name))
const beginOf = (name: string) => `begin${rangeName(name)}`
const endOf = (name: string) => `end${rangeName(name)}`

export type SearchField = Field & { search: NonNullable<Field['search']> }

const created: SearchField = { kind: 'datetime', search: 'range', readonly: true }

/** Whether rows have a time of creation. Rows of a declared entity do; a list that a screen defines may not. */
export function hasCreateTime(entity: Listed): boolean {
  return entityByKey(keyOf(entity)) === entity && !('createTime' in entity.fields)
}

/** Search fields of a list: searches that are no fields, the declared fields in order, the time of creation. */
export function searchFields(entity: Listed): [string, SearchField][] {
  const extraSearches = (entity as ViewInput).searches
  const declared = Object.entries({ ...extraSearches, ...entity.fields }).flatMap(
    ([name, field]): [string, SearchField][] => (field.search ? [[name, { ...field, search: field.search }]] : []),
  )
  return hasCreateTime(entity) ? [...declared, ['createTime', created]] : declared
}

/** Whether the list can be sorted by this field. The time of creation always can. */
export function isSortable(entity: Listed, name: string): boolean {
  return name === 'createTime' || entity.fields[name]?.sortable === true
}

/**
 * Parses the state of a list from an address. Invalid parts (a page that is not a number, sorting by an undeclared
 * field) are ignored, so that an old or mistyped link still shows the list.
 */
export function parseListState(entity: Listed, search: URLSearchParams, prefix = ''): ListState {
  const get = (name: string) => search.get(prefix + name) ?? ''
  const page = Number(get('page'))
  const limit = Number(get('limit'))
  const state: ListState = {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    limit: (limits.pageSizes as readonly number[]).includes(limit) ? limit : limits.pageSize,
    filters: {},
  }
  const orderBy = get('orderBy')
  const order = get('order')
  if (isSortable(entity, orderBy) && (order === 'asc' || order === 'desc')) {
    state.orderBy = orderBy
    state.order = order
  }
  for (const [name, field] of searchFields(entity)) {
    if (field.search === 'range') {
      const ends = [get(beginOf(name)), get(endOf(name))]
      if (ends.some(Boolean)) state.filters[name] = ends
    } else if (get(name)) {
      state.filters[name] = field.search === 'in' ? get(name).split(',') : get(name)
    }
  }
  return state
}

/** The query parameters of an address with this state. Parameters of others stay; defaults are not written. */
export function listStateParams(
  entity: Listed,
  state: ListState,
  search: URLSearchParams,
  prefix = '',
): URLSearchParams {
  const next = new URLSearchParams(search)
  const set = (name: string, value: string | undefined) =>
    value ? next.set(prefix + name, value) : next.delete(prefix + name)
  set('page', state.page > 1 ? String(state.page) : undefined)
  set('limit', state.limit === limits.pageSize ? undefined : String(state.limit))
  set('orderBy', state.order && state.orderBy)
  set('order', state.orderBy && state.order)
  for (const [name, field] of searchFields(entity)) {
    const value = state.filters[name]
    if (field.search === 'range') {
      set(beginOf(name), value?.[0])
      set(endOf(name), value?.[1])
    } else {
      set(name, Array.isArray(value) ? value.join(',') : (value as string | undefined))
    }
  }
  return next
}

/** Query for the filters alone, as an export sends it. */
export function filterParams(entity: Listed, filters: ListState['filters']): Record<string, unknown> {
  const plain: Record<string, unknown> = {}
  const params: Record<string, string> = {}
  for (const [name, field] of searchFields(entity)) {
    const value = filters[name]
    if (value === undefined || value === '') continue
    if (field.search === 'range') {
      if (value[0]) params[beginOf(name)] = rangeEnd(field, value[0], 'begin')
      if (value[1]) params[endOf(name)] = rangeEnd(field, value[1], 'end')
    } else {
      plain[name] = Array.isArray(value) ? value.join(',') : value
    }
  }
  return Object.keys(params).length > 0 ? { ...plain, params } : plain
}

/** Query of `GET .../list`. */
export function listParams(entity: Listed, state: ListState): Record<string, unknown> {
  const sort = state.orderBy ? { orderBy: state.orderBy, order: state.order } : {}
  return { page: state.page, limit: state.limit, ...sort, ...filterParams(entity, state.filters) }
}

/** People pick days. A search by time goes from the first to the last instant of those days in their time zone. */
function rangeEnd(field: Field, value: string, end: 'begin' | 'end'): string {
  if (field.kind !== 'datetime') return value
  const moment = new Date(`${value}T${end === 'begin' ? '00:00:00.000' : '23:59:59.999'}`)
  return Number.isNaN(moment.getTime()) ? value : moment.toISOString()
}

/** Page to show when `total` rows are left: the requested one, or the last one with rows. */
export function lastPage(page: number, limit: number, total: number): number {
  return Math.min(page, Math.max(1, Math.ceil(total / limit)))
}
