import { roles } from '@timbermark/contract'

/**
 * The type of user that goes with the only chosen role, as an entry of the dictionary: a field reporter with another type
 * can be authorized for no stage and never sees the phone page.
 * @param keys of the chosen roles
 */
export function userTypeOfRoles(keys: readonly string[]): string | undefined {
  const [key, ...more] = keys
  const role = more.length === 0 ? roles.find(role => role.key === key) : undefined
  return role && String(role.userType)
}
