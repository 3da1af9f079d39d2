import { choice, defineEntity, ref, remark, stageKeys, status } from '@timbermark/contract'

/** Who may report which stage, as `GET /stage/authorization/list` answers it: one row per user and stage. */
export const stageAuthorization = defineEntity({
  area: 'stage',
  name: 'authorization',
  tenancy: 'tenant',
  label: 'userName',
  fields: {
    userId: ref({ entity: 'system/user', required: true, search: 'eq' }),
    stage: choice({ options: stageKeys, required: true, search: 'eq' }),
    status: status(),
    remark: remark(),
  },
  operations: ['list', 'add', 'edit', 'remove'],
})
