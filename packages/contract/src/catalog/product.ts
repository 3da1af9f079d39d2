import { defineEntity } from '../entity.ts'
import { images, naming, ref, remark, richText, status, text, video } from '../field.ts'

/** Product: one kind of timber goods with the names that trade, customs and science give its species. */
export const product = defineEntity({
  area: 'catalog',
  name: 'product',
  tenancy: 'tenant',
  label: 'name',
  defaultColumns: ['images', 'code', 'name', 'categoryId', 'enterpriseName', 'status', 'createTime'],
  scoped: true,
  fields: {
    code: text({ max: 50, required: true, search: 'like', sortable: true }),
    name: naming({ max: 100, required: true, search: 'like', sortable: true }),
    categoryId: ref({ entity: 'catalog/category', required: true, search: 'eq' }),
    enterpriseName: text({ max: 100, required: true }),
    foreignName: text({ max: 100, required: true, search: 'like' }),
    chineseName: text({ max: 100, required: true, search: 'like' }),
    latinGenus: text({ max: 60, required: true, hideInList: true }),
    latinSpecies: text({ max: 60, required: true, hideInList: true }),
    description: richText({ max: 20_000, hideInList: true }),
    /** What buyers read in place of the description, in the languages in which it is given. */
    publicDescription: naming({ max: 1000, lines: 5, hideInList: true }),
    images: images({}),
    video: video({ hideInList: true }),
    status: status(),
    /** Reason for changing a fact that codes in use rely on. */
    changeReason: text({ max: 200, hideInList: true, changeOnly: true }),
    remark: remark(),
  },
  bulkEdit: ['categoryId', 'status', 'changeReason'],
  globalSearch: { by: ['code', 'name', 'foreignName', 'chineseName'], shows: ['code', 'chineseName'] },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'],
  unique: [{ fields: ['code'], constraint: 'product_code_key', error: 'taken' }],
})
