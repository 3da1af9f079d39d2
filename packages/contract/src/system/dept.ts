import { defineEntity } from '../entity.ts'
import { email, order, phone, ref, status, text } from '../field.ts'
import { plainPattern } from './rules.ts'

/** Department of an enterprise; the enterprise itself is the root. */
export const dept = defineEntity({
  area: 'system',
  name: 'dept',
  tenancy: 'tenant',
  label: 'deptName',
  tree: true,
  fields: {
    parentId: ref({ entity: 'system/dept', tree: true, required: true, hideInList: true }),
    deptName: text({ max: 30, pattern: plainPattern, patternPhrase: 'plain', required: true, search: 'like' }),
    orderNum: order(),
    leader: text({ max: 20, pattern: plainPattern, patternPhrase: 'plain' }),
    phone: phone({}),
    email: email({}),
    status: status(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove'],
  final: { remove: 'rights depend on it', changeStatus: 'what is above it is enabled with it' },
  unique: [{ fields: ['deptName'], constraint: 'dept_name_key', error: 'system.dept.nameTaken' }],
  orderBy: { field: 'orderNum', order: 'asc' },
})
