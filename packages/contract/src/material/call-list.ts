import { plotHistory } from './plot-calls.ts'

export * from './plot-calls.ts'

/** Every call of this area. */
export const allMaterialCalls = [plotHistory] as const
