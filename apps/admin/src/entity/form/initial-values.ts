import { keyOf, type Listed } from '@timbermark/contract'
import type { FormValues } from './form-values.ts'

/** Address of the form for a new record that refers to another one, such as `/catalog/batch?add=productId:5`. */
export function newRecordAddress(entity: Listed, field: string, id: number): string {
  return `/${keyOf(entity)}?add=${field}:${id}`
}

/** The address of the form for a copy: `/catalog/product?add=copy:5`. */
export const copyKey = 'copy'

/** Id of the record that such an address copies. */
export const copiedId = (parameter: string | undefined): string | undefined => /^copy:(\d+)$/.exec(parameter ?? '')?.[1]

/** Initial values from such an address: one reference that the entity declares. Anything else gives none. */
export function parseInitialValues(entity: Listed, parameter: string | undefined): FormValues {
  const [, field, id] = /^(\w+):(\d+)$/.exec(parameter ?? '') ?? []
  return field !== undefined && entity.fields[field]?.kind === 'ref' ? { [field]: Number(id) } : {}
}
