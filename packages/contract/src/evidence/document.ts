import { defineEntity } from '../entity.ts'
import { dict, files, remark, text } from '../field.ts'

/** Certificate or form that stage reports refer to by its code; exactly one file each (pdf, png, jpeg, jpg). */
export const document = defineEntity({
  area: 'evidence',
  name: 'document',
  tenancy: 'tenant',
  label: 'name',
  scoped: true,
  fields: {
    code: text({ max: 50, required: true, search: 'like', sortable: true }),
    name: text({ max: 100, required: true, search: 'like' }),
    type: dict({ dict: 'document_type', required: true, search: 'eq' }),
    file: files({ required: true, maxItems: 1, types: ['pdf', 'png', 'jpeg', 'jpg'] }),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  unique: [{ fields: ['code'], constraint: 'document_code_key', error: 'evidence.documentCodeTaken' }],
})
