import { choice, datetime, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'

/** Who saw the phone number of own listings, newest first. */
export const phoneViews = defineView({
  area: 'trade',
  name: 'phone-view',
  unscoped: 'written by another enterprise for the owner of the listing: apps/server/test/trade',
  label: 'goodsName',
  fields: {
    goodsName: text({ max: 100, readonly: true, required: true, search: 'like' }),
    viewerEnterprise: text({ max: 100, readonly: true, required: true, search: 'like' }),
    viewerUser: text({ max: 50, readonly: true, required: true, search: 'like' }),
    /** Reason of access: an accepted quote, or the operator's audit. */
    because: choice({ options: ['quoteAccepted', 'audit'], readonly: true, required: true, search: 'eq' }),
    viewTime: datetime({ readonly: true, required: true, search: 'range' }),
  },
  operations: ['list', 'export'],
  orderBy: { field: 'viewTime', order: 'desc' },
  rowExtras: rowExtras<{
    listingId: number
    /** Keyset pages: `after` is the cursor of the last row. */
    cursor: string
  }>(),
})
