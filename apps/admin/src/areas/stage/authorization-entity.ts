import { choice, datetime, defineEntity, dict, remark, stageKeys, text } from '@timbermark/contract'

/** Who may report which stage, as `GET /stage/authorization/list` answers it: one row per user and stage. */
export const stageAuthorization = defineEntity({
  area: 'stage',
  name: 'authorization',
  tenancy: 'tenant',
  label: 'userName',
  fields: {
    userName: text({ max: 50, search: 'like', readonly: true }),
    nickName: text({ max: 50, readonly: true }),
    stage: choice({ options: stageKeys, search: 'eq' }),
    status: dict({ dict: 'sys_normal_disable', search: 'eq', readonly: true }),
    remark: remark(),
    createTime: datetime({ readonly: true }),
  },
  operations: ['list', 'add', 'edit', 'remove'],
})
