import type { StageAttribute } from './attribute.ts'

/** Attribute key with which a template requires the position of a report; the position is outside of `values`. */
export const positionKey = 'coordinates'

/** Whether reports with this template need a position. */
export const needsPosition = (attributes: readonly StageAttribute[]): boolean =>
  attributes.some(({ key, required }) => key === positionKey && required === true)
