import { defineEntity } from '../entity.ts'
import { flag, phone, ref, remark, status, text } from '../field.ts'

/** Customer of the enterprise or of one of its dealers, who may resell; may sign in with an account of the user type customer. */
export const customer = defineEntity({
  area: 'channel',
  name: 'customer',
  tenancy: 'tenant',
  label: 'name',
  defaultColumns: ['name', 'contact', 'phone', 'address', 'accountId', 'shown', 'status'],
  scoped: true,
  fields: {
    name: text({ max: 100, required: true, search: 'like', sortable: true }),
    contact: text({ max: 50, search: 'like', personal: true }),
    phone: phone({ search: 'like', personal: true }),
    address: text({ max: 200 }),
    accountId: ref({ entity: 'system/user' }),
    /** The dealer that serves it when it resells; empty means the enterprise itself. */
    dealerId: ref({ entity: 'channel/dealer', search: 'eq', hideInList: true }),
    /** The trace page shows it to buyers as a place where goods of its dealer, or of no dealer, are sold. */
    shown: flag({}),
    status: status(),
    remark: remark(),
  },
  bulkEdit: ['dealerId', 'status'],
  globalSearch: { by: ['name', 'contact', 'phone'], shows: ['contact'] },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'],
  unique: [
    { fields: ['name'], constraint: 'customer_name_key', error: 'taken' },
    { fields: ['accountId'], constraint: 'customer_account_key', error: 'taken' },
  ],
})
