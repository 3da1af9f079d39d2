import { choice, datetime, defineEntity, integer, stageKeys, text } from '@timbermark/contract'

const states = ['current', 'superseded', 'voided'] as const

/** Stage records as `GET /stage/record/list` answers them. They are appended by reports, never added or edited here. */
export const stageRecord = defineEntity({
  area: 'stage',
  name: 'record',
  tenancy: 'tenant',
  label: 'batchNumber',
  fields: {
    stage: choice({ options: stageKeys, search: 'eq', readonly: true }),
    batchNumber: text({ max: 50, search: 'like', readonly: true }),
    productName: text({ max: 100, readonly: true }),
    codes: integer({ readonly: true }),
    operator: text({ max: 50, search: 'like', readonly: true }),
    documentCode: text({ max: 50, readonly: true }),
    version: integer({ readonly: true }),
    status: choice({ options: states, search: 'eq', readonly: true }),
    ledger: choice({ options: ['queued', 'logged'], readonly: true }),
    // The wire's plain time range searches by it; the moment itself comes as `recordedAt`.
    createTime: datetime({ search: 'range', readonly: true }),
  },
  operations: ['list', 'query'],
  states: { field: 'status', initial: 'current', values: states, transitions: [], editable: [], removable: [] },
})
