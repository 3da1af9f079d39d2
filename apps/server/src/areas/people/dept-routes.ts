import {
  type DeptRow,
  addDept as addDeptCall,
  deptTree as deptTreeCall,
  deptsOfRole,
  deptsWithout,
  editDept as editDeptCall,
  removeDept as removeDeptCall,
  sortDepts as sortDeptsCall,
} from '@timbermark/contract/calls'
import { dept } from '@timbermark/contract'
import { z } from 'zod'
import { idsOf } from '../../crud/write.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { Answer, type Call, type RouteSpec, route, serve, type Unsent } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { all, contains, type Sql, sql } from '../../platform/database/sql.ts'
import { deptTree } from '../rights/dept-tree.ts'
import { addDept, editDept, removeDept, sortDepts } from './depts.ts'
import { rightsOf } from '../../crud/rights.ts'
import { saving } from '../../crud/saving.ts'
import { deptReach } from '../rights/reach.ts'
import { roleDepts } from '../rights/role-routes.ts'
import { first, recordOf, sortOrder } from '../../crud/wire.ts'

const anyQuery = z.record(z.string(), z.unknown())
const _anyBody = z.record(z.string(), z.unknown())
const labels = 'system.dept'
const _title = 'system.dept'
const permission = (verb: string) => ({ permission: `system:dept:${verb}` })

const columns = sql`
  t.id, t.id as "deptId", coalesce(t.parent_id, 0) as "parentId", array_to_string(array[0::bigint] || t.ancestors, ',') as ancestors, t.dept_name as "deptName",
  t.order_num as "orderNum", t.leader, t.phone, t.email, t.status, t.created_at as "createTime", t.updated_at as "updateTime", above.dept_name as "parentName"`

const rowsOf = (db: Db, conditions: readonly Sql[]) =>
  db.query<Unsent<Omit<DeptRow, 'can' | 'why'>>>(
    sql`select ${columns} from dept t left join dept above on above.tenant_id = t.tenant_id and above.id = t.parent_id where ${all(conditions)} order by cardinality(t.ancestors), t.order_num, t.id`,
  )

/** The root is the enterprise itself and stays. */
const rights = (actor: Actor, row: { parentId: number }) =>
  rightsOf(dept, actor, row, {
    beside: { add: 'system:dept:add' },
    against: { remove: row.parentId === 0 ? 'system.dept.root' : undefined },
  })

const flat = async (call: Pick<Call, 'services' | 'actor'>, conditions: (actor: Actor) => Sql[]) => {
  const found = await call.services.database.withTenant(call.actor.tenantId, db => rowsOf(db, conditions(call.actor)))
  const rows = found.map(row => ({ ...row, ...rights(call.actor, row) }))
  return new Answer(rows, { rows, total: rows.length })
}

export const deptRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/system/dept/list',
    access: permission('list'),
    summary: 'Departments in reach, flat',
    query: anyQuery,
    labels,
    handler: call =>
      flat(call, actor => {
        const name = first(call.query.deptName)
        const status = first(call.query.status)
        const parent = first(call.query.parentId)
        return [
          deptReach(actor, 'system:dept:list'),
          ...(name ? [sql`t.dept_name ilike ${contains(name)}`] : []),
          ...(status ? [sql`t.status = ${status}`] : []),
          ...(parent && /^\d{1,15}$/.test(parent) ? [sql`coalesce(t.parent_id, 0) = ${Number(parent)}`] : []),
        ]
      }),
  }),
  serve(deptsWithout, call => {
    const id = Number(call.params.id)
    return flat(call, actor => [
      deptReach(actor, 'system:dept:list'),
      sql`t.id <> ${id}`,
      sql`not t.ancestors @> array[${id}::bigint]`,
    ])
  }),
  route({
    method: 'GET',
    path: '/system/dept/:id(^\\d+$)',
    access: permission('query'),
    summary: 'One department',
    handler: call =>
      call.services.database.withTenant(call.actor.tenantId, async db => {
        const [row] = await rowsOf(db, [
          deptReach(call.actor, 'system:dept:query'),
          sql`t.id = ${Number(call.params.id)}`,
        ])
        if (!row) throw new Refusal('notFound')
        return { ...row, ...rights(call.actor, row) }
      }),
  }),
  serve(deptTreeCall, call =>
    call.services.database.withTenant(call.actor.tenantId, db => deptTree(db, call.actor, 'system:dept:list')),
  ),
  serve(deptsOfRole, call => roleDepts(call, Number(call.params.id))),
  route({
    method: 'GET',
    path: '/system/dept/options',
    access: { anyOf: ['system:dept:list', 'system:dept:query', 'system:user:list'] },
    summary: 'Departments for a select',
    query: z.object({ search: z.string().max(100).optional(), ids: z.string().max(1000).optional() }),
    handler: ({ services, actor, query }) =>
      services.database.withTenant(actor.tenantId, db => {
        const right = ['system:dept:list', 'system:dept:query'].find(one => may(actor, one)) ?? 'system:user:list'
        const conditions = [
          deptReach(actor, right),
          ...(query.search ? [sql`t.dept_name ilike ${contains(query.search)}`] : []),
          ...(query.ids ? [sql`t.id = any(${idsOf(query.ids)}::bigint[])`] : []),
        ]
        return db.query(
          sql`select t.id, t.dept_name as label, t.status <> '0' as disabled, coalesce(t.parent_id, 0) as "parentId" from dept t where ${all(conditions)} order by cardinality(t.ancestors), t.order_num, t.id limit 1000`,
        )
      }),
  }),
  serve(addDeptCall, call =>
    saving(call, 'operationFailed', async db => {
      const id = await addDept(db, call.actor, call.body)
      return { id, deptId: id }
    }),
  ),
  serve(editDeptCall, call => {
    const { id, body } = recordOf(call.body, 'deptId')
    return saving(call, 'operationFailed', db => editDept(db, call.actor, id, body))
  }),
  serve(sortDeptsCall, call => {
    const order = sortOrder(call.body, { ids: 'deptIds', orders: 'orderNums' })
    return saving(call, 'operationFailed', db => sortDepts(db, call.actor, order))
  }),
  serve(removeDeptCall, call =>
    saving(call, 'operationFailed', db => removeDept(db, call.actor, Number(call.params.id))),
  ),
]
