import { fileIdOf } from '../check.ts'
import type { StageAttribute } from './attribute.ts'
import { decimalText, degreesOf, fieldsOf, isAbsent } from './check.ts'
import { isWithheld, type Stage, type StageField } from './types.ts'

/** A value as it stands in a ledger leaf. Numbers are decimal text, so that no reader's number type can change them. */
export type LeafValue = string | boolean | readonly string[]

export interface LeafValues {
  /** In the leaf as they are, and on the public page. */
  public: Record<string, LeafValue>
  /** Personal data and secrets of the trade: only salted hashes of them go into the leaf. */
  personal: Record<string, LeafValue>
}

/** Places after the point of a degree that are kept: about one centimetre. */
const degreePlaces = 7

/**
 * Brings the checked values of a report into the form that is hashed. Pure, and stable: the result of its own result is
 * the same, so the database hash can be recomputed from the stored values at any time.
 * - numbers become decimal text without superfluous zeros, coordinates text of at most seven places;
 * - texts are trimmed and composed (Unicode NFC), file lists become lists of ids, absent values are dropped;
 * - keys come in the order of the form, not of the input.
 * @throws RangeError for a key or a value that `checkStageValues` refuses: what was not checked is not hashed.
 */
export function stageLeafValues(
  stage: Stage,
  values: Readonly<Record<string, unknown>>,
  attributes: readonly StageAttribute[] = [],
): LeafValues {
  const fields = fieldsOf(stage, attributes)
  for (const name of Object.keys(values)) {
    if (!fields.has(name)) throw new RangeError(`${stage.key} has no field ${name}`)
  }
  const leaf: LeafValues = { public: {}, personal: {} }
  for (const field of fields.values()) {
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined
    if (isAbsent(value)) continue
    leaf[isWithheld(field) ? 'personal' : 'public'][field.key] = leafValue(field, value)
  }
  return leaf
}

function leafValue(field: StageField, value: unknown): LeafValue {
  switch (field.type) {
    case 'number':
    case 'integer':
      return plainDecimal(value)
    case 'coordinates':
      if (Array.isArray(value) && value.length === 2) return value.map(plainDegrees)
      break
    case 'images':
    case 'files':
      if (Array.isArray(value)) {
        const ids = value.map(fileIdOf)
        if (ids.every(id => id !== undefined)) return ids
      }
      break
    case 'yesNo':
      if (typeof value === 'boolean') return value
      break
    default:
      if (typeof value === 'string') return value.normalize('NFC').trim()
  }
  throw new RangeError(`${field.key} was not checked`)
}

/** `2.50` and 2.5 are one number and must have one hash. */
function plainDecimal(value: unknown): string {
  const text = decimalText(value)
  if (text === undefined) throw new RangeError(`not a decimal number: ${String(value)}`)
  return withoutZeros(text)
}

function plainDegrees(value: unknown): string {
  const degrees = degreesOf(value)
  if (degrees === undefined) throw new RangeError(`not degrees: ${String(value)}`)
  return withoutZeros(degrees.toFixed(degreePlaces))
}

function withoutZeros(text: string): string {
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return short === '-0' ? '0' : short
}
