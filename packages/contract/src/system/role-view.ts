import { choice, datetime, integer } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'
import { role } from './role.ts'

const { roleName, roleKey, roleSort, dataScope, status, remark } = role.fields

/** Roles as lists show them: whether they are delivered, and how many users hold them. */
export const roleView = defineView({
  area: 'system',
  name: 'role',
  of: role,
  idAlias: 'roleId',
  label: 'roleName',
  defaultColumns: ['roleName', 'status', 'dataScope', 'userCount', 'origin', 'createTime'],
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
  final: role.final,
  orderBy: role.orderBy,
  rowExtras: rowExtras<{
    builtIn: boolean
    /** Holders need a second factor. */
    secondFactor: boolean
    menuCheckStrictly: boolean
    deptCheckStrictly: boolean
    /** The caller may grant it. */
    grantable: boolean
    /** Only for one role: its menus and its departments. */
    menuIds?: number[]
    deptIds?: number[]
  }>(),
})
