import { can } from '@timbermark/client'
import { lookupPermissionsOf, type Field, type Listed, permissionOf, permissionVerbOf } from '@timbermark/contract'
import type { Permissions } from '../types.ts'

/** Does the reader hold the permission for this verb, and does the entity have it? */
export function mayUse(entity: Listed, verb: string, permissions: Permissions): boolean {
  const needed = permissionVerbOf(entity, verb)
  return needed !== undefined && can(permissions, [permissionOf(entity, needed)])
}

/** May the reader look records of this kind up to choose one? Nobody else's page asks for them. */
export const mayChoose = (entity: string, permissions: Permissions): boolean =>
  can(permissions, lookupPermissionsOf(entity))

/** Can a value of this field be given by the reader? All but a record that he may not look up. */
export const mayGive = (field: Field, permissions: Permissions): boolean =>
  field.kind !== 'ref' || mayChoose(field.entity, permissions)
