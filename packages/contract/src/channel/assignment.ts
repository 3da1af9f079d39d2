import { choice, datetime, integer, ref, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'

/** Codes go to a dealer, come back from him, or go from one to another. */
export const assignmentActions = ['assign', 'withdraw', 'reassign'] as const

/** Who gave which codes to which dealer, and took them back, and when. Nothing here is changed or removed. */
export const assignment = defineView({
  area: 'channel',
  name: 'assignment',
  label: 'firstCode',
  fields: {
    action: choice({ options: assignmentActions, search: 'eq', readonly: true, required: true }),
    /** Null when codes were taken back from several. */
    dealerName: text({ max: 100, readonly: true }),
    firstCode: text({ max: 500, readonly: true }),
    codes: integer({ readonly: true, required: true }),
    /** Codes of this assignment that the dealer still has. */
    held: integer({ readonly: true, required: true }),
    reason: text({ max: 200, readonly: true }),
    /** Who gave or took them. */
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
