import type { Field, Listed } from '@timbermark/contract'
import { detailLines } from '../detail/detail-lines.ts'
import type { Row } from '../types.ts'

/** One field of two records. */
export interface ComparedLine {
  name: string
  field: Field
  differs: boolean
}

const isMissing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Files are signed anew at each reading: they are the same by their content. */
const comparable = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(item => (item && typeof item === 'object' && 'id' in item ? item.id : item))
    : isMissing(value)
      ? null
      : value

/** Fields that the detail of either record shows, in declared order, and whether their values differ. */
export function compareRows(entity: Pick<Listed, 'fields'>, left: Row, right: Row): ComparedLine[] {
  const names = new Set(
    [...detailLines(entity, left, false), ...detailLines(entity, right, false)].map(([name]) => name),
  )
  return Object.entries(entity.fields)
    .filter(([name]) => names.has(name))
    .map(([name, field]) => ({
      name,
      field,
      differs: JSON.stringify(comparable(left[name])) !== JSON.stringify(comparable(right[name])),
    }))
}
