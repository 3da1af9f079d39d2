import { expect, test } from 'vitest'
import { lookupPermissionsOf, entities, permissionOf, platformPermissions, roleAllows, roles } from '../src/index.ts'

test('of the delivered roles none may add a record without being able to look up all that it must name', () => {
  const platform = platformPermissions()
  const stuck = roles.flatMap(role => {
    const may = (permission: string) =>
      roleAllows(role, permission) && (role.tenant === 'platform' || !platform.has(permission))
    return entities
      .filter(entity => entity.operations.some(verb => verb === 'add') && may(permissionOf(entity, 'add')))
      .flatMap(entity =>
        Object.entries(entity.fields).flatMap(([name, field]) =>
          field.kind === 'ref' && 'required' in field && field.required && !lookupPermissionsOf(field.entity).some(may)
            ? [`${role.key}: ${entity.area}/${entity.name}.${name}`]
            : [],
        ),
      )
  })
  expect(stuck).toEqual([])
})
