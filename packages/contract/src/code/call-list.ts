import { codeCalls } from './calls.ts'
import { labelCalls } from './label-calls.ts'
import { lifeCalls } from './life-calls.ts'
import { packingCalls } from './packing-calls.ts'
import { selectionCalls } from './selection-calls.ts'
import { suggestCalls } from './suggest-calls.ts'

export * from './calls.ts'
export * from './label-calls.ts'
export * from './life-calls.ts'
export * from './packing-calls.ts'
export * from './selection-calls.ts'
export { suggestRequest } from './suggest-calls.ts'

/** Every call of this area. */
export const allCodeCalls = [
  ...codeCalls,
  ...packingCalls,
  ...labelCalls,
  ...lifeCalls,
  ...selectionCalls,
  ...suggestCalls,
] as const
