import { defineEntity } from '../entity.ts'
import { choice, datetime, decimal, flag, integer, ref, text } from '../field.ts'
import type { States } from '../states.ts'
import { defineView, viewOf } from '../view.ts'

/** Lines of one transfer. */
export const mostTransferLines = 100

/** Volume of a line: cubic metres. */
export const transferredVolume = decimal({ min: 0.000001, max: 1_000_000, digits: 6, required: true, unit: 'm3' })

/** Lifecycle of a transfer: it counts at once. Reversed, the wood is back where it came from. */
export const transferStates = {
  field: 'status',
  initial: 'posted',
  values: ['posted', 'reversed'],
  transitions: [
    {
      verb: 'reverse',
      from: ['posted'],
      to: 'reversed',
      confirm: 'plain',
      reason: { is: 'required', field: 'reason' },
      final: 'the accounts keep the transfer and its reversal; the wood can be transferred again',
    },
  ],
  editable: [],
  removable: [],
} as const satisfies States

/**
 * Wood that moves between batches of one enterprise, in its species and form: several batches are merged, one is split. Nothing is
 * lost: what leaves the accounts of some batches comes into those of others.
 */
export const transfer = defineEntity({
  area: 'material',
  name: 'transfer',
  table: 'material_transfer',
  tenancy: 'tenant',
  label: 'batches',
  scoped: true,
  fields: {
    /** Its batches as they were called. */
    batches: text({ max: 200, readonly: true }),
    /** Of all lines. */
    volume: decimal({ scale: 6, unit: 'm3', readonly: true, sortable: true }),
    happenedAt: datetime({ required: true, happened: true, createOnly: true, sortable: true, search: 'range' }),
    remark: text({ max: 500, lines: 3, createOnly: true, hideInList: true }),
    status: choice({ options: transferStates.values, default: 'posted', search: 'eq', readonly: true }),
    /** Why it was reversed. */
    reason: text({ max: 200, readonly: true, hideInList: true }),
    reversedAt: datetime({ readonly: true, hideInList: true }),
  },
  operations: ['list', 'export'],
  states: transferStates,
  verbs: ['add', 'reverse'],
})

/** Transfers as lists show them. */
export const transfers = defineView({
  ...viewOf(transfer),
  defaultColumns: ['batches', 'volume', 'lines', 'happenedAt', 'status', 'createTime'],
  fields: {
    ...transfer.fields,
    lines: integer({ readonly: true, required: true }),
    createTime: datetime({ readonly: true, required: true, sortable: true }),
  },
  searches: {
    /** Transfers from or to a batch. */
    batchId: ref({ entity: 'catalog/batch', search: 'eq' }),
    /** Whether a batch that is recalled now gave wood to one that is not. */
    recalled: flag({ search: 'eq' }),
  },
})
