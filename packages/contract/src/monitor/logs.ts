import { defineEntity } from '../entity.ts'
import { datetime, dict, integer, text } from '../field.ts'

/** Who did what in the back office; written by the server only. */
export const operLog = defineEntity({
  area: 'monitor',
  name: 'operlog',
  table: 'oper_log',
  tenancy: 'tenant',
  label: 'title',
  fields: {
    title: text({ max: 100, readonly: true, search: 'like' }),
    businessType: dict({ dict: 'sys_oper_type', readonly: true, search: 'eq' }),
    operName: text({ max: 50, readonly: true, search: 'like', sortable: true }),
    deptName: text({ max: 30, readonly: true, hideInList: true }),
    operIp: text({ max: 50, readonly: true, search: 'like' }),
    requestMethod: text({ max: 10, readonly: true, hideInList: true }),
    operUrl: text({ max: 255, readonly: true, hideInList: true }),
    operParam: text({ max: 2000, readonly: true, hideInList: true, lines: 6 }),
    status: dict({ dict: 'sys_common_status', readonly: true, search: 'eq' }),
    errorMsg: text({ max: 2000, readonly: true, hideInList: true, lines: 3 }),
    operTime: datetime({ readonly: true, search: 'range', sortable: true }),
    costTime: integer({ readonly: true, sortable: true }),
    requestId: text({ max: 50, readonly: true, hideInList: true }),
  },
  operations: ['list', 'query', 'remove', 'export'],
  orderBy: { field: 'operTime', order: 'desc' },
})

/** Sign-ins, sign-outs and registrations, successful and refused. */
export const loginLog = defineEntity({
  area: 'monitor',
  name: 'logininfor',
  table: 'login_log',
  tenancy: 'tenant',
  label: 'userName',
  fields: {
    userName: text({ max: 50, readonly: true, search: 'like', sortable: true }),
    ipaddr: text({ max: 50, readonly: true, search: 'like' }),
    browser: text({ max: 50, readonly: true }),
    os: text({ max: 50, readonly: true }),
    status: dict({ dict: 'sys_common_status', readonly: true, search: 'eq' }),
    msg: text({ max: 200, readonly: true }),
    loginTime: datetime({ readonly: true, search: 'range', sortable: true }),
  },
  operations: ['list', 'query', 'remove', 'export'],
  verbs: ['unlock'],
  orderBy: { field: 'loginTime', order: 'desc' },
})
