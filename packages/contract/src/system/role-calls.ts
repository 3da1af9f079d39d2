import { z } from 'zod'
import { defineCall } from '../call.ts'
import { entityBody } from '../entity-body.ts'
import {
  added,
  checkedFlag,
  filter,
  flag,
  id,
  ids,
  nothing,
  oneOfEach,
  removed,
  rowId,
  tickedDepts,
} from '../wire/shapes.ts'
import { dataScopes, role } from './role.ts'
import { userRow } from './user-calls.ts'

/** Menus of a role, and whether ticking one ticks what is below it. */
const roleMenus = {
  menuIds: ids.optional(),
  menuCheckStrictly: checkedFlag.optional(),
  deptCheckStrictly: checkedFlag.optional(),
}

/** The roles against everything that can be permitted, in the order of the menu. */
const matrix = z.strictObject({
  roles: z.array(
    z.strictObject({
      id: rowId,
      roleId: rowId,
      roleName: z.string(),
      roleKey: z.string(),
      status: flag,
      dataScope: z.enum(dataScopes),
      builtIn: z.boolean(),
      /** Holds everything, whatever menus it was given. */
      superAdmin: z.boolean(),
    }),
  ),
  permissions: z.array(
    z.strictObject({
      menuId: rowId,
      parentId: z.number().int(),
      label: z.string(),
      menuType: z.enum(['M', 'C', 'F']),
      perms: z.string(),
    }),
  ),
  /** Ids of the menus that each role holds, by its id. */
  granted: z.record(z.string(), z.array(rowId)),
})

/** Users as the filters of their own list find them. */
const membersQuery = z.looseObject({ roleId: filter })

export const roleMembers = defineCall({
  method: 'GET',
  path: '/system/role/authUser/allocatedList',
  access: { permission: 'system:role:list' },
  scope: { row: 'system/role', key: 'roleId' },
  summary: 'Users who hold a role',
  query: membersQuery,
  rows: userRow,
  labels: 'system.user',
})

export const roleCandidates = defineCall({
  method: 'GET',
  path: '/system/role/authUser/unallocatedList',
  access: { permission: 'system:role:list' },
  scope: { row: 'system/role', key: 'roleId' },
  summary: 'Users who do not hold a role',
  query: membersQuery,
  rows: userRow,
  labels: 'system.user',
})

/** Giving and taking a role; ids in the query, as this family does it, or in the body. */
const membership = {
  method: 'PUT',
  access: { permission: 'system:role:edit' },
  query: z.object({ roleId: filter, userId: filter, userIds: filter }),
  body: z.strictObject({ roleId: id.optional(), userId: id.optional(), userIds: ids.optional() }),
  answer: nothing,
  labels: 'system.user',
  audit: { title: 'system.role', kind: 'grant' },
} as const

export const takeRoleFromUser = defineCall({
  ...membership,
  path: '/system/role/authUser/cancel',
  scope: { row: 'system/role', key: 'roleId' },
  summary: 'Takes a role from one user',
})

export const takeRole = defineCall({
  ...membership,
  path: '/system/role/authUser/cancelAll',
  scope: { row: 'system/role', key: 'roleId' },
  summary: 'Takes a role from users',
})

export const giveRole = defineCall({
  ...membership,
  path: '/system/role/authUser/selectAll',
  scope: { row: 'system/role', key: 'roleId' },
  summary: 'Gives a role to users',
})

export const addRole = defineCall({
  method: 'POST',
  path: '/system/role',
  access: { permission: 'system:role:add' },
  summary: 'Adds a role with menus that the caller holds',
  body: entityBody(role, 'add', roleMenus),
  answer: added.extend({ roleId: rowId }),
  labels: 'system.role',
  audit: { title: 'system.role', kind: 'add' },
})

export const editRole = defineCall({
  method: 'PUT',
  path: '/system/role',
  access: { permission: 'system:role:edit' },
  summary: 'Changes the given fields of a role; menus as a whole',
  body: entityBody(role, 'edit', { roleId: id.optional(), ...roleMenus }),
  answer: nothing,
  labels: 'system.role',
  audit: { title: 'system.role', kind: 'edit' },
})

export const setDataScope = defineCall({
  method: 'PUT',
  path: '/system/role/dataScope',
  access: { permission: 'system:role:edit' },
  scope: { row: 'system/role' },
  summary: 'Sets whose rows a role reaches',
  body: z
    .strictObject({
      id: id.optional(),
      roleId: id.optional(),
      dataScope: z.enum(dataScopes),
      deptIds: ids.optional(),
      deptCheckStrictly: checkedFlag.optional(),
    })
    .meta(oneOfEach(['id', 'roleId'])),
  answer: nothing,
  labels: 'system.role',
  audit: { title: 'system.role', kind: 'grant' },
})

export const removeRoles = defineCall({
  method: 'DELETE',
  path: '/system/role/:ids(^[0-9,]+$)',
  access: { permission: 'system:role:remove' },
  summary: 'Removes roles that nobody holds, all or none',
  answer: removed,
  audit: { title: 'system.role', kind: 'remove' },
})

export const roleOptions = defineCall({
  method: 'GET',
  path: '/system/role/optionselect',
  access: { permission: 'system:role:query' },
  scope: { rows: 'system/role' },
  summary: 'Roles in reach for a select',
  answer: z.array(
    z.strictObject({
      id: rowId,
      roleId: rowId,
      roleName: z.string(),
      roleKey: z.string(),
      status: flag,
      grantable: z.boolean(),
    }),
  ),
})

export const roleDepts = defineCall({
  method: 'GET',
  path: '/system/role/deptTree/:id(^\\d+$)',
  access: { permission: 'system:role:query' },
  scope: { row: 'system/role' },
  summary: 'Departments in reach and those that a role reaches',
  answer: tickedDepts,
  envelopeExtras: tickedDepts,
})

export const roleMatrix = defineCall({
  method: 'GET',
  path: '/system/role/matrix',
  access: { permission: 'system:role:list' },
  scope: { tested: 'roles in scope', in: 'apps/server/test/system/data-scope.test.ts' },
  summary: 'The permission matrix: which role holds which permission',
  answer: matrix,
})

export const roleCalls = [
  roleMembers,
  roleCandidates,
  takeRoleFromUser,
  takeRole,
  giveRole,
  addRole,
  editRole,
  setDataScope,
  removeRoles,
  roleOptions,
  roleDepts,
  roleMatrix,
] as const
