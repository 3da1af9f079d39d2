import type { StageAttribute } from './attribute.ts'
import type { Stage, StageField } from './types.ts'

/** Whether the attribute's position exists among the stage's own fields. */
export function hasPlace(stage: Stage, { place }: Pick<StageAttribute, 'place'>): boolean {
  if (place === undefined) return true
  const members = stage.fields.filter(field => field.from === undefined && field.group === place.group)
  return members.length > 0 && (place.after === undefined || members.some(field => field.key === place.after))
}

export const isPlaced = ({ after }: StageField): boolean => after !== undefined

/** Moves placed fields after the field they follow, in their order; without that field they go to the end. */
export function orderPlacedFields<F extends StageField>(fields: readonly F[]): F[] {
  const placed = new Set(fields.filter(isPlaced))
  if (placed.size === 0) return [...fields]
  const take = (fits: (field: F) => boolean) => {
    const followers = [...placed].filter(fits)
    for (const field of followers) placed.delete(field)
    return followers
  }
  const ordered = fields
    .filter(field => !isPlaced(field))
    .flatMap(field => {
      const head = take(({ after, group }) => after === '' && group === field.group)
      return [...head, field, ...take(({ after }) => after === field.key)]
    })
  return [...ordered, ...placed]
}
