import { platformPermissions } from '@timbermark/contract'
import { isPlatform } from '../../../platform/operator.ts'
import { identifier, raw, type Sql, sql } from '../../../platform/database/sql.ts'

const platformOnlyPermissions = platformPermissions()

/** Is this a permission that only the platform operator may hold, whatever menu names it? */
export const isPlatformPermission = (permission: string): boolean => platformOnlyPermissions.has(permission)

/**
 * Condition for menus (under this alias) that roles of this enterprise may hold. The row's own flag is not enough: people add
 * menus with any permission, so permissions of the operator are excluded by name too.
 */
export function menusHoldableBy(who: { tenantId: number }, alias: string): Sql {
  if (isPlatform(who)) return raw('true')
  const menu = identifier(alias)
  return sql`(not ${menu}.platform_only and (${menu}.perms is null or ${menu}.perms <> all(${[...platformOnlyPermissions]}::text[])))`
}
