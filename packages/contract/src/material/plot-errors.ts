import type { PlotFaultKey } from '@timbermark/material/plot-faults'
import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about the shapes of plots, and about files of them. */
export const plotErrors = {
  'material.plot.notGeometry': 500,
  'material.plot.lineType': 500,
  'material.plot.notNumber': 500,
  'material.plot.range': 500,
  'material.plot.swapped': 500,
  'material.plot.tooManyPositions': 500,
  'material.plot.tooFewPositions': 500,
  'material.plot.straight': 500,
  'material.plot.crossing': 500,
  'material.plot.hole': 500,
  'material.plot.roundingJoins': 500,
  'material.plot.dateLine': 500,
  'material.plot.tooWide': 500,
  'material.plot.pointArea': 500,
  'material.plotNumberTaken': 500,
  /** Stage records rely on it. */
  'material.plotReliedUpon': 500,
  /** A file that is none of the three kinds, or broken. */
  'material.plotFile': 500,
  'material.plotFileEmpty': 500,
  'material.plotFileLong': 500,
} as const satisfies Record<string, WireCode> & Record<`material.plot.${PlotFaultKey}`, WireCode>
