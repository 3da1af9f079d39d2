import { can } from '@timbermark/client'
import {
  fieldsNeedingVersion,
  checkField,
  type Field,
  fileIdOf,
  isFilesKind,
  type Issue,
  canonicalValue,
  type Listed,
  textsKeyOf,
} from '@timbermark/contract'
import { canSet } from '../actions/permissions.ts'
import type { Permissions, Row } from '../types.ts'
import type { FormMode, FormValues } from './form-values.ts'
import { changedTexts, givenTexts, isMultilingual, nameIssue, namesOfRow } from './multilingual-fields.ts'

/**
 * Fields of the form, in order. Left out are those that the system sets, those that the user may not see, and
 * references that the user may not look up. When a record is edited such a reference stays. When one is added, a
 * required one is shown all the same, and says why nothing can be chosen.
 */
export function formFields(entity: Listed, permissions: Permissions, mode: FormMode = 'add'): [string, Field][] {
  return Object.entries(entity.fields).filter(
    ([, field]) =>
      !field.readonly &&
      !(mode === 'add' && field.changeOnly) &&
      (!field.permission || can(permissions, [field.permission])) &&
      (canSet(field, permissions) || (mode === 'add' && field.required === true)),
  )
}

/** Whether a field that is set only on creation is read only, because a record is edited. */
export function isClosed(field: Field, mode: FormMode): boolean {
  return mode === 'edit' && field.createOnly === true
}

export function initialValues(entity: Listed, row: Row | undefined, defaults: FormValues = {}): FormValues {
  const values: FormValues = {}
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.readonly) continue
    const value = row ? row[name] : (defaults[name] ?? ('default' in field ? field.default : undefined))
    if (value !== undefined && value !== null) values[name] = value
  }
  // Values of a copy name the texts in each language.
  return { ...values, ...(row ? namesOfRow(entity, row) : givenTexts(entity, defaults)) }
}

/** The value to send: trimmed text, file ids; null empties a field. */
export function wireValue(field: Field, value: unknown): unknown {
  if (value === undefined || value === null) return isFilesKind(field) ? [] : null
  if (field.kind === 'text') return canonicalValue(field, value) ?? null
  if (field.kind === 'richText') return isBlankHtml(String(value)) ? null : unsignedFileAddresses(String(value))
  if (isFilesKind(field) && Array.isArray(value)) return value.map(fileIdOf)
  return value
}

/**
 * Signed addresses of uploaded pictures expire within hours. A stored text names the file alone; the code that shows
 * the text signs the address again.
 */
export function unsignedFileAddresses(html: string): string {
  return html.replace(/(src="\/api\/file\/[\w-]+)\?[^"]*"/g, '$1"')
}

/** Whether a rich text is blank; an emptied editor still holds a paragraph. */
export function isBlankHtml(html: string): boolean {
  return !/<(img|video|hr|table)\b/i.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''
}

/**
 * Body of POST (the filled-in fields) or PUT (the changed fields, with the id), so that two people who edit different
 * fields of one record do not undo each other's work.
 * @returns undefined when an edit changes nothing
 */
export function bodyOf(
  entity: Listed,
  fields: readonly (readonly [string, Field])[],
  values: FormValues,
  row: Row | undefined,
): FormValues | undefined {
  const body: FormValues = {}
  const before = initialValues(entity, row)
  for (const [name, field] of fields) {
    const value = wireValue(field, values[name])
    if (!row) {
      if (value !== null && !(Array.isArray(value) && value.length === 0)) body[name] = value
    } else if (!isClosed(field, 'edit') && !same(value, wireValue(field, before[name]))) {
      body[name] = value
    }
    const texts = isMultilingual(field) ? changedTexts(name, values, row) : undefined
    if (texts) body[textsKeyOf(name)] = texts
  }
  if (!row) return body
  for (const { seen } of fieldsNeedingVersion(entity, body)) body.seen = row[seen]
  return Object.keys(body).length > 0 ? { id: row.id, ...body } : undefined
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A further rule of a screen for one field; it sees the whole form. */
export type ExtraRule = (value: unknown, values: FormValues) => Issue | undefined

/** The first issue of a value: by the declaration's rules, then by the screen's. */
export function checkValue(name: string, field: Field, value: unknown, values: FormValues, extra?: ExtraRule) {
  if (isMultilingual(field)) return nameIssue(name, field, value, values) ?? extra?.(value, values)
  const sent = field.kind === 'richText' || field.kind === 'text' ? (wireValue(field, value) ?? '') : value
  return checkField(name, field, sent) ?? extra?.(value, values)
}
