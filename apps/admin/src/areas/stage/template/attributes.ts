import { type TextsInput, type Language, languages, type StageKey } from '@timbermark/contract'
import { positionKey, type StageAttribute, stageByKey } from '@timbermark/contract/stages'
import type { StageField } from '@timbermark/contract'
import { nameInForm } from '../../../entity/form/multilingual-fields.ts'

/** Attribute as a form holds it: a new one has no key yet. */
export type AttributeDraft = Omit<StageAttribute, 'key' | 'labelTexts'> & { key?: string; labelTexts?: TextsInput }

/** An attribute as the form's initial value, with its name in the reader's language or an empty one. */
export function toDraft(attribute: AttributeDraft, language: Language): AttributeDraft {
  const name = nameInForm(attribute.labelTexts, language)
  return name ? { ...attribute, label: name.text, labelTexts: name.others } : attribute
}

export const inputs = ['text', 'image', 'file', 'code'] as const
export const kinds = ['text', 'number', 'date', 'choice', 'place', 'coordinates'] as const
export const units = ['m', 'cm', 'mm', 'm3', 'kg', 't', 'ha', 'percent', 'pieces', 'yuan'] as const

/** Fields of the stage itself, which every report asks for. */
export function ownFields(stage: StageKey): readonly StageField[] {
  return stageByKey(stage).fields.filter(field => field.from === undefined)
}

export const isOwnField = (stage: StageKey | undefined, key: string | undefined): boolean =>
  stage !== undefined && key !== undefined && (key === positionKey || ownFields(stage).some(field => field.key === key))

/** An attribute with the key of a field of the stage: it makes that field required. */
export function requireField(field: StageField, label: string): AttributeDraft {
  const input =
    field.type === 'images' ? 'image' : field.type === 'files' ? 'file' : field.type === 'code' ? 'code' : 'text'
  return { key: field.key, label, input, required: true }
}

/** The sent body: only properties that fit the input and the kind, none left over from an earlier choice. */
export function toAttributeBody(draft: AttributeDraft): AttributeDraft {
  const { key, label, labelTexts, input, kind, required, unit, dict, personal, place } = draft
  const isText = input === 'text'
  // The reader's language is the label itself.
  const others = languages.flatMap(one => {
    const text = labelTexts?.[one]
    return text === undefined ? [] : [[one, (text ?? '').trim()] as const]
  })
  return {
    ...(key ? { key } : {}),
    label: (label ?? '').trim(),
    ...(others.length > 0 ? { labelTexts: Object.fromEntries(others) } : {}),
    input,
    ...(isText && kind && kind !== 'text' ? { kind } : {}),
    ...(required ? { required: true } : {}),
    ...(isText && kind === 'number' && unit ? { unit } : {}),
    ...(isText && kind === 'choice' && dict ? { dict } : {}),
    ...(personal ? { personal: true } : {}),
    ...(place ? { place } : {}),
  }
}

/** Moves a list's entry by one place. */
export function moveEntry<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const next = [...list]
  const [entry] = next.splice(index, 1)
  if (entry !== undefined) next.splice(index + by, 0, entry)
  return next
}
