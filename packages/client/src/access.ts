/** Passes every permission check. */
export const everyPermission = '*:*:*'
/** Passes every role check. */
export const superRole = 'superAdmin'

/**
 * Whether at least one of the needed permissions is held; `*:*:*` holds all. What it decides is display only: the server
 * checks every call. An empty list is a mistake in the screen and throws.
 */
export function can(permissions: readonly string[], needed: readonly string[]): boolean {
  if (!needed?.length) throw new Error('The list of needed permissions is missing, e.g. ["system:user:add"]')
  return permissions.includes(everyPermission) || needed.some(permission => permissions.includes(permission))
}

/** Whether at least one of the needed roles is held; `superAdmin` holds all. An empty list throws. */
export function hasRole(roles: readonly string[], needed: readonly string[]): boolean {
  if (!needed?.length) throw new Error('The list of needed roles is missing, e.g. ["superAdmin"]')
  return roles.includes(superRole) || needed.some(role => roles.includes(role))
}
