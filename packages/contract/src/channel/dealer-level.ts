import { defineEntity } from '../entity.ts'
import { choice, order, remark, status, text } from '../field.ts'

/** Level of a dealer: names for level one (buys from the enterprise) and level two (buys from a dealer of level one). */
export const dealerLevel = defineEntity({
  area: 'channel',
  name: 'dealer-level',
  table: 'dealer_level',
  tenancy: 'tenant',
  label: 'name',
  scoped: true,
  fields: {
    code: text({ max: 20, required: true, search: 'like', sortable: true }),
    name: text({ max: 50, required: true, search: 'like', sortable: true }),
    level: choice({ options: ['1', '2'], required: true, search: 'eq' }),
    orderNum: order(),
    status: status(),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'],
  unique: [
    { fields: ['code'], constraint: 'dealer_level_code_key', error: 'taken' },
    { fields: ['name'], constraint: 'dealer_level_name_key', error: 'taken' },
  ],
  orderBy: { field: 'orderNum', order: 'asc' },
})
