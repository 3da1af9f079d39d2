import { can } from '@timbermark/client'
import { type Listed, permissionOf, permissionVerbOf } from '@timbermark/contract'
import type { Permissions } from './types.ts'

/** Does the reader hold the permission for this verb, and does the entity have it? */
export function mayUse(entity: Listed, verb: string, permissions: Permissions): boolean {
  const needed = permissionVerbOf(entity, verb)
  return needed !== undefined && can(permissions, [permissionOf(entity, needed)])
}
