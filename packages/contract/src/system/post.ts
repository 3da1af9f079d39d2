import { defineEntity } from '../entity.ts'
import { order, remark, status, text } from '../field.ts'
import { plainPattern } from './rules.ts'

/** Position that people of an enterprise hold. */
export const post = defineEntity({
  area: 'system',
  name: 'post',
  tenancy: 'tenant',
  idAlias: 'postId',
  label: 'postName',
  scoped: true,
  fields: {
    postCode: text({ max: 64, required: true, search: 'like', sortable: true }),
    postName: text({
      max: 50,
      pattern: plainPattern,
      patternPhrase: 'plain',
      required: true,
      search: 'like',
      sortable: true,
    }),
    postSort: order(),
    status: status(),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  unique: [
    { fields: ['postCode'], constraint: 'post_code_key', error: 'taken' },
    { fields: ['postName'], constraint: 'post_name_key', error: 'taken' },
  ],
  orderBy: { field: 'postSort', order: 'asc' },
})
