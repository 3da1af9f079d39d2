import { banner } from './banner.ts'

export * from './banner.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const siteEntities = [banner] as const
/** The views of this area. */
export const siteViews = [] as const
