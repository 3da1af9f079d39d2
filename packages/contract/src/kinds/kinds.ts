import { checkCoordinates, canonicalCoordinates } from './coordinates.ts'
import { isCountryCode } from './countries.ts'
import { isTimeZone } from './time-zones.ts'
import type { Fault } from './fault.ts'
import { checkFiles, isFilesKind, canonicalFiles } from './files.ts'
import type { Kind } from './kind.ts'
import { checkMoment } from './moment.ts'
import { checkNumber, canonicalNumber } from './number.ts'
import { Unread } from './unread.ts'
import { plainText } from './plain-text.ts'
import { checkRichText, checkText } from './text.ts'

/** A value in its canonical form, which is stored and hashed. Numbers are decimal text, so that no number type can change them. */
export type StoredValue = string | boolean | readonly string[]

/** Longest value of a dictionary. */
const dictMax = 100

/** Whether a value is empty, which counts as absent. */
export function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return plainText(value) === ''
  return Array.isArray(value) && value.length === 0
}

const isList = (kind: Kind) => isFilesKind(kind) || kind.kind === 'coordinates'

/** Empty means an empty list for kinds that are lists and a blank text for others; the reverse is a wrong value. */
function isEmptyValue(kind: Kind, value: unknown): boolean {
  return isAbsent(value) && (isList(kind) ? typeof value !== 'string' : !Array.isArray(value))
}

/** Checks one value, the same in every form and on the server. @returns the first fault, or undefined. */
export function checkValue(kind: Kind, required: boolean | undefined, value: unknown): Fault | undefined {
  if (value instanceof Unread) return value.fault
  if (required && isAbsent(value)) return { error: 'required' }
  return isEmptyValue(kind, value) ? undefined : checkPresentValue(kind, value)
}

const unlessOneOf = (fits: boolean): Fault | undefined => (fits ? undefined : { error: 'notOneOf' })

function checkPresentValue(kind: Kind, value: unknown): Fault | undefined {
  switch (kind.kind) {
    case 'text':
      return checkText(kind, value)
    case 'richText':
      return checkRichText(kind, value)
    case 'integer':
    case 'decimal':
      return checkNumber(kind, value)
    case 'date':
    case 'datetime':
      return checkMoment(kind, value)
    case 'choice':
      return unlessOneOf(typeof value === 'string' && kind.options.includes(value))
    case 'flag':
      return unlessOneOf(typeof value === 'boolean')
    case 'dict':
      if (typeof value !== 'string') return { error: 'notText' }
      return unlessOneOf([...plainText(value)].length <= dictMax)
    case 'country':
      return unlessOneOf(isCountryCode(value))
    case 'timeZone':
      return unlessOneOf(isTimeZone(value))
    case 'coordinates':
      return checkCoordinates(value)
    case 'ref':
      return Number.isSafeInteger(value) && Number(value) > 0 ? undefined : { error: 'referenceMissing' }
    case 'images':
    case 'files':
    case 'video':
      return checkFiles(kind, value)
  }
}

/**
 * Brings a checked value into its canonical form. Idempotent, so that a hash can be recomputed from the stored value.
 * - numbers become decimal text without superfluous zeros, coordinates text of at most seven places;
 * - texts lose invisible characters, are composed (Unicode NFC) and trimmed; lists of files become lists of ids.
 * @returns undefined for an empty value, or one that `checkValue` refuses.
 */
export function canonicalValue(kind: Kind, value: unknown): StoredValue | undefined {
  if (isAbsent(value)) return undefined
  switch (kind.kind) {
    case 'integer':
    case 'decimal':
    case 'ref':
      return canonicalNumber(value)
    case 'flag':
      return typeof value === 'boolean' ? value : undefined
    case 'coordinates':
      return canonicalCoordinates(value)
    case 'images':
    case 'files':
    case 'video':
      return canonicalFiles(value)
    case 'richText':
      return typeof value === 'string' ? value : undefined
    default:
      return typeof value === 'string' ? plainText(value) : undefined
  }
}
