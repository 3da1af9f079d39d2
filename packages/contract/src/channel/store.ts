import { defineEntity } from '../entity.ts'
import { rowExtras, defineView, viewOf } from '../view.ts'
import { decimal, flag, integer, naming, phone, ref, remark, status, text } from '../field.ts'

/** Store: where a dealer sells. Coordinates are WGS-84 degrees, both or none. */
export const store = defineEntity({
  area: 'channel',
  name: 'store',
  tenancy: 'tenant',
  label: 'name',
  scoped: true,
  fields: {
    name: text({ max: 100, required: true, search: 'like', sortable: true }),
    dealerId: ref({ entity: 'channel/dealer', required: true, search: 'eq' }),
    address: naming({ max: 200, required: true, search: 'like' }),
    contact: text({ max: 50, personal: true }),
    phone: phone({ personal: true }),
    longitude: decimal({ min: -180, max: 180, scale: 6, hideInList: true }),
    latitude: decimal({ min: -90, max: 90, scale: 6, hideInList: true }),
    /** The trace page shows it to buyers as a place where goods of its dealer are sold. */
    shown: flag({ seen: 'revision' }),
    /** Version number: to publish a store, callers state the version they have read, because its dealer may edit it. */
    revision: integer({ readonly: true, hideInList: true }),
    status: status(),
    remark: remark(),
  },
  bulkEdit: ['dealerId', 'status'],
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'],
  unique: [{ fields: ['name', 'dealerId'], constraint: 'store_name_key', error: 'taken' }],
})

const { revision: _, ...fields } = store.fields

/** Stores as the enterprise lists them. */
export const stores = defineView({
  ...viewOf(store),
  fields,
  rowExtras: rowExtras<{
    /** Version number. */
    revision: number
  }>(),
})
