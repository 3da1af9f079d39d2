import { can } from '@timbermark/client'
import { type Field, hasCreateTime, type Listed } from '@timbermark/contract'
import type { Permissions } from '../types.ts'

/**
 * Minimum width of a column in px by the kind of its field. Content wraps onto a second line before it is cut; columns
 * grow with their content.
 */
const widths: Record<Field['kind'], number> = {
  text: 108,
  richText: 200,
  integer: 72,
  decimal: 88,
  date: 104,
  // The day above, the time below it.
  datetime: 104,
  choice: 84,
  flag: 72,
  dict: 84,
  country: 108,
  timeZone: 120,
  ref: 108,
  images: 92,
  files: 140,
  video: 120,
}

export interface ColumnPlan {
  name: string
  field: Field
  width: number
  align: 'start' | 'end'
  sortable: boolean
  /** Whether the list shows the column until its reader chooses others. */
  isDefault: boolean
}

const created: Field = { kind: 'datetime', readonly: true, sortable: true }

/**
 * Columns of an entity's list: its picture first, then the declared order, then the time of creation. The state of a
 * record with a lifecycle follows its name, where it is visible without scrolling.
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
  // A picture identifies a record fastest, so the first one leads.
  const picture = others.findIndex(([, field]) => field.kind === 'images')
  if (picture > 0) others.unshift(...others.splice(picture, 1))
  const all: [string, Field][] = hasCreateTime(entity) ? [...others, ['createTime', created]] : others
  return all.map(([name, field]) => ({
    name,
    field,
    width: widths[field.kind],
    align: field.kind === 'integer' || field.kind === 'decimal' ? 'end' : 'start',
    sortable: field.sortable === true,
    isDefault: entity.defaultColumns?.includes(name) ?? true,
  }))
}
