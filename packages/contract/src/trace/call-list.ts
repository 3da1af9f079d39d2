import { traceCalls } from './calls.ts'
import { logMapCalls } from './map-calls.ts'

export * from './calls.ts'
export * from './map-calls.ts'

/** Every call of this area. */
export const allTraceCalls = [...traceCalls, ...logMapCalls] as const
