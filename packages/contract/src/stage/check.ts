import type { Issue } from '../errors.ts'
import { checkValue, isAbsent } from '../kinds/kinds.ts'
import { attributeField, type StageAttribute } from './attribute.ts'
import { kindOf } from './kind.ts'
import { orderPlacedFields } from './field-placement.ts'
import { positionKey } from './position.ts'
import type { Stage, StageField } from './types.ts'

/**
 * Fields of a report's `values`, by key: the stage's own, then those of the template. An attribute with the key of an own
 * field can only make it required; the position is not among them (`needsPosition`).
 */
export function fieldsOf(stage: Stage, attributes: readonly StageAttribute[] = []): Map<string, StageField> {
  const fields = new Map<string, StageField>()
  for (const field of stage.fields) if (field.from === undefined) fields.set(field.key, field)
  for (const attribute of attributes) {
    if (attribute.key === positionKey) continue
    const stageField = fields.get(attribute.key)
    if (stageField === undefined) fields.set(attribute.key, attributeField(attribute))
    else if (attribute.required) fields.set(attribute.key, { ...stageField, required: true })
  }
  return new Map(orderPlacedFields([...fields.values()]).map(field => [field.key, field]))
}

/** The same as a list, in form order: all fields except those that are outside of `values` or set by the server. */
export function valueFields(stage: Stage, attributes: readonly StageAttribute[] = []): readonly StageField[] {
  return [...fieldsOf(stage, attributes).values()]
}

/**
 * Checks the values of one report, the same on the phone and on the server.
 * @param values field key to value; numbers as decimal text (or as exact numbers), files as lists of ids.
 * @param attributes fields that the report's template adds; their values are in `values`.
 * @returns one issue per wrong value (`field` is the value's key, `params.other` that of the field it contradicts), unknown
 *   keys first, then in the order of the form.
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
  const added = new Map(attributes.map(({ key, label }) => [key, label]))
  for (const field of fields.values()) {
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined
    const issue = checkStageValue(field, value) ?? checkNotAbove(field, value, values)
    const label = added.get(field.key)
    // Attributes of a template have no phrases, only their label.
    if (issue) issues.push(label === undefined ? issue : { ...issue, params: { ...issue.params, label } })
  }
  return issues
}

/**
 * Checks one value against its field; undefined when valid. An empty value of any shape counts as absent, because the
 * canonical form leaves it out: a report stored on a phone for days is not refused for it.
 */
export function checkStageValue(field: StageField, value: unknown): Issue | undefined {
  const fault = checkValue(kindOf(field), field.required, isAbsent(value) ? undefined : value)
  return fault && { field: field.key, ...fault }
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
  const isTime = field.type === 'date' || field.type === 'datetime'
  const measure = (x: unknown) => (isTime ? Date.parse(String(x)) : Number(x))
  if (measure(value) <= measure(limit)) return undefined
  return { field: field.key, error: isTime ? 'stage.after' : 'stage.above', params: { other: field.notAbove } }
}
