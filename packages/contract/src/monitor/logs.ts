import { datetime, dict, integer, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'

/** Where an address is, as far as it is known. */
const place = text({ max: 100, readonly: true, hideInList: true })

/** Who did what in the back office; written by the server only. */
export const operLog = defineView({
  area: 'monitor',
  name: 'operlog',
  idAlias: 'operId',
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
    operTime: datetime({ readonly: true, required: true, search: 'range', sortable: true }),
    costTime: integer({ readonly: true, sortable: true }),
    requestId: text({ max: 50, readonly: true, hideInList: true }),
    operLocation: place,
  },
  operations: ['list', 'query', 'remove', 'export'],
  final: { remove: 'a log is removed for good' },
  orderBy: { field: 'operTime', order: 'desc' },
  rowExtras: rowExtras<{ titleKey: string; operatorType: number }>(),
})

/** Sign-ins, sign-outs and registrations, successful and refused. */
export const loginLog = defineView({
  area: 'monitor',
  name: 'logininfor',
  idAlias: 'infoId',
  label: 'userName',
  fields: {
    userName: text({ max: 50, readonly: true, search: 'like', sortable: true }),
    status: dict({ dict: 'sys_common_status', readonly: true, required: true, search: 'eq' }),
    /** What happened, in the reader's language. */
    msg: text({ max: 200, readonly: true }),
    ipaddr: text({ max: 50, readonly: true, search: 'like' }),
    browser: text({ max: 50, readonly: true }),
    os: text({ max: 50, readonly: true }),
    loginTime: datetime({ readonly: true, required: true, search: 'range', sortable: true }),
    loginLocation: place,
  },
  operations: ['list', 'query', 'remove', 'export'],
  final: { remove: 'a log is removed for good' },
  verbs: ['unlock'],
  orderBy: { field: 'loginTime', order: 'desc' },
})
