import { materialBalance, materialEntry } from './balance.ts'
import { plot, plots } from './plot.ts'
import { tradeSpecies } from './species.ts'
import { transfer, transfers } from './transfer.ts'

export * from './balance.ts'
export * from './forms.ts'
export * from './plot.ts'
export * from './postings.ts'
export * from './species.ts'
export * from './transfer.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const materialEntities = [plot, transfer] as const
/** The views of this area. */
export const materialViews = [materialBalance, materialEntry, tradeSpecies, plots, transfers] as const
