import type { Point } from '@timbermark/contract/plausible'

/** The position of a report; undefined without both coordinates. */
export const positionOf = (longitude?: number | null, latitude?: number | null): Point | undefined =>
  typeof longitude === 'number' && typeof latitude === 'number' ? [longitude, latitude] : undefined
