import { integer } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'
import { dept } from './dept.ts'

const { parentId: _, ...fields } = dept.fields

/** Departments as lists and forms show them: the enterprise is the root, 0 is above it. */
export const deptView = defineView({
  area: 'system',
  name: 'dept',
  unscoped: 'departments have a scope of their own: apps/server/test/system/data-scope.test.ts',
  of: dept,
  idAlias: 'deptId',
  label: 'deptName',
  tree: true,
  fields: { parentId: integer({ min: 0, required: true, hideInList: true }), ...fields },
  operations: dept.operations,
  final: dept.final,
  rowExtras: rowExtras<{
    /** Ids from 0 down to the parent, with commas. */
    ancestors: string
    parentName: string | null
  }>(),
})
