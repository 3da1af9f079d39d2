import { defineEntity } from '../entity.ts'
import { choice, datetime, integer, naming, ref, text } from '../field.ts'
import type { States } from '../states.ts'
import { rowExtras, defineView, viewOf } from '../view.ts'

/** A recall stands until it is lifted; nobody takes it back unsaid. */
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
    },
  ],
  editable: [],
  removable: [],
} as const satisfies States

/** What becomes of reports about recalled goods: their reporter is asked for a reason, or they are refused. */
export const recallReports = ['ask', 'refuse'] as const
export type RecallReports = (typeof recallReports)[number]

/** An enterprise calls goods back: all of a batch, or some codes. It is sealed, and every reader of the codes is told. */
export const recall = defineEntity({
  area: 'catalog',
  name: 'recall',
  tenancy: 'tenant',
  label: 'reason',
  scoped: true,
  fields: {
    /** Null when single codes were called back. */
    batchId: ref({ entity: 'catalog/batch', search: 'eq', readonly: true }),
    /** Codes that are called back; null when it is all of a batch. */
    codes: integer({ readonly: true }),
    status: choice({ options: recallStates.values, default: 'standing', search: 'eq', readonly: true, required: true }),
    reports: choice({ options: recallReports, readonly: true, required: true }),
    /** What is wrong, as its readers see it. */
    reason: naming({ max: 500, lines: 3, readonly: true, required: true }),
    /** What whoever has the goods is to do. */
    advice: naming({ max: 500, lines: 3, readonly: true, required: true, hideInList: true }),
    /** Whom to ask: readers of one language may have another telephone than those of the next. */
    contact: naming({ max: 200, readonly: true, required: true, hideInList: true }),
    recalledAt: datetime({ search: 'range', sortable: true, readonly: true, required: true }),
    liftReason: naming({ max: 200, lines: 3, readonly: true, hideInList: true }),
  },
  operations: ['list', 'query', 'export'],
  states: recallStates,
  verbs: ['state', 'declare'],
})

const { codes, status, reports, reason, advice, contact, recalledAt, liftReason } = recall.fields

/** Recalls as they are listed and shown. */
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
    /** One of the codes, of a batch that was called back too. */
    code: text({ max: 500 }),
    batchId: ref({ entity: 'catalog/batch' }),
  },
  orderBy: { field: 'recalledAt', order: 'desc' },
  rowExtras: rowExtras<{ batchId: number | null }>(),
})
