import { defineEntity } from '../entity.ts'
import { phone, ref, remark, status, text } from '../field.ts'

/** Supplier of the enterprise; may sign in with an account of the user type supplier. */
export const supplier = defineEntity({
  area: 'channel',
  name: 'supplier',
  tenancy: 'tenant',
  label: 'name',
  scoped: true,
  fields: {
    name: text({ max: 100, required: true, search: 'like', sortable: true }),
    contact: text({ max: 50, search: 'like', personal: true }),
    phone: phone({ search: 'like', personal: true }),
    address: text({ max: 200 }),
    accountId: ref({ entity: 'system/user' }),
    status: status(),
    remark: remark(),
  },
  globalSearch: { by: ['name', 'contact', 'phone'], shows: ['contact'] },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'],
  unique: [
    { fields: ['name'], constraint: 'supplier_name_key', error: 'taken' },
    { fields: ['accountId'], constraint: 'supplier_account_key', error: 'taken' },
  ],
})
