import { fileIdOf } from '../check.ts'
import type { Issue } from '../errors.ts'
import { attributeField, type StageAttribute } from './attribute.ts'
import { isCountryCode } from './countries.ts'
import type { Stage, StageField } from './types.ts'

/** Bounds of a value whose field names none. */
export const stageValueLimits = {
  text: 200,
  longText: 2000,
  document: 50,
  code: 200,
  dict: 100,
  files: 5,
  /** Largest magnitude and most digits after the point of a number: it stays exact, also as a double. */
  number: 1_000_000_000_000,
  scale: 6,
} as const

/** Signed integer or decimal without leading zeros and exponent, at most six digits after the point. */
const decimalPattern = /^-?(0|[1-9]\d*)(\.\d{1,6})?$/
const anyDecimalPattern = /^-?(0|[1-9]\d*)(\.\d+)?$/
const dateShape = /^\d{4}-\d{2}-\d{2}$/
const timeShape = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** A value that says nothing is as good as absent. */
export function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.length === 0
}

/**
 * The fields whose values a report of `stage` carries in `values`, by key: the stage's own, then what the template adds.
 * An attribute that bears the key of an own field changes nothing of it but may make it required.
 */
export function fieldsOf(stage: Stage, attributes: readonly StageAttribute[] = []): Map<string, StageField> {
  const fields = new Map<string, StageField>()
  for (const field of stage.fields) if (field.from === undefined) fields.set(field.key, field)
  for (const attribute of attributes) {
    const own = fields.get(attribute.key)
    if (own === undefined) fields.set(attribute.key, attributeField(attribute))
    else if (attribute.required) fields.set(attribute.key, { ...own, required: true })
  }
  return fields
}

/** The same as a list, in the order of the form: all fields but those that the report carries beside `values` or the server sets. */
export function valueFields(stage: Stage, attributes: readonly StageAttribute[] = []): readonly StageField[] {
  return [...fieldsOf(stage, attributes).values()]
}

/**
 * Checks the values of one report, the same on the phone and on the server.
 * @param values field key to value; numbers as decimal text (or as exact numbers), files as lists of ids.
 * @param attributes what the report's template adds to the stage; their values stand among `values`.
 * @returns one issue per wrong value (`field` is the value's key), unknown keys first, then in the order of the form.
 */
export function checkStageValues(
  stage: Stage,
  values: Readonly<Record<string, unknown>>,
  attributes: readonly StageAttribute[] = [],
): Issue[] {
  const fields = fieldsOf(stage, attributes)
  const issues: Issue[] = []
  for (const name of Object.keys(values)) {
    if (!fields.has(name)) issues.push({ field: name, error: 'unknownField', params: { name } })
  }
  for (const field of fields.values()) {
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined
    const issue = checkStageValue(field, value) ?? checkNotAbove(field, value, values)
    if (issue) issues.push(issue)
  }
  return issues
}

/** Checks one value against its field; undefined when nothing is wrong with it. */
export function checkStageValue(field: StageField, value: unknown): Issue | undefined {
  const name = field.key
  if (isAbsent(value)) return field.required ? { field: name, error: 'required' } : undefined
  switch (field.type) {
    case 'text':
    case 'longText':
    case 'document':
    case 'code':
    case 'dict': {
      if (typeof value !== 'string') return { field: name, error: 'notText' }
      const max = field.max ?? stageValueLimits[field.type]
      // Length as it will be stored; counted in characters, not in UTF-16 units.
      return [...value.normalize('NFC').trim()].length > max
        ? { field: name, error: 'tooLong', params: { max } }
        : undefined
    }
    case 'number':
    case 'integer':
      return checkNumber(field, value)
    case 'date':
      if (typeof value !== 'string' || !dateShape.test(value) || !isDay(value)) return { field: name, error: 'notDate' }
      return checkHappened(field, value)
    case 'datetime': {
      const day = typeof value === 'string' ? timeShape.exec(value)?.[1] : undefined
      return day !== undefined && isDay(day) ? checkHappened(field, String(value)) : { field: name, error: 'notDate' }
    }
    case 'yesNo':
      return typeof value === 'boolean' ? undefined : { field: name, error: 'notOneOf' }
    case 'choice':
      return typeof value === 'string' && field.options?.includes(value)
        ? undefined
        : { field: name, error: 'notOneOf' }
    case 'country':
      return isCountryCode(value) ? undefined : { field: name, error: 'notOneOf' }
    case 'coordinates':
      return checkCoordinates(name, value)
    case 'images':
    case 'files': {
      if (!Array.isArray(value)) return { field: name, error: 'notList' }
      const max = field.max ?? stageValueLimits.files
      if (value.length > max) return { field: name, error: 'tooManyItems', params: { max } }
      return value.every(item => isFileId(fileIdOf(item))) ? undefined : { field: name, error: 'fileMissing' }
    }
  }
}

/** Clocks differ, and a day begins up to 14 hours earlier elsewhere. */
const aheadMilliseconds = 86_400_000

function checkHappened(field: StageField, value: string): Issue | undefined {
  const ahead = field.happened && Date.parse(value) > Date.now() + aheadMilliseconds
  return ahead ? { field: field.key, error: 'inFuture' } : undefined
}

function checkNumber(field: StageField, value: unknown): Issue | undefined {
  const name = field.key
  const text = decimalText(value)
  if (text === undefined || !decimalPattern.test(text)) return { field: name, error: 'notNumber' }
  if (field.type === 'integer' && text.includes('.')) return { field: name, error: 'notInteger' }
  const number = Number(text)
  const min = field.min ?? -stageValueLimits.number
  const max = field.max ?? stageValueLimits.number
  if (number < min) return { field: name, error: 'tooSmall', params: { min } }
  if (number > max) return { field: name, error: 'tooLarge', params: { max } }
  return undefined
}

/** `[longitude, latitude]` in degrees, WGS-84: the order of GeoJSON (RFC 7946, section 3.1.1). */
function checkCoordinates(name: string, value: unknown): Issue | undefined {
  if (!Array.isArray(value) || value.length !== 2) return { field: name, error: 'notNumber' }
  for (const [index, max] of [180, 90].entries()) {
    const degrees = degreesOf(value[index])
    if (degrees === undefined) return { field: name, error: 'notNumber' }
    if (degrees < -max) return { field: name, error: 'tooSmall', params: { min: -max } }
    if (degrees > max) return { field: name, error: 'tooLarge', params: { max } }
  }
  return undefined
}

/** Net weight above gross weight, departure after arrival: one of the two is wrong. */
function checkNotAbove(
  field: StageField,
  value: unknown,
  values: Readonly<Record<string, unknown>>,
): Issue | undefined {
  if (field.notAbove === undefined || isAbsent(value)) return undefined
  const limit = values[field.notAbove]
  if (typeof limit !== 'string' && typeof limit !== 'number') return undefined
  const measure = (x: unknown) =>
    field.type === 'date' || field.type === 'datetime' ? Date.parse(String(x)) : Number(x)
  return measure(value) > measure(limit) ? { field: field.key, error: 'tooLarge', params: { max: limit } } : undefined
}

/** Decimal text of a number or of text that is one; undefined for everything else (an exponent, for instance). */
export function decimalText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return anyDecimalPattern.test(text) ? text : undefined
}

/** Degrees as a phone measured them (any finite number) or as decimal text. */
export function degreesOf(value: unknown): number | undefined {
  const degrees = typeof value === 'number' ? value : Number(decimalText(value) ?? Number.NaN)
  return Number.isFinite(degrees) ? degrees : undefined
}

/** The calendar has this day (the shape alone would let 30 February pass). */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function isFileId(id: string | undefined): boolean {
  return id !== undefined && id.trim() !== '' && id.length <= 100
}
