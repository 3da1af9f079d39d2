import { invitation, invitations } from './invitation.ts'
import { offer, offers } from './offer.ts'

export * from './invitation.ts'
export * from './dispute.ts'
export * from './offer.ts'
export * from './receipt-files.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const custodyEntities = [offer, invitation] as const
/** The views of this area. */
export const custodyViews = [offers, invitations] as const
