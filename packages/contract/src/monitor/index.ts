import { anchor } from './anchor.ts'
import { job, jobLog } from './job.ts'
import { operLog, loginLog } from './logs.ts'
import { online } from './online.ts'

export * from './alarms.ts'
export * from './anchor.ts'
export * from './anchor-states.ts'
export * from './caches.ts'
export * from './job.ts'
export * from './logs.ts'
export * from './mail.ts'
export * from './online.ts'
export * from './tasks.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const monitorEntities = [job] as const
/** The views of this area. */
export const monitorViews = [operLog, loginLog, online, jobLog, anchor] as const
