import { defineEntity } from '../entity.ts'
import { choice, datetime, integer, naming, ref, text } from '../field.ts'
import type { States } from '../states.ts'
import { rowExtras, defineView, viewOf } from '../view.ts'

/** A recall is active until it is lifted; it cannot be removed without a trace. */
export const recallStates = {
  field: 'status',
  initial: 'standing',
  values: ['standing', 'lifted'],
  transitions: [
    {
      verb: 'lift',
      from: ['standing'],
      to: 'lifted',
      confirm: 'danger',
      reason: { is: 'required', field: 'liftReason' },
      final: 'buyers may have read that it is lifted; goods are recalled again by a new recall',
    },
  ],
  editable: [],
  removable: [],
} as const satisfies States

/** How reports about recalled goods are handled: the reporter must give a reason, or the report is refused. */
export const recallReports = ['ask', 'refuse'] as const
export type RecallReports = (typeof recallReports)[number]

/** Recall of goods: all of a batch, or some codes. It is sealed, and every reader of the codes sees it. */
export const recall = defineEntity({
  area: 'catalog',
  name: 'recall',
  tenancy: 'tenant',
  label: 'reason',
  scoped: true,
  fields: {
    /** Null when single codes are recalled. */
    batchId: ref({ entity: 'catalog/batch', search: 'eq', readonly: true }),
    /** Recalled codes; null when all of a batch is recalled. */
    codes: integer({ readonly: true }),
    status: choice({ options: recallStates.values, default: 'standing', search: 'eq', readonly: true, required: true }),
    reports: choice({ options: recallReports, readonly: true, required: true }),
    /** What is wrong, as readers of the codes see it. */
    reason: naming({ max: 500, lines: 3, readonly: true, required: true }),
    /** What holders of the goods should do. */
    advice: naming({ max: 500, lines: 3, readonly: true, required: true, hideInList: true }),
    /** Contact: readers of another language may have another telephone number. */
    contact: naming({ max: 200, readonly: true, required: true, hideInList: true }),
    recalledAt: datetime({ search: 'range', sortable: true, readonly: true, required: true }),
    liftReason: naming({ max: 200, lines: 3, readonly: true, hideInList: true }),
  },
  operations: ['list', 'query', 'export'],
  states: recallStates,
  verbs: ['state', 'declare'],
})

const { codes, status, reports, reason, advice, contact, recalledAt, liftReason } = recall.fields

/** Recalls as lists and details show them. */
export const recalls = defineView({
  ...viewOf(recall),
  label: 'goods',
  fields: {
    /** Number of the batch, or the first of the codes. */
    goods: text({ max: 500, readonly: true, required: true }),
    codes,
    reason,
    status,
    recalledAt,
    reports,
    advice,
    contact,
    liftReason,
  },
  searches: {
    /** One of the codes; also found through its recalled batch. */
    code: text({ max: 500 }),
    batchId: ref({ entity: 'catalog/batch' }),
  },
  orderBy: { field: 'recalledAt', order: 'desc' },
  rowExtras: rowExtras<{ batchId: number | null }>(),
})
