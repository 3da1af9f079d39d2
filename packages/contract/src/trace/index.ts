import { scanLog, checkLog } from './logs.ts'

export * from './logs.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const traceEntities = [] as const
/** The views of this area. */
export const traceViews = [scanLog, checkLog] as const
