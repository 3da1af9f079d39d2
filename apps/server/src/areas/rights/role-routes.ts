import {
  type TickedDepts,
  addRole as addRoleCall,
  editRole as editRoleCall,
  removeRoles as removeRolesCall,
  roleDepts as roleDeptsCall,
  roleMatrix as roleMatrixCall,
  roleOptions,
  setDataScope as setDataScopeCall,
} from '@timbermark/contract/calls'
import { dataScopes } from '@timbermark/contract'
import { z } from 'zod'
import type { ListQuery } from '../../crud/list-query.ts'
import { idOf, idsOf } from '../../crud/write.ts'
import { Answer, type Call, type RouteSpec, Rows, route, serve } from '../../platform/http/http.ts'
import { assertValid, invalid } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import type { XlsxColumn } from '../../platform/workbook/xlsx.ts'
import { deptTree } from './dept-tree.ts'
import { saving } from '../../crud/saving.ts'
import { GrantPower } from './grants.ts'
import { roleReach } from './reach.ts'
import { roleMatrix } from './role-matrix.ts'
import {
  addRole,
  answerRole,
  changeRoleStatus,
  editRole,
  findRole,
  listRoles,
  removeRoles,
  roleBlock,
  setDataScope,
} from './roles.ts'
import { inBlocks, sheetAnswer, textColumn } from '../../crud/sheets.ts'
import { flagIssue, idList, unknownFields, withId } from '../../crud/wire.ts'
import { dictionaryWords } from '../../crud/dictionary.ts'
import { roleName, word } from '../../crud/words.ts'

const anyQuery = z.record(z.string(), z.unknown())
const anyBody = z.record(z.string(), z.unknown())
const labels = 'system.role'
const title = 'system.role'
const permission = (verb: string) => ({ permission: `system:role:${verb}` })

export const roleRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/system/role/list',
    access: permission('list'),
    summary: 'Roles within the data scope',
    query: anyQuery,
    labels,
    handler: call =>
      call.services.database.withTenant(call.actor.tenantId, async db => {
        const { rows, total, estimated } = await listRoles(db, call.actor, call.query as ListQuery, call.language)
        const power = await GrantPower.load(db, call.actor)
        return new Rows(
          rows.map(row => answerRole(call.actor, power, call.language, row)),
          total,
          estimated,
        )
      }),
  }),
  route({
    method: 'GET',
    path: '/system/role/:id(^\\d+$)',
    access: permission('query'),
    summary: 'One role with its menus and departments',
    handler: call =>
      call.services.database.withTenant(call.actor.tenantId, async db => {
        const row = await findRole(db, call.actor, Number(call.params.id), 'system:role:query')
        const power = await GrantPower.load(db, call.actor)
        const menus = await db.query<{ id: number }>(
          sql`select menu_id as id from role_menu where role_id = ${row.id} order by menu_id`,
        )
        return {
          ...answerRole(call.actor, power, call.language, row),
          menuIds: menus.map(menu => menu.id),
          deptIds: power.roles.get(row.id)?.deptIds ?? [],
        }
      }),
  }),
  serve(addRoleCall, call =>
    saving(call, 'operationFailed', async db => {
      const id = await addRole(db, call.actor, call.body)
      return { id, roleId: id }
    }),
  ),
  serve(editRoleCall, call => {
    const body = withId(call.body, 'roleId')
    const id = idOf(body.id, 'roleId')
    return saving(call, 'system.role.editFailed', db => editRole(db, call.actor, id, body))
  }),
  serve(setDataScopeCall, call => {
    const body = withId(call.body, 'roleId')
    const id = idOf(body.id, 'roleId')
    const scope = String(body.dataScope ?? '')
    assertValid(unknownFields(body, ['id', 'dataScope', 'deptIds', 'deptCheckStrictly']))
    if (!(dataScopes as readonly string[]).includes(scope))
      throw invalid([{ field: 'dataScope', error: scope === '' ? 'required' : 'notOneOf' }])
    if (body.deptCheckStrictly !== undefined && typeof body.deptCheckStrictly !== 'boolean')
      throw invalid([{ field: 'deptCheckStrictly', error: 'notOneOf' }])
    return saving(call, 'system.role.editFailed', db =>
      setDataScope(
        db,
        call.actor,
        id,
        scope,
        idList(body.deptIds, 'deptIds'),
        body.deptCheckStrictly as boolean | undefined,
      ),
    )
  }),
  route({
    method: 'PUT',
    path: '/system/role/changeStatus',
    access: permission('edit'),
    summary: 'Enables or disables a role',
    body: anyBody,
    labels,
    audit: { title, kind: 'edit' },
    handler: call => {
      const body = withId(call.body, 'roleId')
      const id = idOf(body.id, 'roleId')
      assertValid([...unknownFields(body, ['id', 'status']), ...flagIssue(body, 'status', true)])
      return saving(call, 'system.role.editFailed', db => changeRoleStatus(db, call.actor, id, body.status as string))
    },
  }),
  serve(removeRolesCall, call =>
    saving(call, 'operationFailed', async db => ({
      removed: await removeRoles(db, call.actor, idsOf(call.params.ids!)),
    })),
  ),
  serve(roleOptions, call =>
    call.services.database.withTenant(call.actor.tenantId, async db => {
      const power = await GrantPower.load(db, call.actor)
      const rows = await db.query<{ id: number; key: string; name: string; builtIn: boolean; status: '0' | '1' }>(
        sql`select t.id, t.role_key as key, t.role_name as name, t.built_in as "builtIn", t.status from role t where ${roleReach(call.actor, 'system:role:query')} order by t.role_sort, t.id`,
      )
      return rows.map(row => ({
        id: row.id,
        roleId: row.id,
        roleName: roleName(call.language, row),
        roleKey: row.key,
        status: row.status,
        grantable: power.mayGrant(row.id),
      }))
    }),
  ),
  serve(roleDeptsCall, call => roleDepts(call, Number(call.params.id))),
  serve(roleMatrixCall, call =>
    call.services.database.withTenant(call.actor.tenantId, db => roleMatrix(db, call.actor, call.language)),
  ),
  route({
    method: 'GET',
    path: '/system/role/export',
    access: permission('export'),
    summary: 'Roles of a list as a workbook (xlsx)',
    query: anyQuery,
    labels,
    audit: { title, kind: 'export' },
    handler: async call => {
      const { services, actor, language } = call
      const states = await services.database.withTenant(actor.tenantId, db =>
        dictionaryWords(db, 'sys_normal_disable', language),
      )
      const label = (key: string) => word(language, `system.role.${key}`)
      const columns: XlsxColumn[] = [
        { title: word(language, 'common.id'), width: 10, kind: 'integer' },
        ...['roleName', 'roleKey', 'roleSort', 'dataScope', 'status'].map(key => textColumn(label(key))),
        { title: word(language, 'common.createTime'), width: 20, kind: 'datetime' },
        textColumn(label('remark'), 30),
      ]
      const rows = inBlocks(
        (after, size) =>
          services.database.withTenant(actor.tenantId, db =>
            roleBlock(db, actor, call.query as ListQuery, language, after, size),
          ),
        row => [
          row.id,
          roleName(language, { key: row.roleKey, name: row.roleName, builtIn: row.builtIn }),
          row.roleKey,
          row.roleSort,
          label(`dataScope.${row.dataScope}`),
          states.get(row.status) ?? row.status,
          row.createTime,
          row.remark,
        ],
      )
      return sheetAnswer(call, 'roles', columns, rows)
    },
  }),
]

/** Ticks of a role's department tree; with linkage on, parents are left to the tree to work out. */
export function roleDepts(
  call: Pick<Call, 'services' | 'actor'>,
  roleId: number,
): Promise<Answer<TickedDepts, TickedDepts>> {
  return call.services.database.withTenant(call.actor.tenantId, async db => {
    const row = await findRole(db, call.actor, roleId, 'system:role:query')
    const linked = row.deptCheckStrictly === true
    const checked = await db.query<{ id: number }>(sql`
      select rd.dept_id as id from role_dept rd where rd.role_id = ${roleId}
        and (not ${linked} or not exists (select from dept child join role_dept held on held.tenant_id = child.tenant_id and held.dept_id = child.id and held.role_id = rd.role_id
          where child.tenant_id = rd.tenant_id and child.parent_id = rd.dept_id))
      order by rd.dept_id`)
    const data = { checkedKeys: checked.map(one => one.id), depts: await deptTree(db, call.actor, 'system:role:query') }
    return new Answer(data, data)
  })
}
