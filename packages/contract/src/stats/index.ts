export * from './home.ts'
export * from './period.ts'
export * from './waiting.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const statsEntities = [] as const
/** The views of this area. */
export const statsViews = [] as const
