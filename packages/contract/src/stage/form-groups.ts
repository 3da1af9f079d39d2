import { orderPlacedFields, isPlaced } from './field-placement.ts'
import type { FieldGroup, StageField } from './types.ts'

/** Groups of a form; attributes of a template form a separate group unless they have a position. */
export interface FormGroup<F extends StageField = StageField> {
  key: FieldGroup
  fields: F[]
  /** Number of required fields. */
  required: number
}

/**
 * Groups of a form, for filling in and preview: first the attributes of the enterprise's template, then groups with a
 * required field, then the rest, in the stage's order. Inside a group required fields come first; placed attributes keep
 * their position.
 */
export function formGroups<F extends StageField>(fields: readonly F[]): FormGroup<F>[] {
  // Without `Map.groupBy`, which old phones lack.
  const keys = [...new Set(fields.map(field => field.group))]
  const groups = keys.map(key => {
    const members = fields.filter(field => field.group === key)
    const stageFields = members.filter(field => !isPlaced(field))
    const ordered = [...stageFields.filter(field => field.required), ...stageFields.filter(field => !field.required)]
    return {
      key,
      fields: orderPlacedFields([...ordered, ...members.filter(isPlaced)]),
      required: members.filter(field => field.required).length,
    }
  })
  const rank = (group: FormGroup) => (group.key === 'template' ? 0 : group.required > 0 ? 1 : 2)
  // `sort` is stable: groups of one rank stay in the stage's order.
  return groups.sort((a, b) => rank(a) - rank(b))
}
