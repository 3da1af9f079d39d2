import { can } from '@timbermark/client'
import { lookupPermissionsOf, type Field, type Listed, permissionOf, permissionVerbOf } from '@timbermark/contract'
import type { Permissions } from '../types.ts'

/** Whether the entity has this verb and the user holds its permission. */
export function canUse(entity: Listed, verb: string, permissions: Permissions): boolean {
  const needed = permissionVerbOf(entity, verb)
  return needed !== undefined && can(permissions, [permissionOf(entity, needed)])
}

/**
 * Whether the user may search records of this entity in order to choose one. Without the permission no page asks for
 * them.
 */
export const canLookUp = (entity: string, permissions: Permissions): boolean =>
  can(permissions, lookupPermissionsOf(entity))

/** Whether the user can set a value of this field. A reference needs the lookup permission of its entity. */
export const canSet = (field: Field, permissions: Permissions): boolean =>
  field.kind !== 'ref' || canLookUp(field.entity, permissions)
