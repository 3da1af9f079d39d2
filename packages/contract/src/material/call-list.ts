import { exportFlow, woodFlow } from './flow-calls.ts'
import { exportOrigin, woodOrigin } from './origin-calls.ts'
import { plotChoices, plotHistory, walkedPlot } from './plot-calls.ts'
import { addTransfer, transferLines, transferSources, transferTargets } from './transfer-calls.ts'
import { exportYield, woodYield } from './yield-calls.ts'

export * from './flow-calls.ts'
export * from './origin-calls.ts'
export * from './plot-calls.ts'
export * from './transfer-calls.ts'
export * from './yield-calls.ts'

/** Every call of this area. */
export const allMaterialCalls = [
  plotHistory,
  walkedPlot,
  plotChoices,
  woodFlow,
  exportFlow,
  woodOrigin,
  exportOrigin,
  woodYield,
  exportYield,
  transferSources,
  transferTargets,
  addTransfer,
  transferLines,
] as const
