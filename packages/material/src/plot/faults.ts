/** What may be wrong with the shape of a plot; each has a text `error.material.plot.<fault>`. */
export const plotFaults = [
  'notGeometry',
  'lineType',
  'notNumber',
  'range',
  'swapped',
  'tooManyPositions',
  'tooFewPositions',
  'straight',
  'crossing',
  'hole',
  'roundingJoins',
  'dateLine',
  'tooWide',
  'pointArea',
] as const
export type PlotFaultKey = (typeof plotFaults)[number]

export interface PlotFault {
  fault: PlotFaultKey
  /** Number of the position in the file, from 1, where it has one. */
  at?: number
}

/** What was changed without a change of shape or area; each has a text `material.plot.repair.<repair>`. */
export const plotRepairs = ['closed', 'repeated', 'rounded', 'altitude'] as const
export type PlotRepair = (typeof plotRepairs)[number]
