import { plotChoices, plotHistory, walkedPlot } from './plot-calls.ts'

export * from './plot-calls.ts'

/** Every call of this area. */
export const allMaterialCalls = [plotHistory, walkedPlot, plotChoices] as const
