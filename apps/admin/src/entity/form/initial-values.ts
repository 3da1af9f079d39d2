import { keyOf, type Listed } from '@timbermark/contract'
import type { FormValues } from './form-model.ts'

/** Address of the form for a new record that belongs to another one, as `/catalog/batch?add=productId:5`. */
export function newRecordAddress(entity: Listed, field: string, id: number): string {
  return `/${keyOf(entity)}?add=${field}:${id}`
}

/** First values that such an address gives: one reference that the entity declares. Anything else gives none. */
export function parseInitialValues(entity: Listed, parameter: string | undefined): FormValues {
  const [, field, id] = /^(\w+):(\d+)$/.exec(parameter ?? '') ?? []
  return field !== undefined && entity.fields[field]?.kind === 'ref' ? { [field]: Number(id) } : {}
}
