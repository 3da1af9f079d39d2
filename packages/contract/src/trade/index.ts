import { listing, listings } from './listing.ts'
import { phoneViews } from './phone-view.ts'
import { quote, quotes } from './quote.ts'

export * from './listing.ts'
export * from './phone-view.ts'
export * from './quote.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const tradeEntities = [listing, quote] as const
/** The views of this area. */
export const tradeViews = [listings, quotes, phoneViews] as const
