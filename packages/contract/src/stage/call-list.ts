import { stageCalls } from './calls.ts'
import { changeRequestCalls } from './change-request-calls.ts'
import { circulationCalls } from './circulation-calls.ts'
import { recordCalls } from './record-calls.ts'
import { settingCalls } from './setting-calls.ts'

export * from './calls.ts'
export * from './change-request-calls.ts'
export * from './circulation-calls.ts'
export * from './record-calls.ts'
export * from './setting-calls.ts'

/** Every call of this area. */
export const allStageCalls = [
  ...stageCalls,
  ...circulationCalls,
  ...recordCalls,
  ...changeRequestCalls,
  ...settingCalls,
] as const
