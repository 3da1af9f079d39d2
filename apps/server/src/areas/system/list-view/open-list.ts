import { isSortable, type Issue, keyOf, searchParams } from '@timbermark/contract'
import type { ListViewSettings } from '@timbermark/contract/calls'
import type { Reader } from '../../../entity/read-rows.ts'
import { type ServedList, servedList } from '../../../entity/served-lists.ts'
import { isOpenTo, type RouteSpec } from '../../../platform/http/http.ts'
import { assertValid, Refusal } from '../../../platform/refusal.ts'

/**
 * The list with this key.
 * @throws Refusal notFound, also for a list that the caller may not read
 */
export function openList(routes: readonly RouteSpec[], { actor }: Reader, key: string): ServedList {
  for (const route of routes) {
    const list = servedList(route)
    if (list && keyOf(list.listed) === key && isOpenTo(route.access, actor)) return list
  }
  throw new Refusal('notFound')
}

/**
 * Checks that the list has these filters, columns and this order, and that it accepts the values.
 * @throws Refusal invalid
 */
export async function checkViewSettings(list: ServedList, reader: Reader, settings: ListViewSettings): Promise<void> {
  const { listed } = list
  const { filters, columns, orderBy, order } = settings
  const searches = new Set(searchParams(listed))
  const issues: Issue[] = Object.keys(filters)
    .filter(key => !searches.has(key))
    .slice(0, 100)
    .map(key => ({ field: `settings.filters.${key}`, error: 'unknownField', params: { name: key } }))
  for (const [index, column] of columns.entries())
    if (!Object.hasOwn(listed.fields, column) && column !== 'createTime')
      issues.push({ field: `settings.columns.${index}`, error: 'notOneOf' })
  if (orderBy !== undefined && !isSortable(listed, orderBy))
    issues.push({ field: 'settings.orderBy', error: 'notOneOf' })
  assertValid(issues)
  await list.check(reader, { ...filters, orderBy, order })
}
