import { choice, datetime, integer, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'
import { labelReasons, labelStates } from './label-states.ts'

const code = { max: 500, readonly: true } as const

/** Labels in their current ranges: delivered, in use, spoiled or lost. Labels that were only made are in none. */
export const label = defineView({
  area: 'code',
  name: 'label',
  label: 'firstCode',
  defaultColumns: ['state', 'firstCode', 'codes', 'batchNumber', 'reason', 'since'],
  fields: {
    state: choice({ options: labelStates.values, search: 'eq', readonly: true, required: true }),
    firstCode: text(code),
    lastCode: text(code),
    codes: integer({ readonly: true, required: true }),
    requestName: text({ max: 100, search: 'like', readonly: true, required: true }),
    batchNumber: text({ max: 50, search: 'like', readonly: true, required: true }),
    reason: choice({ options: [...labelReasons.spoil, ...labelReasons.lose], search: 'eq', readonly: true }),
    note: text({ max: 200, readonly: true }),
    operator: text({ max: 50, readonly: true, required: true }),
    since: datetime({ search: 'range', sortable: true, readonly: true, required: true }),
  },
  searches: {
    /** Any label of a range. */
    code: text({ max: 500 }),
  },
  operations: ['list', 'export'],
  orderBy: { field: 'since', order: 'desc' },
  rowExtras: rowExtras<{
    requestId: number
    /** First and last serial, both included, as printed: from 1. */
    from: number
    to: number
  }>(),
})
