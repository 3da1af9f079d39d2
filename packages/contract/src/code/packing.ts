import { choice, datetime, integer, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'

/** Into a container, out of it, or out of one into another. */
export const packingActions = ['pack', 'unpack', 'repack'] as const

const code = { max: 500, readonly: true } as const

/** Who packed and unpacked what, and when. Nothing here is changed or removed: a wrong packing is followed by a right one. */
export const packing = defineView({
  area: 'code',
  name: 'packing',
  label: 'parentCode',
  fields: {
    action: choice({ options: packingActions, search: 'eq', readonly: true, required: true }),
    /** Null when codes came out of several. */
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
    /** What was packed, by its own code. */
    code: text({ max: 500 }),
  },
  operations: ['list', 'query', 'export'],
  orderBy: { field: 'recordedAt', order: 'desc' },
  rowExtras: rowExtras<{
    /** The stage report that packed; null when it was packed without one. */
    recordId: number | null
    createBy: string | null
  }>(),
})
