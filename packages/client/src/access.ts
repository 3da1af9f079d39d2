/** Permission that passes every permission check. */
export const everyPermission = '*:*:*'
/** Role that passes every role check. */
export const superRole = 'superAdmin'

/**
 * Whether the user has at least one of the needed permissions; `*:*:*` includes all. Use it for display only: the server
 * checks every call. Throws when `needed` is empty, because that is a mistake in the screen.
 */
export function can(permissions: readonly string[], needed: readonly string[]): boolean {
  if (!needed?.length) throw new Error('The list of needed permissions is missing, e.g. ["system:user:add"]')
  return permissions.includes(everyPermission) || needed.some(permission => permissions.includes(permission))
}

/** Whether the user has at least one of the needed roles; `superAdmin` includes all. Throws when `needed` is empty. */
export function hasRole(roles: readonly string[], needed: readonly string[]): boolean {
  if (!needed?.length) throw new Error('The list of needed roles is missing, e.g. ["superAdmin"]')
  return roles.includes(superRole) || needed.some(role => roles.includes(role))
}
