/** The form as data: from a stage's declaration and a template's attributes to groups of fields and back to values. */
import { type Language, plainText, type Stage, type StageField } from '@timbermark/contract'
import { fieldsOf, type FormGroup as Groups, type StageAttribute } from '@timbermark/contract/stages'
import { normaliseNumber } from '@timbermark/client'
import { nameFor } from './names.ts'
import { type FieldValue, isEmpty, type Position } from './report.ts'

export interface FormField extends StageField {
  /** A template attribute brings its own label; a stage's field is labelled by the phrase `stage.field.<key>`. */
  label?: string
}

export type FormGroup = Groups<FormField>

/** Every field of the form: the stage's own, and what the template adds, called as the reader is shown it. */
export function formFields(
  stage: Stage,
  attributes: readonly StageAttribute[] = [],
  language: Language = 'zh',
): FormField[] {
  const labels = new Map(attributes.map(one => [one.key, nameFor(language, one.label, one.labelTexts)]))
  const own = new Set<string>(stage.fields.map(({ key }) => key))
  return [...fieldsOf(stage, attributes).values()].map(field =>
    own.has(field.key) ? field : { ...field, label: labels.get(field.key) },
  )
}

export { formGroups } from '@timbermark/contract/stages'

/** How many of a group's fields hold an answer. */
export function filled(group: FormGroup, values: Record<string, FieldValue>): number {
  return group.fields.filter(field => !isEmpty(values[field.key])).length
}

/** What a person typed, in the form in which it is kept: numbers plain, texts trimmed. */
export function keptValue(field: FormField, value: FieldValue, language: Language): FieldValue {
  if (typeof value !== 'string') return value
  return field.type === 'number' || field.type === 'integer' ? normaliseNumber(value, language) : plainText(value)
}

/** Only the answers that the form asks for and that say something; others stem from a template chosen before. */
export function askedValues(
  fields: readonly FormField[],
  values: Record<string, FieldValue>,
  language: Language,
): Record<string, FieldValue> {
  const asked: Record<string, FieldValue> = {}
  for (const field of fields) {
    const value = values[field.key]
    if (value === undefined || isEmpty(value)) continue
    const kept = keptValue(field, value, language)
    if (!isEmpty(kept)) asked[field.key] = kept
  }
  return asked
}

/**
 * Usual values of a parameter template, for the fields that are still empty. Answers with the new values and how many
 * were filled in; keys that the form does not have, and values of another kind, are left out.
 */
export function applyParameters(
  fields: readonly FormField[],
  values: Record<string, FieldValue>,
  usual: Record<string, unknown>,
): { values: Record<string, FieldValue>; filled: number } {
  const next = { ...values }
  let count = 0
  for (const field of fields) {
    const value = usual[field.key]
    if (!isEmpty(values[field.key]) || !isUsable(field, value)) continue
    next[field.key] = typeof value === 'number' ? String(value) : value
    count++
  }
  return { values: next, filled: count }
}

function isUsable(field: FormField, value: unknown): value is string | number | boolean | Position {
  // Pictures and files belong to one report; a template's ids would be somebody else's.
  if (field.type === 'images' || field.type === 'files') return false
  if (field.type === 'yesNo') return typeof value === 'boolean'
  if (field.type === 'coordinates') return Array.isArray(value) && value.length === 2
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}
