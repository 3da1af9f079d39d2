import { choice, datetime, integer } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'
import { role } from './role.ts'

const { roleName, roleKey, roleSort, dataScope, status, remark } = role.fields

/** Roles as their list answers them: whether they were delivered, and how many users hold them. */
export const roleView = defineView({
  area: 'system',
  name: 'role',
  of: role,
  idAlias: 'roleId',
  label: 'roleName',
  fields: {
    roleName,
    roleKey,
    status,
    dataScope: { ...dataScope, required: true },
    userCount: integer({ readonly: true, required: true }),
    origin: choice({ options: ['delivered', 'own'], readonly: true, required: true }),
    roleSort,
    remark,
    createTime: datetime({ readonly: true, required: true, sortable: true, search: 'range' }),
  },
  operations: role.operations,
  orderBy: role.orderBy,
  rowExtras: rowExtras<{
    builtIn: boolean
    /** Demands a second factor of those who hold it. */
    secondFactor: boolean
    menuCheckStrictly: boolean
    deptCheckStrictly: boolean
    /** The reader may give it. */
    grantable: boolean
    /** Said of one role: the menus that it holds, and the departments chosen for it. */
    menuIds?: number[]
    deptIds?: number[]
  }>(),
})
