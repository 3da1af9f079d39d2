import { type StoredValue, isAbsent, canonicalValue } from '../kinds/kinds.ts'
import type { StageAttribute } from './attribute.ts'
import { fieldsOf } from './check.ts'
import { kindOf } from './kind.ts'
import { isWithheld, type Stage } from './types.ts'

/** A value in canonical form. */
export type LeafValue = StoredValue

export interface CanonicalStageValues {
  /** Sealed in clear, and on the public page. */
  public: Record<string, LeafValue>
  /** Personal data and trade secrets: only their salted hashes are sealed. */
  personal: Record<string, LeafValue>
}

/**
 * Brings the checked values of a report into the form that is hashed. Pure and idempotent, so the database hash can be
 * recomputed from the stored values at any time.
 * Every value takes the canonical form of its kind (`canonicalValue`), absent ones are dropped, and keys are in form order, not in input order.
 * @throws RangeError for a key or a value that `checkStageValues` refuses: what was not checked is not hashed.
 */
export function canonicalStageValues(
  stage: Stage,
  values: Readonly<Record<string, unknown>>,
  attributes: readonly StageAttribute[] = [],
): CanonicalStageValues {
  const fields = fieldsOf(stage, attributes)
  for (const name of Object.keys(values)) {
    if (!fields.has(name)) throw new RangeError(`${stage.key} has no field ${name}`)
  }
  const result: CanonicalStageValues = { public: {}, personal: {} }
  for (const field of fields.values()) {
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined
    if (isAbsent(value)) continue
    const canonical = canonicalValue(kindOf(field), value)
    if (canonical === undefined) throw new RangeError(`${field.key} was not checked`)
    result[isWithheld(field) ? 'personal' : 'public'][field.key] = canonical
  }
  return result
}
