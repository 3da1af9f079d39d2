import { defineEntity } from '../entity.ts'
import { images, naming, order, ref, status, text } from '../field.ts'

/** Product category: what a company sells, as its own people group it. */
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
    /** By which batches of its products go unless another is chosen. */
    circulationId: ref({ entity: 'stage/circulation', shared: true, hideInList: true }),
    /** Shown in the list too, as the specification has it for categories. */
    remark: text({ max: 200, lines: 3 }),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'],
  unique: [{ fields: ['name'], constraint: 'category_name_key', error: 'taken' }],
  orderBy: { field: 'orderNum', order: 'asc' },
})
