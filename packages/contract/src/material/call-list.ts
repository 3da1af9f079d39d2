import { exportFlow, woodFlow } from './flow-calls.ts'
import { plotHistory } from './plot-calls.ts'
import { exportYield, woodYield } from './yield-calls.ts'

export * from './flow-calls.ts'
export * from './plot-calls.ts'
export * from './yield-calls.ts'

/** Every call of this area. */
export const allMaterialCalls = [plotHistory, woodFlow, exportFlow, woodYield, exportYield] as const
