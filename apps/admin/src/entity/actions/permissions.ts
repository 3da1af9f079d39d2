import { can } from '@timbermark/client'
import { choosersOf, type Field, type Listed, permissionOf, permissionVerbOf } from '@timbermark/contract'
import type { Permissions } from '../types.ts'

/** Does the reader hold the permission for this verb, and does the entity have it? */
export function canUse(entity: Listed, verb: string, permissions: Permissions): boolean {
  const needed = permissionVerbOf(entity, verb)
  return needed !== undefined && can(permissions, [permissionOf(entity, needed)])
}

/** May the reader look records of this kind up to choose one? Nobody else's page asks for them. */
export const canLookUp = (entity: string, permissions: Permissions): boolean => can(permissions, choosersOf(entity))

/** Can a value of this field be given by the reader? All but a record that he may not look up. */
export const canSet = (field: Field, permissions: Permissions): boolean =>
  field.kind !== 'ref' || canLookUp(field.entity, permissions)
