import { can } from '@timbermark/client'
import type { Listed, Field } from '@timbermark/contract'
import { hasCreateTime } from './query-state.ts'
import type { Permissions } from './types.ts'

/** Width of a column in px by the kind of its field; columns grow from there, never shrink below. */
const widths: Record<Field['kind'], number> = {
  text: 160,
  richText: 240,
  integer: 110,
  decimal: 120,
  date: 120,
  datetime: 180,
  choice: 120,
  flag: 100,
  dict: 120,
  ref: 160,
  images: 110,
  files: 200,
  video: 160,
}

export interface ColumnPlan {
  name: string
  field: Field
  width: number
  align: 'start' | 'end'
  sortable: boolean
}

const created: Field = { kind: 'datetime', readonly: true, sortable: true }

/**
 * Columns of an entity's list in the declared order, closed by the time of creation. The state of a record with a
 * lifecycle stands beside its name, where it is seen without scrolling.
 */
export function planColumns(entity: Listed, permissions: Permissions): ColumnPlan[] {
  const declared = Object.entries(entity.fields).filter(
    ([, field]) =>
      !field.hideInList && field.kind !== 'richText' && (!field.permission || can(permissions, [field.permission])),
  )
  const state = entity.states?.field
  const moved = declared.filter(([name]) => name === state)
  const others = declared.filter(([name]) => name !== state)
  others.splice(others.findIndex(([name]) => name === entity.label) + 1, 0, ...moved)
  const all: [string, Field][] = hasCreateTime(entity) ? [...others, ['createTime', created]] : others
  return all.map(([name, field]) => ({
    name,
    field,
    width: widths[field.kind],
    align: field.kind === 'integer' || field.kind === 'decimal' ? 'end' : 'start',
    sortable: field.sortable === true,
  }))
}
