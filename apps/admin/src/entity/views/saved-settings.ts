import { can } from '@timbermark/client'
import { isSortable, type Listed, limits, rangeParams, type SearchField, searchFields } from '@timbermark/contract'
import type { ListViewSettings } from '@timbermark/contract/calls'
import { canSet } from '../actions/permissions.ts'
import type { ColumnPlan } from '../list/columns.ts'
import { arrange, isVisible, type Preferences } from '../list/preferences.ts'
import { type ListState, listStateParams, parseListState } from '../list/query-state.ts'
import type { Permissions } from '../types.ts'

/** What a view shows of the state of a list. */
export type ViewState = Pick<ListState, 'filters' | 'orderBy' | 'order' | 'limit'>
export type ViewColumns = Pick<Preferences, 'order' | 'hidden' | 'added'>

/** A saved view, as far as the list still has its parts and this reader may see them. */
export interface OpenedSettings {
  state: ViewState
  /** Visible columns, in order. */
  columns: string[]
  /** Names of the fields that were left out. */
  dropped: string[]
}

/** The settings to save. @param columns visible columns, in order */
export function settingsOf(
  entity: Listed,
  { filters, ...rest }: ViewState,
  columns: readonly string[],
): ListViewSettings {
  const filtersAlone: ListState = { page: 1, limit: limits.pageSize, filters }
  const sort = rest.orderBy && rest.order ? { orderBy: rest.orderBy, order: rest.order } : {}
  return {
    filters: Object.fromEntries(listStateParams(entity, filtersAlone, new URLSearchParams())),
    ...sort,
    limit: rest.limit as ListViewSettings['limit'],
    columns: [...columns],
  }
}

/** Whether a search accepts the value; options of a choice may have gone. */
function accepts(field: SearchField, value: string): boolean {
  if (field.kind === 'flag') return value === 'true' || value === 'false'
  if (field.kind !== 'choice') return true
  const chosen = field.search === 'in' ? value.split(',') : [value]
  return chosen.every(one => field.options.includes(one))
}

/** Reads saved settings: what the list no longer has, or this reader may not see, is left out and named. */
export function openSettings(
  entity: Listed,
  permissions: Permissions,
  plans: readonly ColumnPlan[],
  { filters, orderBy, order, limit, columns }: ListViewSettings,
): OpenedSettings {
  const dropped = new Set<string>()
  const searches = new Map(
    searchFields(entity).flatMap(([name, field]) =>
      (field.search === 'range' ? rangeParams(name) : [name]).map(param => [param, { name, field }] as const),
    ),
  )
  const params = new URLSearchParams({ limit: String(limit) })
  for (const [param, value] of Object.entries(filters)) {
    const search = searches.get(param)
    const isOpen =
      search &&
      canSet(search.field, permissions) &&
      (!search.field.permission || can(permissions, [search.field.permission]))
    if (isOpen && accepts(search.field, value)) params.set(param, value)
    else dropped.add(search?.name ?? param)
  }
  const known = new Set(plans.map(({ name }) => name))
  if (orderBy && order) {
    if (isSortable(entity, orderBy) && (known.has(orderBy) || orderBy === 'createTime')) {
      params.set('orderBy', orderBy)
      params.set('order', order)
    } else dropped.add(orderBy)
  }
  for (const column of columns) if (!known.has(column)) dropped.add(column)
  const visible = columns.filter(column => known.has(column))
  const { page: _page, view: _view, ...state } = parseListState(entity, params)
  return {
    state,
    columns: visible.length > 0 ? visible : plans.flatMap(({ name, isDefault }) => (isDefault ? [name] : [])),
    dropped: [...dropped],
  }
}

/** Column settings that show exactly these columns in this order; the others follow, switched off. */
export function columnsToPreferences(columns: readonly string[], plans: readonly ColumnPlan[]): ViewColumns {
  const others = plans.filter(({ name }) => !columns.includes(name))
  return {
    order: [...columns, ...others.map(({ name }) => name)],
    hidden: others.flatMap(({ name, isDefault }) => (isDefault ? [name] : [])),
    added: plans.flatMap(({ name, isDefault }) => (!isDefault && columns.includes(name) ? [name] : [])),
  }
}

/** The columns that these settings show, in order. */
export function visibleColumns(preferences: ViewColumns, plans: readonly ColumnPlan[]): string[] {
  const names = plans.map(({ name }) => name)
  return arrange(names, preferences).filter(name => isVisible(plans.find(plan => plan.name === name)!, preferences))
}
