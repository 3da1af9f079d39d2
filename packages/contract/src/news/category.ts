import { defineEntity } from '../entity.ts'
import { datetime, naming, order, remark, status } from '../field.ts'
import { defineView, viewOf } from '../view.ts'

/** Category of the market news. */
export const newsCategory = defineEntity({
  area: 'news',
  name: 'category',
  table: 'news_category',
  tenancy: 'platform',
  label: 'name',
  fields: {
    name: naming({ max: 50, required: true, search: 'like', sortable: true }),
    orderNum: order(),
    status: status(),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  unique: [{ fields: ['name'], constraint: 'news_category_name_key', error: 'taken' }],
  orderBy: { field: 'orderNum', order: 'asc' },
})

/** Categories as they are listed: with when each was made. */
export const newsCategories = defineView({
  ...viewOf(newsCategory),
  fields: {
    ...newsCategory.fields,
    createTime: datetime({ readonly: true, required: true, sortable: true, search: 'range' }),
  },
})
