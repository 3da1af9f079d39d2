import {
  addDept as addDeptCall,
  deptTree as deptTreeCall,
  deptsOfRole,
  deptsWithout,
  editDept as editDeptCall,
  removeDept as removeDeptCall,
  sortDepts as sortDeptsCall,
} from '@timbermark/contract/calls'
import { lookupPermissionsOf, deptView, type RowOf } from '@timbermark/contract'
import { choices, choicesQuery } from '../../../entity/common-answers.ts'
import { readingOf, parseWholeNumber } from '../../../entity/read-rows.ts'
import { runSave } from '../../../entity/run-save.ts'
import { answerAll } from '../../../entity/answers.ts'
import { statusRoute } from '../../../entity/status-route.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { idsOf } from '../../../entity/write.ts'
import { hasPermission } from '../../../platform/actor.ts'
import { allOf, currentTenant, containsText, sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, route, serve } from '../../../platform/http/http.ts'
import { loadDeptTree } from '../rights/dept-tree.ts'
import { deptsInScope } from '../rights/scope.ts'
import { roleDepts } from '../rights/role-routes.ts'
import { addDept, editDept, hasDisabledOutOfScope, removeDept, sortDepts } from './depts.ts'
import { recordOf, sortOrder } from '../../../entity/wire.ts'

/** A department row of the statement. */
type FoundDept = RowOf<typeof deptView> & { [column: string]: unknown }
/** With two facts: enabling it would enable a department out of scope; a department below it is enabled. */
type KnownDept = FoundDept & { disabledOutOfScope: boolean; enabledBelow: boolean }

const reading = readingOf(deptView, {
  joins: sql`left join dept above on above.tenant_id = ${currentTenant} and above.id = t.parent_id`,
  columns: { parentId: sql`coalesce(t.parent_id, 0)` },
  more: sql`array_to_string(array[0::bigint] || t.ancestors, ',') as ancestors, above.dept_name as "parentName"`,
  search: { parentId: value => sql`coalesce(t.parent_id, 0) = ${parseWholeNumber('parentId', value)}` },
  where: ({ actor }, verb) => deptsInScope(actor, `system:dept:${verb}`),
  order: sql`cardinality(t.ancestors), t.order_num`,
  enrich: async (rows: FoundDept[], { actor }, db) => {
    const disabled = rows.flatMap(row => (row.status === '0' ? [] : [row.id]))
    const blocked = disabled.length
      ? await db.query<{ id: number }>(sql`
          select d.id from dept d
          where d.tenant_id = ${actor.tenantId} and d.id = any(${disabled}::bigint[]) and ${hasDisabledOutOfScope(actor, sql`d.ancestors`)}`)
      : []
    const blockedIds = new Set(blocked.map(({ id }) => id))
    const above = await db.query<{ id: number }>(sql`
      select distinct unnest(d.ancestors) as id from dept d where d.tenant_id = ${actor.tenantId} and d.status = '0'`)
    const open = new Set(above.map(({ id }) => id))
    return rows.map(row => ({ ...row, disabledOutOfScope: blockedIds.has(row.id), enabledBelow: open.has(row.id) }))
  },
  // The root is the enterprise itself and stays.
  rules: (row: KnownDept) => ({
    extraVerbs: { add: 'system:dept:add', enable: 'system:dept:edit', disable: 'system:dept:edit' },
    against: {
      remove: row.parentId === 0 ? 'system.dept.root' : undefined,
      enable: row.status === '0' ? 'absent' : row.disabledOutOfScope ? 'system.dept.aboveDisabled' : undefined,
      disable: row.status !== '0' ? 'absent' : row.enabledBelow ? 'system.dept.childrenEnabled' : undefined,
    },
  }),
  toRows: (rows: KnownDept[]) => rows.map(({ disabledOutOfScope: _, enabledBelow: __, ...row }) => row),
})

export const deptRoutes: RouteSpec[] = [
  ...viewRoutes(reading, { unpaged: true, summary: 'Departments in reach, flat' }),
  serve(deptsWithout, call => {
    const id = Number(call.params.id)
    const others = [sql`t.id <> ${id}`, sql`not t.ancestors @> array[${id}::bigint]`]
    return call.services.database.withTenant(call.actor.tenantId, db => answerAll(db, reading, call, {}, others))
  }),
  serve(deptTreeCall, call =>
    call.services.database.withTenant(call.actor.tenantId, db => loadDeptTree(db, call.actor, 'system:dept:list')),
  ),
  serve(deptsOfRole, call => roleDepts(call, Number(call.params.id))),
  route({
    method: 'GET',
    path: '/system/dept/options',
    access: { anyOf: lookupPermissionsOf('system/dept') },
    summary: 'Departments for a select',
    query: choicesQuery,
    answer: choices,
    handler: ({ services, actor, query }) =>
      services.database.withTenant(actor.tenantId, db => {
        const right = lookupPermissionsOf('system/dept').find(one => hasPermission(actor, one))!
        const conditions = [
          sql`t.tenant_id = ${actor.tenantId}`,
          deptsInScope(actor, right),
          ...(query.search ? [containsText(sql`t.dept_name`, query.search)] : []),
          ...(query.ids ? [sql`t.id = any(${idsOf(query.ids)}::bigint[])`] : []),
        ]
        return db.query(
          sql`
            select t.id, t.dept_name as label, t.status <> '0' as disabled, coalesce(t.parent_id, 0) as "parentId"
            from dept t where ${allOf(conditions)} order by cardinality(t.ancestors), t.order_num, t.id
            limit 1000`,
        )
      }),
  }),
  serve(addDeptCall, call =>
    runSave(call, 'operationFailed', async db => {
      const id = await addDept(db, call.actor, call.body)
      return { id, deptId: id }
    }),
  ),
  serve(editDeptCall, call => {
    const { id, body } = recordOf(call.body, 'deptId')
    return runSave(call, 'operationFailed', db => editDept(db, call.actor, id, body))
  }),
  statusRoute(deptView, 'Enables or disables a department', (call, id, status) =>
    runSave(call, 'operationFailed', db => editDept(db, call.actor, id, { status })),
  ),
  serve(sortDeptsCall, call => {
    const order = sortOrder(call.body, { ids: 'deptIds', orders: 'orderNums' })
    return runSave(call, 'operationFailed', db => sortDepts(db, call.actor, order))
  }),
  serve(removeDeptCall, call =>
    runSave(call, 'operationFailed', db => removeDept(db, call.actor, Number(call.params.id))),
  ),
]
