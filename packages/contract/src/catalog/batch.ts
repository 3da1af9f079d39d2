import { defineEntity } from '../entity.ts'
import { choice, date, decimal, ref, remark, text } from '../field.ts'
import type { States } from '../states.ts'

/** Lifecycle of a batch: draft, active (codes can be requested and stages reported), closed; voided with a reason. */
export const batchStates = {
  field: 'status',
  initial: 'draft',
  values: ['draft', 'active', 'closed', 'voided'],
  transitions: [
    { verb: 'activate', from: ['draft', 'closed'], to: 'active', confirm: 'plain', bulk: true, undo: true },
    { verb: 'close', from: ['active'], to: 'closed', confirm: 'plain', bulk: true, undo: true },
    {
      verb: 'void',
      from: ['draft', 'active', 'closed'],
      to: 'voided',
      confirm: 'danger',
      reason: { is: 'required', field: 'voidReason' },
      final: 'it is declared with a reason, and buyers may have read it',
    },
  ],
  editable: ['draft', 'active'],
  removable: ['draft'],
} as const satisfies States

/** Batch: goods of one product that go through the stages together. */
export const batch = defineEntity({
  area: 'catalog',
  name: 'batch',
  tenancy: 'tenant',
  label: 'batchNumber',
  scoped: true,
  fields: {
    batchNumber: text({ max: 50, required: true, search: 'like', sortable: true, createOnly: true }),
    productId: ref({ entity: 'catalog/product', required: true, search: 'eq' }),
    volume: decimal({ min: 0, max: 1_000_000, scale: 3, unit: 'm3' }),
    plannedDate: date({ search: 'range' }),
    /** Its circulation; default that of its product's category, else the delivered one. */
    circulationId: ref({ entity: 'stage/circulation', search: 'eq', shared: true }),
    status: choice({ options: batchStates.values, default: 'draft', search: 'eq', readonly: true }),
    voidReason: text({ max: 200, readonly: true, hideInList: true }),
    /** Reason for changing a fact that codes in use rely on. */
    changeReason: text({ max: 200, hideInList: true, changeOnly: true }),
    remark: remark(),
  },
  bulkEdit: ['circulationId', 'plannedDate', 'changeReason'],
  globalSearch: { by: ['batchNumber'], shows: ['productId', 'status'] },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'],
  unique: [{ fields: ['batchNumber'], constraint: 'batch_batch_number_key', error: 'taken' }],
  states: batchStates,
  verbs: ['state'],
})
