import { choice, datetime, defineEntity, integer, role } from '@timbermark/contract'

const { roleName, roleKey, roleSort, dataScope, status, remark } = role.fields

/** Roles as their list answers them: whether they were delivered, and how many users hold them. */
export const roleEntity = defineEntity({
  ...role,
  fields: {
    roleName,
    roleKey,
    status,
    dataScope,
    userCount: integer({ readonly: true }),
    origin: choice({ options: ['delivered', 'own'], readonly: true }),
    roleSort,
    remark,
    createTime: datetime({ readonly: true, sortable: true, search: 'range' }),
  },
})
