import { defineEntity } from '../entity.ts'
import { flag, phone, ref, remark, status, text } from '../field.ts'

/** Somebody the enterprise or one of its dealers sells to, who may sell on; may sign in with an account of the user type customer. */
export const customer = defineEntity({
  area: 'channel',
  name: 'customer',
  tenancy: 'tenant',
  label: 'name',
  scoped: true,
  fields: {
    name: text({ max: 100, required: true, search: 'like', sortable: true }),
    contact: text({ max: 50, search: 'like', personal: true }),
    phone: phone({ search: 'like', personal: true }),
    address: text({ max: 200 }),
    accountId: ref({ entity: 'system/user' }),
    /** Who serves it, when it sells on; the enterprise itself where there is none. */
    dealerId: ref({ entity: 'channel/dealer', search: 'eq', hideInList: true }),
    /** Buyers see it on the trace page as a place where goods of its dealer, or of no dealer, are sold. */
    shown: flag({}),
    status: status(),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'],
  unique: [
    { fields: ['name'], constraint: 'customer_name_key', error: 'taken' },
    { fields: ['accountId'], constraint: 'customer_account_key', error: 'taken' },
  ],
})
