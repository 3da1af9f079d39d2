/** The form as data: turns a stage and a template's attributes into groups of fields, and entries into values. */
import { type Language, numericPattern, plainText, type Stage, type StageField } from '@timbermark/contract'
import { Unread } from '@timbermark/contract/reading'
import { localizedText, type Texts } from '@timbermark/contract/texts'
import { fieldsOf, type FormGroup as Groups, kindOf, type StageAttribute } from '@timbermark/contract/stages'
import { readTypedNumber } from '@timbermark/client'
import { type FieldValue, isEmpty, isUnread, type Position, type UnreadText } from './report.ts'

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

/** Bounds and unit of a number field. */
const ruleOf = (field: FormField) => ({ ...kindOf(field), kind: 'decimal' }) as const

/** Reads a number as it is typed: its canonical text, or the typed text as what is no number. */
export function numberFromText(field: FormField, text: string, language: Language): string | UnreadText {
  const read = readTypedNumber(text, language, ruleOf(field))
  return typeof read === 'string' ? read : { unread: text }
}

/** A stored number as canonical text; undefined while it is none. */
export const plainNumber = (value: FieldValue | undefined, language: Language): string | undefined => {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const read = numericPattern.test(value) ? value : readTypedNumber(value, language)
  return typeof read === 'string' ? read : undefined
}

/** The canonical value of an entry, as it is sent: numbers plain, texts trimmed. */
export function canonicalValue(field: FormField, value: FieldValue, language: Language): FieldValue | Unread {
  if (field.type !== 'number' && field.type !== 'integer') return typeof value === 'string' ? plainText(value) : value
  if (typeof value === 'string' && (numericPattern.test(value) || value.trim() === '')) return value.trim()
  if (typeof value !== 'string' && !isUnread(value)) return value
  const text = typeof value === 'string' ? value : value.unread
  const read = readTypedNumber(text, language, ruleOf(field))
  // What was no number when it was typed is read by a person again, whatever it would mean in another language.
  return typeof read === 'string' && typeof value !== 'string' ? new Unread(text, { error: 'notNumber' }) : read
}

/**
 * Only answers that belong to the form and are not empty; others are left from a template that was chosen before. A text
 * that is no number keeps its reason, which the check of the values answers.
 */
export function cleanValues(
  fields: readonly FormField[],
  values: Record<string, FieldValue>,
  language: Language,
): Record<string, FieldValue> {
  const cleaned: Record<string, FieldValue> = {}
  for (const field of fields) {
    const value = values[field.key]
    if (value === undefined || isEmpty(value)) continue
    const canonical = canonicalValue(field, value, language) as FieldValue
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
