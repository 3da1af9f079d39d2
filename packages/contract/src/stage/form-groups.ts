import { orderPlacedFields, isPlaced } from './field-placement.ts'
import type { FieldGroup, StageField } from './types.ts'

/** The groups of a form in the words of its stage; those that a template adds stand in one of its own unless they are placed. */
export interface FormGroup<F extends StageField = StageField> {
  key: FieldGroup
  fields: F[]
  /** How many of them must be filled in. */
  required: number
}

/**
 * The fields of a form as everybody sees them who fills it in or looks at it beforehand: what the enterprise's template asks
 * first, then groups that hold a required field, then the rest, each in the stage's own order. Inside a group the required
 * fields come first; what a template places among them stands where its maker put it.
 */
export function formGroups<F extends StageField>(fields: readonly F[]): FormGroup<F>[] {
  // By hand, for the phone: old ones cannot group.
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
