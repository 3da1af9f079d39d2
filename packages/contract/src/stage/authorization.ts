import { choice, datetime, dict, remark, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'
import { stageKeys } from './keys.ts'

/** Which field user may report which stage: one row per pair. */
export const stageAuthorization = defineView({
  area: 'stage',
  name: 'authorization',
  label: 'userName',
  fields: {
    userName: text({ max: 50, search: 'like', readonly: true, required: true }),
    nickName: text({ max: 50, readonly: true, required: true }),
    stage: choice({ options: stageKeys, search: 'eq', required: true }),
    status: dict({ dict: 'sys_normal_disable', search: 'eq', readonly: true, required: true }),
    remark: remark(),
    createTime: datetime({ readonly: true, required: true }),
  },
  operations: ['list', 'add', 'edit', 'remove'],
  final: { remove: 'who may report changes at once, and is granted again' },
  rowExtras: rowExtras<{ userId: number }>(),
})
