import { keyOf, type Listed } from './entity.ts'
import type { Field } from './field.ts'
import { entityByKey } from './registry.ts'
import type { ViewInput } from './view.ts'

const capitalised = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)

/** Query parameters of the two ends of a search by a range. That of the time of creation is `beginTime` and `endTime`. */
export function rangeParams(name: string): [begin: string, end: string] {
  const suffix = name === 'createTime' ? 'Time' : capitalised(name)
  return [`begin${suffix}`, `end${suffix}`]
}

export type SearchField = Field & { search: NonNullable<Field['search']> }

const created: SearchField = { kind: 'datetime', search: 'range', readonly: true }

/** Whether rows have a time of creation. Rows of a declared entity do; a list that a screen defines may not. */
export function hasCreateTime(listed: Listed): boolean {
  return entityByKey(keyOf(listed)) === listed && !('createTime' in listed.fields)
}

/** Search fields of a list: searches that are no fields, the declared fields in order, the time of creation. */
export function searchFields(listed: Listed): [string, SearchField][] {
  const extraSearches = (listed as ViewInput).searches
  const declared = Object.entries({ ...extraSearches, ...listed.fields }).flatMap(
    ([name, field]): [string, SearchField][] => (field.search ? [[name, { ...field, search: field.search }]] : []),
  )
  return hasCreateTime(listed) ? [...declared, ['createTime', created]] : declared
}

/** Query parameters of a list's search. */
export const searchParams = (listed: Listed): string[] =>
  searchFields(listed).flatMap(([name, field]) => (field.search === 'range' ? rangeParams(name) : [name]))

/** Whether the list can be sorted by this field. The time of creation always can. */
export function isSortable(listed: Listed, name: string): boolean {
  return name === 'createTime' || listed.fields[name]?.sortable === true
}
