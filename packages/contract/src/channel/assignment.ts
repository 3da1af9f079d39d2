import { choice, datetime, integer, ref, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'

/** Codes go to a dealer, come back, or move from one dealer to another. */
export const assignmentActions = ['assign', 'withdraw', 'reassign'] as const

/** Who assigned which codes to which dealer, or withdrew them, and when. Append-only. */
export const assignment = defineView({
  area: 'channel',
  name: 'assignment',
  label: 'firstCode',
  defaultColumns: ['action', 'dealerName', 'firstCode', 'codes', 'held', 'byName', 'recordedAt'],
  fields: {
    action: choice({ options: assignmentActions, search: 'eq', readonly: true, required: true }),
    /** Null when codes were withdrawn from several dealers. */
    dealerName: text({ max: 100, readonly: true }),
    firstCode: text({ max: 500, readonly: true }),
    codes: integer({ readonly: true, required: true }),
    /** Codes of this assignment that the dealer still has. */
    held: integer({ readonly: true, required: true }),
    reason: text({ max: 200, readonly: true }),
    /** Who assigned or withdrew them. */
    byName: text({ max: 50, readonly: true }),
    recordedAt: datetime({ search: 'range', sortable: true, readonly: true, required: true }),
  },
  searches: {
    /** One of the codes. */
    code: text({ max: 500 }),
    dealerId: ref({ entity: 'channel/dealer' }),
  },
  operations: ['list', 'query', 'export'],
  orderBy: { field: 'recordedAt', order: 'desc' },
  rowExtras: rowExtras<{ dealerId: number | null; createBy: string | null }>(),
})
