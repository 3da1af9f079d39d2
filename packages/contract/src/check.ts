import type { AnyEntity } from './entity.ts'
import type { Issue } from './errors.ts'
import type { Field } from './field.ts'

/** Signed integer or decimal without leading zeros (specification section 5, numeric helper). */
export const numericPattern = /^-?(0|[1-9]\d*)(\.\d+)?$/

const isFiles = ({ kind }: Field) => kind === 'images' || kind === 'files' || kind === 'video'

/** An empty list is nothing in a field of files; elsewhere it is a value of the wrong kind. */
const isEmpty = (field: Field, value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isFiles(field) && Array.isArray(value) && value.length === 0)

/**
 * Checks one value against its field, the same in the form and on the server.
 * @returns the first thing wrong with it, or undefined.
 */
export function checkField(name: string, field: Field, value: unknown): Issue | undefined {
  if (isEmpty(field, value)) {
    if (field.required) return { field: name, error: 'required' }
    return isFiles(field) && value === '' ? { field: name, error: 'notList' } : undefined
  }
  switch (field.kind) {
    case 'text':
    case 'richText': {
      if (typeof value !== 'string') return { field: name, error: 'notText' }
      const length = [...value].length
      if (field.kind === 'text' && field.required && value.trim() === '') return { field: name, error: 'required' }
      if (length > field.max) return { field: name, error: 'tooLong', params: { max: field.max } }
      if (field.kind === 'text') {
        if (field.min !== undefined && length < field.min)
          return { field: name, error: 'tooShort', params: { min: field.min } }
        if (field.pattern && !new RegExp(field.pattern, 'u').test(value))
          return { field: name, error: field.patternError ?? 'pattern' }
      }
      return undefined
    }
    case 'integer':
    case 'decimal': {
      const number =
        typeof value === 'number'
          ? value
          : typeof value === 'string' && numericPattern.test(value)
            ? Number(value)
            : Number.NaN
      if (!Number.isFinite(number)) return { field: name, error: 'notNumber' }
      if (field.kind === 'integer' && !Number.isSafeInteger(number)) return { field: name, error: 'notInteger' }
      if (field.min !== undefined && number < field.min)
        return { field: name, error: 'tooSmall', params: { min: field.min } }
      if (field.max !== undefined && number > field.max)
        return { field: name, error: 'tooLarge', params: { max: field.max } }
      return undefined
    }
    case 'date':
    case 'datetime': {
      const shape =
        field.kind === 'date'
          ? /^\d{4}-\d{2}-\d{2}$/
          : /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/
      if (typeof value !== 'string' || !shape.test(value) || Number.isNaN(Date.parse(value)))
        return { field: name, error: 'notDate' }
      if (field.kind === 'date' && new Date(`${value}T00:00:00Z`).toISOString().slice(0, 10) !== value)
        return { field: name, error: 'notDate' }
      return undefined
    }
    case 'choice':
      return field.options.includes(value as string) ? undefined : { field: name, error: 'notOneOf' }
    case 'dict':
      return typeof value === 'string' && value.length <= 100 ? undefined : { field: name, error: 'notOneOf' }
    case 'ref':
      return Number.isSafeInteger(value) && (value as number) > 0
        ? undefined
        : { field: name, error: 'referenceMissing' }
    case 'images':
    case 'files':
    case 'video': {
      if (!Array.isArray(value)) return { field: name, error: 'notList' }
      if (value.length > field.maxItems) return { field: name, error: 'tooManyItems', params: { max: field.maxItems } }
      return value.every(item => typeof fileIdOf(item) === 'string') ? undefined : { field: name, error: 'fileMissing' }
    }
  }
}

/** Writes take a file's id, or the object that a row carried for it. */
export function fileIdOf(item: unknown): string | undefined {
  if (typeof item === 'string') return item
  if (item && typeof item === 'object' && 'id' in item && typeof item.id === 'string') return item.id
  return undefined
}

/** Checks a whole add or edit body: unknown and read-only fields are refused, not dropped. */
export function checkBody(entity: AnyEntity, body: Record<string, unknown>, mode: 'add' | 'edit'): Issue[] {
  const issues: Issue[] = []
  for (const name of Object.keys(body)) {
    // Names that every object has from its prototype are no fields.
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
    if (name === 'id' && mode === 'edit') continue
    if (!field || field.readonly) issues.push({ field: name, error: 'unknownField', params: { name } })
  }
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.readonly) continue
    if (mode === 'edit' && !(name in body)) continue
    if (mode === 'add' && !(name in body) && 'default' in field && field.default !== undefined) continue
    const issue = checkField(name, field, body[name])
    if (issue) issues.push(issue)
  }
  return issues
}
