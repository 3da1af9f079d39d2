import { exportFlow, woodFlow } from './flow-calls.ts'
import { plotHistory } from './plot-calls.ts'

export * from './flow-calls.ts'
export * from './plot-calls.ts'

/** Every call of this area. */
export const allMaterialCalls = [plotHistory, woodFlow, exportFlow] as const
