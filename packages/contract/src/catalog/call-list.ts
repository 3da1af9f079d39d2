import { catalogCalls } from './calls.ts'
import { recallCalls } from './recall-calls.ts'

export * from './calls.ts'
export * from './recall-calls.ts'

/** Every call of this area. */
export const allCatalogCalls = [...catalogCalls, ...recallCalls] as const
