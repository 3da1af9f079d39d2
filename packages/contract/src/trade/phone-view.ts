import { choice, datetime, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'

/** Who was told the phone number of one's own listings, newest first. */
export const phoneViews = defineView({
  area: 'trade',
  name: 'phone-view',
  unscoped: 'written by another enterprise for the owner of the listing: apps/server/test/trade',
  label: 'goodsName',
  fields: {
    goodsName: text({ max: 100, readonly: true, required: true, search: 'like' }),
    viewerEnterprise: text({ max: 100, readonly: true, required: true, search: 'like' }),
    viewerUser: text({ max: 50, readonly: true, required: true, search: 'like' }),
    /** By which consent: an accepted quote, or the operator's audit. */
    because: choice({ options: ['quoteAccepted', 'audit'], readonly: true, required: true, search: 'eq' }),
    viewTime: datetime({ readonly: true, required: true, search: 'range' }),
  },
  operations: ['list', 'export'],
  orderBy: { field: 'viewTime', order: 'desc' },
  rowExtras: rowExtras<{
    listingId: number
    /** Pages by key: `after` is the cursor of the last row seen. */
    cursor: string
  }>(),
})
