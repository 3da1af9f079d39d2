import { roles } from '@timbermark/contract'

/**
 * The type of user that goes with the only role chosen, as the dictionary names it: a field reporter of another type can be
 * authorized for no stage and never sees the phone page.
 * @param keys of the chosen roles
 */
export function typeOfRoles(keys: readonly string[]): string | undefined {
  const [key, ...more] = keys
  const found = more.length === 0 ? roles.find(role => role.key === key) : undefined
  return found && String(found.userType)
}
