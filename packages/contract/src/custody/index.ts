import { invitation, invitations } from './invitation.ts'
import { offer, offers } from './offer.ts'
import { supplierInvitation, supplierInvitations } from './supplier-invitation.ts'

export * from './invitation.ts'
export * from './dispute.ts'
export * from './offer.ts'
export * from './receipt-files.ts'
export * from './supplier-invitation.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const custodyEntities = [offer, invitation, supplierInvitation] as const
/** The views of this area. */
export const custodyViews = [offers, invitations, supplierInvitations] as const
