import type { Field } from '@timbermark/contract'

/** Does a field take the whole width of a form or of the details? */
export function isWide(field: Field): boolean {
  if (field.kind === 'text') return field.lines !== undefined
  return field.kind === 'richText' || field.kind === 'images' || field.kind === 'files' || field.kind === 'video'
}
