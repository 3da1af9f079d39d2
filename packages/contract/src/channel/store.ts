import { defineEntity } from '../entity.ts'
import { decimal, flag, naming, phone, ref, remark, status, text } from '../field.ts'

/** Store: where a dealer sells. Coordinates are WGS-84, in degrees, both or none. */
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
    /** Buyers see it on the trace page as a place where goods of its dealer are sold. */
    shown: flag({}),
    status: status(),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'],
  unique: [{ fields: ['name', 'dealerId'], constraint: 'store_name_key', error: 'taken' }],
})
