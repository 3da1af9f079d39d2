import type { StageKey } from '@timbermark/contract'
import { type StageAttribute, stageByKey } from '@timbermark/contract/stages'
import type { StageField } from '@timbermark/contract'

/** Attribute as a form holds it: a new one has no key yet. */
export type AttributeDraft = Omit<StageAttribute, 'key'> & { key?: string }

export const inputs = ['text', 'image', 'file', 'code'] as const
export const kinds = ['text', 'number', 'date', 'choice', 'place', 'coordinates'] as const
export const units = ['m', 'cm', 'mm', 'm3', 'kg', 't', 'ha', 'percent', 'pieces', 'yuan'] as const

/** Fields that a report of the stage asks for by itself. */
export function ownFields(stage: StageKey): readonly StageField[] {
  return stageByKey(stage).fields.filter(field => field.from === undefined)
}

export const isOwnField = (stage: StageKey | undefined, key: string | undefined): boolean =>
  stage !== undefined && key !== undefined && ownFields(stage).some(field => field.key === key)

/** What makes a field of the stage required: an attribute with its key. */
export function requiring(field: StageField, label: string): AttributeDraft {
  const input =
    field.type === 'images' ? 'image' : field.type === 'files' ? 'file' : field.type === 'code' ? 'code' : 'text'
  return { key: field.key, label, input, required: true }
}

/** What travels: only what fits the input and the kind, so that nothing is left over from an earlier choice. */
export function attributeBody(draft: AttributeDraft): AttributeDraft {
  const { key, label, input, kind, required, unit, dict, personal } = draft
  const isText = input === 'text'
  return {
    ...(key ? { key } : {}),
    label: label.trim(),
    input,
    ...(isText && kind && kind !== 'text' ? { kind } : {}),
    ...(required ? { required: true } : {}),
    ...(isText && kind === 'number' && unit ? { unit } : {}),
    ...(isText && kind === 'choice' && dict ? { dict } : {}),
    ...(personal ? { personal: true } : {}),
  }
}

/** Swaps a list's entry with its neighbour. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const next = [...list]
  const [entry] = next.splice(index, 1)
  if (entry !== undefined) next.splice(index + by, 0, entry)
  return next
}
