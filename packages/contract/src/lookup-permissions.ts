import { permissionOf } from './entity.ts'
import type { Permission } from './permission.ts'

/** Further permissions that allow looking records up: their holders work with records that refer to them. */
const furtherPermissions: Readonly<Record<string, readonly Permission[]>> = {
  'system/user': ['stage:authorization:list', 'stage:authorization:add', 'stage:authorization:edit'],
  'system/dept': ['system:user:list'],
  'stage/circulation': ['catalog:batch:list'],
}

/**
 * Permissions of which each allows reading an entity's choices (`GET /<entity>/options`). The server checks them, and
 * pages request choices only with one of them.
 * @param entity key of the entity
 */
export function lookupPermissionsOf(entity: string): Permission[] {
  const [area = '', ...name] = entity.split('/')
  const readPermissions = ['list', 'query'].map(
    verb => permissionOf({ area, name: name.join('/') }, verb) as Permission,
  )
  return [...readPermissions, ...(furtherPermissions[entity] ?? [])]
}
