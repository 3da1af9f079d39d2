/** The enterprise that runs the installation: its people look after all the others. The delivery makes it first. */
export const platformTenant = 1

/** Does this person, session or account belong to the platform's operator? */
export function isPlatform(who: { tenantId: number }): boolean {
  return who.tenantId === platformTenant
}
