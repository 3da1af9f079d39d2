import { isOneOf } from '../../one-of.ts'
import type { StageField } from '../types.ts'

type KeyOf<F extends readonly StageField[]> = F[number]['key']

/**
 * Marks some fields of a stage as required and some as highlights. Shared groups have neither, because stages differ.
 */
export function mark<const F extends readonly StageField[]>(
  fields: F,
  marks: { required: readonly KeyOf<F>[]; highlight: readonly KeyOf<F>[] },
): F {
  const marked = fields.map(field => ({
    ...field,
    ...(marks.required.includes(field.key) && { required: true }),
    ...(marks.highlight.includes(field.key) && { highlight: true }),
  }))
  // Same fields in the same order: only optional flags were added, which do not change the tuple's type.
  return marked as readonly StageField[] as F
}

/** The fields of a group with these keys, in the group's order. */
export function pick<const F extends readonly StageField[], const K extends KeyOf<F>>(fields: F, ...keys: K[]) {
  const picked: readonly StageField[] = fields.filter(field => isOneOf(keys, field.key))
  return picked as readonly Extract<F[number], { key: K }>[]
}
