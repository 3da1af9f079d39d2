import { permissionOf } from './entity.ts'
import type { Permission } from './permission.ts'

/** Further rights by which records are looked up to be chosen: what their holder works with refers to them. */
const furtherPermissions: Readonly<Record<string, readonly Permission[]>> = {
  'system/user': ['stage:authorization:list', 'stage:authorization:add', 'stage:authorization:edit'],
  'system/dept': ['system:user:list'],
  'stage/circulation': ['catalog:batch:list'],
}

/**
 * Rights of which one lets its holder read an entity's choices (`GET /<entity>/options`). The server asks for them, and a page
 * asks nobody's choices without.
 * @param entity key of the entity
 */
export function lookupPermissionsOf(entity: string): Permission[] {
  const [area = '', ...name] = entity.split('/')
  const readPermissions = ['list', 'query'].map(
    verb => permissionOf({ area, name: name.join('/') }, verb) as Permission,
  )
  return [...readPermissions, ...(furtherPermissions[entity] ?? [])]
}
