import { anchorCalls } from './anchor-calls.ts'
import { monitorCalls } from './calls.ts'
import { jobCalls } from './job-calls.ts'
import { serverCalls } from './server.ts'

export * from './anchor-calls.ts'
export * from './calls.ts'
export * from './job-calls.ts'
export * from './server.ts'

/** Every call of this area. */
export const allMonitorCalls = [...monitorCalls, ...jobCalls, ...serverCalls, ...anchorCalls] as const
