import { assignment } from './assignment.ts'
import { channelCase, channelCases } from './case.ts'
import { customer } from './customer.ts'
import { dealerLevel } from './dealer-level.ts'
import { dealer } from './dealer.ts'
import { ownCodes, ownScans, ownChecks, ownStores, ownCases } from './own-views.ts'
import { store, stores } from './store.ts'
import { supplier } from './supplier.ts'
import { territory, territories } from './territory.ts'

export * from './assignment.ts'
export * from './case.ts'
export * from './customer.ts'
export * from './dealer-level.ts'
export * from './dealer.ts'
export * from './own-views.ts'
export * from './store.ts'
export * from './supplier.ts'
export * from './territory.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const channelEntities = [dealerLevel, dealer, store, customer, supplier, territory, channelCase] as const
/** The views of this area. */
export const channelViews = [
  territories,
  stores,
  assignment,
  channelCases,
  ownCodes,
  ownScans,
  ownChecks,
  ownStores,
  ownCases,
] as const
