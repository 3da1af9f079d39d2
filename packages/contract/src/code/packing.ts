import { choice, datetime, integer, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'

/** Into a parent, out of it, or from one into another. */
export const packingActions = ['pack', 'unpack', 'repack'] as const

const code = { max: 500, readonly: true } as const

/** Who packed and unpacked what, and when. Append-only: a right packing follows a wrong one. */
export const packing = defineView({
  area: 'code',
  name: 'packing',
  label: 'parentCode',
  defaultColumns: ['action', 'parentCode', 'firstCode', 'codes', 'reason', 'operator', 'happenedAt'],
  fields: {
    action: choice({ options: packingActions, search: 'eq', readonly: true, required: true }),
    /** Null when codes came out of several parents. */
    parentCode: text({ ...code, search: 'eq' }),
    firstCode: text(code),
    codes: integer({ readonly: true, required: true }),
    operator: text({ max: 50, search: 'like', readonly: true, required: true }),
    happenedAt: datetime({ readonly: true, required: true }),
    reason: text({ max: 200, readonly: true }),
    ledger: choice({ options: ['queued', 'logged'], readonly: true, required: true }),
    /** When it reached the server. */
    recordedAt: datetime({ search: 'range', sortable: true, readonly: true, required: true }),
  },
  searches: {
    /** Code of a packed item. */
    code: text({ max: 500 }),
  },
  operations: ['list', 'query', 'export'],
  orderBy: { field: 'recordedAt', order: 'desc' },
  rowExtras: rowExtras<{
    /** The stage report that packed it; null without one. */
    recordId: number | null
    createBy: string | null
  }>(),
})
