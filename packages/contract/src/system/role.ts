import { defineEntity } from '../entity.ts'
import { choice, order, remark, status, text } from '../field.ts'
import { plainPattern } from './rules.ts'

/** Data scope of a role: 1 all, 2 chosen departments, 3 own department, 4 own department and below, 5 own rows. */
export const dataScopes = ['1', '2', '3', '4', '5'] as const

/** Permissions and data scope of users. */
export const role = defineEntity({
  area: 'system',
  name: 'role',
  tenancy: 'tenant',
  label: 'roleName',
  fields: {
    roleName: text({
      max: 30,
      pattern: plainPattern,
      patternPhrase: 'plain',
      required: true,
      search: 'like',
      sortable: true,
    }),
    roleKey: text({
      max: 100,
      pattern: '^[A-Za-z][A-Za-z0-9:_-]*$',
      patternPhrase: 'roleKey',
      required: true,
      search: 'like',
      sortable: true,
    }),
    roleSort: order(),
    dataScope: choice({ options: dataScopes, default: '5', readonly: true }),
    status: status(),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  final: { remove: 'its grants are removed with it', changeStatus: 'sessions of its members change' },
  unique: [
    { fields: ['roleName'], constraint: 'role_name_key', error: 'system.role.editTaken' },
    { fields: ['roleKey'], constraint: 'role_key_key', error: 'system.role.editTaken' },
  ],
  orderBy: { field: 'roleSort', order: 'asc' },
})
