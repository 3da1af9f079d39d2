import { materialBalance, materialEntry } from './balance.ts'
import { plot, plots } from './plot.ts'

export * from './balance.ts'
export * from './plot.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const materialEntities = [plot] as const
/** The views of this area. */
export const materialViews = [materialBalance, materialEntry, plots] as const
