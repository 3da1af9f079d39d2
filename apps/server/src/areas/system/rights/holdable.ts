import { platformPermissions } from '@timbermark/contract'
import { isPlatform } from '../../../platform/operator.ts'
import { identifier, raw, type Sql, sql } from '../../../platform/database/sql.ts'

const platformOnlyPermissions = platformPermissions()

/** Is this a permission that only the platform's operator may hold, whichever menu says it? */
export const isPlatformPermission = (permission: string): boolean => platformOnlyPermissions.has(permission)

/**
 * Menus, aliased so, that people of this enterprise can hold at all. A row alone is not believed: people add menus with
 * permissions of their choice, and what only the operator may do is not told by each of those rows.
 */
export function menusHoldableBy(who: { tenantId: number }, alias: string): Sql {
  if (isPlatform(who)) return raw('true')
  const menu = identifier(alias)
  return sql`(not ${menu}.platform_only and (${menu}.perms is null or ${menu}.perms <> all(${[...platformOnlyPermissions]}::text[])))`
}
