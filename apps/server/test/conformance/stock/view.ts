import { datetime, integer, text } from '../../../../../packages/contract/src/field.ts'
import { defineView } from '../../../../../packages/contract/src/view.ts'

/** Batches of a product: how many, and since when. */
export const stock = defineView({
  area: 'catalog',
  name: 'stock',
  label: 'productName',
  fields: {
    productName: text({ max: 100, readonly: true, required: true, search: 'like', sortable: true }),
    batches: integer({ readonly: true, required: true, sortable: true }),
    latest: datetime({ readonly: true, search: 'range' }),
  },
  operations: ['list', 'export'],
})
