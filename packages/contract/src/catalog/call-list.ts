import { catalogCalls } from './calls.ts'
import { recallCalls } from './recall-calls.ts'
import { suggestCalls } from './suggest-calls.ts'

export * from './calls.ts'
export * from './recall-calls.ts'
export { suggestProduct } from './suggest-calls.ts'

/** Every call of this area. */
export const allCatalogCalls = [...catalogCalls, ...recallCalls, ...suggestCalls] as const
