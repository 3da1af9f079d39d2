import type { StageAttribute } from './attribute.ts'

/** Key under which a template demands the position of a report, which travels beside its values. */
export const positionKey = 'coordinates'

/** Does a report with this template have to say where? */
export const needsPosition = (attributes: readonly StageAttribute[]): boolean =>
  attributes.some(({ key, required }) => key === positionKey && required === true)
