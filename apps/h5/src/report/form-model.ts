/** The form as data: turns a stage and a template's attributes into groups of fields, and entries into values. */
import { type Language, plainText, type Stage, type StageField } from '@timbermark/contract'
import { localizedText, type Texts } from '@timbermark/contract/texts'
import { fieldsOf, type FormGroup as Groups, type StageAttribute } from '@timbermark/contract/stages'
import { normaliseNumber } from '@timbermark/client'
import { type FieldValue, isEmpty, type Position } from './report.ts'

export interface FormField extends StageField {
  /** A template attribute brings its own label; a stage's field is labelled by the phrase `stage.field.<key>`. */
  label?: string
}

export type FormGroup = Groups<FormField>

/** All fields of the form: the stage's and the template's, with labels in the reader's language. */
export function formFields(
  stage: Stage,
  attributes: readonly StageAttribute[] = [],
  language: Language = 'zh',
): FormField[] {
  const labels = new Map(attributes.map(one => [one.key, localizedName(language, one.label, one.labelTexts)]))
  const stageKeys = new Set<string>(stage.fields.map(({ key }) => key))
  return [...fieldsOf(stage, attributes).values()].map(field =>
    stageKeys.has(field.key) ? field : { ...field, label: labels.get(field.key) },
  )
}

export { formGroups } from '@timbermark/contract/stages'

/** The number of a group's fields that have an answer. */
export function countFilled(group: FormGroup, values: Record<string, FieldValue>): number {
  return group.fields.filter(field => !isEmpty(values[field.key])).length
}

/** The canonical value of an entry, as it is stored: numbers plain, texts trimmed. */
export function canonicalValue(field: FormField, value: FieldValue, language: Language): FieldValue {
  if (typeof value !== 'string') return value
  return field.type === 'number' || field.type === 'integer' ? normaliseNumber(value, language) : plainText(value)
}

/** Only answers that belong to the form and are not empty; others are left from a template that was chosen before. */
export function cleanValues(
  fields: readonly FormField[],
  values: Record<string, FieldValue>,
  language: Language,
): Record<string, FieldValue> {
  const cleaned: Record<string, FieldValue> = {}
  for (const field of fields) {
    const value = values[field.key]
    if (value === undefined || isEmpty(value)) continue
    const canonical = canonicalValue(field, value, language)
    if (!isEmpty(canonical)) cleaned[field.key] = canonical
  }
  return cleaned
}

/**
 * Fills the empty fields with the usual values of a parameter template. Returns the new values and how many were filled
 * in; keys that the form does not have, and values of another type, are left out.
 */
export function fillFromParameters(
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
  // Pictures and files belong to one report; the ids in a template would be those of another.
  if (field.type === 'images' || field.type === 'files') return false
  if (field.type === 'yesNo') return typeof value === 'boolean'
  if (field.type === 'coordinates') return Array.isArray(value) && value.length === 2
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}

/**
 * A name that people gave, in the reader's language. Where it exists only in another language, that language follows it in
 * parentheses.
 * @param texts undefined in what an older version of the page stored
 */
export function localizedName(language: Language, main: string, texts: Texts | undefined): string {
  const resolved = localizedText(language, main, texts ?? {})
  return resolved.in === undefined || resolved.in === language
    ? resolved.text
    : `${resolved.text} (${resolved.in.toUpperCase()})`
}
