import { offer, offers } from './offer.ts'

export * from './dispute.ts'
export * from './offer.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const custodyEntities = [offer] as const
/** The views of this area. */
export const custodyViews = [offers] as const
