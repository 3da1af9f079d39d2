import { type Field, isSortable, type Listed, limits, rangeParams, searchFields, isOneOf } from '@timbermark/contract'

/** A filter: one value, several (`in`), or the two ends of a range (either may be empty). */
export type FilterValue = string | readonly string[]

/** The saved view that a list shows: its id, or none although the reader has a start view. */
export type OpenView = number | 'none'

/** What a list shows: the state that a link reproduces. */
export interface ListState {
  page: number
  limit: number
  orderBy?: string
  order?: 'asc' | 'desc'
  filters: Record<string, FilterValue>
  view?: OpenView
}

/** Names the open view in the address. `view` there is the record that is open. */
const viewParam = 'listView'

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
    limit: isOneOf(limits.pageSizes, limit) ? limit : limits.pageSize,
    filters: {},
  }
  const view = get(viewParam)
  if (view === 'none') state.view = view
  else if (/^[1-9]\d{0,14}$/.test(view)) state.view = Number(view)
  const orderBy = get('orderBy')
  const order = get('order')
  if (isSortable(entity, orderBy) && (order === 'asc' || order === 'desc')) {
    state.orderBy = orderBy
    state.order = order
  }
  for (const [name, field] of searchFields(entity)) {
    if (field.search === 'range') {
      const ends = rangeParams(name).map(get)
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
  set(viewParam, state.view === undefined ? undefined : String(state.view))
  for (const [name, field] of searchFields(entity)) {
    const value = state.filters[name]
    if (field.search === 'range') {
      for (const [end, param] of rangeParams(name).entries()) set(param, value?.[end])
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
      const [begin, end] = rangeParams(name)
      if (value[0]) params[begin] = rangeEnd(field, value[0], 'begin')
      if (value[1]) params[end] = rangeEnd(field, value[1], 'end')
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
