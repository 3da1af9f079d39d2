import { codeCalls } from './calls.ts'
import { labelCalls } from './label-calls.ts'
import { codeHistoryCalls } from './code-history-calls.ts'
import { packingCalls } from './packing-calls.ts'
import { selectionCalls } from './selection-calls.ts'
import { suggestCalls } from './suggest-calls.ts'

export * from './calls.ts'
export * from './label-calls.ts'
export * from './code-history-calls.ts'
export * from './packing-calls.ts'
export * from './selection-calls.ts'
export { suggestRequest } from './suggest-calls.ts'

/** Every call of this area. */
export const allCodeCalls = [
  ...codeCalls,
  ...packingCalls,
  ...labelCalls,
  ...codeHistoryCalls,
  ...selectionCalls,
  ...suggestCalls,
] as const
