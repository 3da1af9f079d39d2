import { defineEntity } from '../entity.ts'
import { order, remark, status, text } from '../field.ts'

/** Category of the market news. */
export const newsCategory = defineEntity({
  area: 'news',
  name: 'category',
  table: 'news_category',
  tenancy: 'platform',
  label: 'name',
  fields: {
    name: text({ max: 50, required: true, search: 'like', sortable: true }),
    orderNum: order(),
    status: status(),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  unique: [{ fields: ['name'], constraint: 'news_category_name_key', error: 'taken' }],
  orderBy: { field: 'orderNum', order: 'asc' },
})
