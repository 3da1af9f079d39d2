import type { Field } from '@timbermark/contract'

/** Whether a field takes the whole width of a form or a detail. */
export function isWide(field: Field): boolean {
  if (field.kind === 'text') return field.lines !== undefined
  return field.kind === 'richText' || field.kind === 'images' || field.kind === 'files' || field.kind === 'video'
}
