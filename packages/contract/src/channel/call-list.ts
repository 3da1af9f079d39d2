import { assignmentCalls } from './assignment-calls.ts'
import { caseCalls } from './case-calls.ts'
import { dealerOwnCalls } from './own-calls.ts'
import { territoryCalls } from './territory-map.ts'
import { thresholdCalls } from './threshold-calls.ts'

export * from './assignment-calls.ts'
export * from './case-calls.ts'
export * from './own-calls.ts'
export * from './territory-map.ts'
export * from './threshold-calls.ts'

/** Every call of this area. */
export const allChannelCalls = [
  ...assignmentCalls,
  ...caseCalls,
  ...territoryCalls,
  ...thresholdCalls,
  ...dealerOwnCalls,
] as const
