/** The tenant of the platform's operator: its users manage all other enterprises. The bootstrap creates it first. */
export const platformTenant = 1

/** Does this user, session or account belong to the platform's operator? */
export function isPlatform(who: { tenantId: number }): boolean {
  return who.tenantId === platformTenant
}
