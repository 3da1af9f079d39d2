import { z } from 'zod'
import { defineCall } from '../call.ts'
import { entityBody } from '../entity-body.ts'
import {
  added,
  count,
  flag,
  id,
  ids,
  moment,
  nothing,
  oneOfEach,
  rights,
  rowId,
  tickedDepts,
  treeNode,
} from '../wire/shapes.ts'
import { dept } from './dept.ts'

/** A department as the list shows it; `parentId` 0 stands above the root. */
const deptRow = z.strictObject({
  id: rowId,
  deptId: rowId,
  parentId: z.number().int(),
  /** Ids from 0 down to the parent, with commas. */
  ancestors: z.string(),
  deptName: z.string(),
  orderNum: z.number().int(),
  leader: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  status: z.string(),
  createTime: moment,
  updateTime: moment.nullable(),
  createBy: z.string().nullable(),
  parentName: z.string().nullable(),
  ...rights,
})

const deptsInScope = { tested: 'departments in scope', in: 'apps/server/test/system/data-scope.test.ts' } as const

export const deptsWithout = defineCall({
  method: 'GET',
  path: '/system/dept/list/exclude/:id(^\\d+$)',
  access: { permission: 'system:dept:list' },
  scope: deptsInScope,
  summary: 'Departments in reach without one and everything below it: where it may be moved',
  answer: z.array(deptRow),
  envelopeExtras: z.strictObject({ rows: z.array(deptRow), total: count }),
})

export const deptTree = defineCall({
  method: 'GET',
  path: '/system/dept/treeselect',
  access: { permission: 'system:dept:list' },
  scope: deptsInScope,
  summary: 'Departments in reach as a tree',
  answer: z.array(treeNode),
})

export const deptsOfRole = defineCall({
  method: 'GET',
  path: '/system/dept/roleDeptTreeselect/:id(^\\d+$)',
  access: { permission: 'system:role:query' },
  scope: { row: 'system/role' },
  summary: 'Departments in reach and those that a role reaches',
  answer: tickedDepts,
  envelopeExtras: tickedDepts,
})

export const addDept = defineCall({
  method: 'POST',
  path: '/system/dept',
  access: { permission: 'system:dept:add' },
  summary: 'Adds a department',
  body: entityBody(dept, 'add'),
  answer: added.extend({ deptId: rowId }),
  labels: 'system.dept',
  audit: { title: 'system.dept', kind: 'add' },
})

export const editDept = defineCall({
  method: 'PUT',
  path: '/system/dept',
  access: { permission: 'system:dept:edit' },
  summary: 'Changes the given fields of a department, or moves it',
  body: entityBody(dept, 'edit', { deptId: id.optional() }),
  answer: nothing,
  labels: 'system.dept',
  audit: { title: 'system.dept', kind: 'edit' },
})

export const sortDepts = defineCall({
  method: 'PUT',
  path: '/system/dept/updateSort',
  access: { permission: 'system:dept:edit' },
  scope: deptsInScope,
  summary: 'Sets the order of several departments',
  body: z
    .strictObject({ deptIds: ids.optional(), orderNums: ids.optional() })
    .meta(oneOfEach(['deptIds'], ['orderNums'])),
  answer: nothing,
  labels: 'system.dept',
  audit: { title: 'system.dept', kind: 'edit' },
})

export const removeDept = defineCall({
  method: 'DELETE',
  path: '/system/dept/:id(^\\d+$)',
  access: { permission: 'system:dept:remove' },
  summary: 'Removes an empty department',
  answer: nothing,
  audit: { title: 'system.dept', kind: 'remove' },
})

export const postOptions = defineCall({
  method: 'GET',
  path: '/system/post/optionselect',
  access: { anyOf: ['system:post:list', 'system:post:query', 'system:user:list', 'system:user:query'] },
  scope: { rows: 'system/post' },
  summary: 'Posts for a select',
  answer: z.array(
    z.strictObject({
      id: rowId,
      postId: rowId,
      postCode: z.string(),
      postName: z.string(),
      postSort: z.number().int(),
      status: flag,
    }),
  ),
})

export const deptCalls = [
  deptsWithout,
  deptTree,
  deptsOfRole,
  addDept,
  editDept,
  sortDepts,
  removeDept,
  postOptions,
] as const
