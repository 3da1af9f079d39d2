import { defineEntity } from '../entity.ts'
import { images, naming, order, ref, status, text } from '../field.ts'

/** Product category: how a company groups what it sells. */
export const category = defineEntity({
  area: 'catalog',
  name: 'category',
  tenancy: 'tenant',
  label: 'name',
  scoped: true,
  fields: {
    name: naming({ max: 50, required: true, search: 'like', sortable: true }),
    picture: images({ maxItems: 1 }),
    orderNum: order(),
    status: status(),
    /** Default circulation of the batches of its products. */
    circulationId: ref({ entity: 'stage/circulation', shared: true, hideInList: true }),
    /** Also in the list: the specification requires it for categories. */
    remark: text({ max: 200, lines: 3 }),
  },
  bulkEdit: ['circulationId', 'status'],
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'],
  unique: [{ fields: ['name'], constraint: 'category_name_key', error: 'taken' }],
  orderBy: { field: 'orderNum', order: 'asc' },
})
