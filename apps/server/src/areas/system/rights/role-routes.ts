import {
  type TickedDepts,
  addRole as addRoleCall,
  demandSecondFactor,
  editRole as editRoleCall,
  removeRoles as removeRolesCall,
  roleDepts as roleDeptsCall,
  roleMatrix as roleMatrixCall,
  roleOptions,
  setDataScope as setDataScopeCall,
} from '@timbermark/contract/calls'
import { dataScopes, roleView, isOneOf } from '@timbermark/contract'
import { idsOf } from '../../../entity/write.ts'
import { Answer, type Call, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { assertValid, invalid } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { loadDeptTree } from './dept-tree.ts'
import { runSave } from '../../../entity/run-save.ts'
import { GrantPower } from './grants.ts'
import { rolesInScope } from './scope.ts'
import { roleMatrix } from './role-matrix.ts'
import { addRole, changeRoleStatus, demandFactor, editRole, findRole, removeRoles, setDataScope } from './roles.ts'
import { roles, rolesSheet, roleDetail } from './roles-list.ts'
import { statusRoute } from '../../../entity/status-route.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { idList, recordOf, unknownFields } from '../../../entity/wire.ts'
import { roleName } from '../../../entity/words.ts'

export const roleRoutes: RouteSpec[] = [
  ...viewRoutes(roles, { except: ['query'], summary: 'Roles within the data scope', sheet: rolesSheet }),
  ...viewRoutes(roleDetail, { except: ['list', 'export'], summary: 'roles, with its menus and departments' }),
  serve(addRoleCall, call =>
    runSave(call, 'operationFailed', async db => {
      const id = await addRole(db, call.actor, call.body)
      return { id, roleId: id }
    }),
  ),
  serve(editRoleCall, call => {
    const { id, body } = recordOf(call.body, 'roleId')
    return runSave(call, 'system.role.editFailed', db => editRole(db, call.actor, id, body))
  }),
  serve(setDataScopeCall, call => {
    const { id, body } = recordOf(call.body, 'roleId')
    const scope = String(body.dataScope ?? '')
    assertValid(unknownFields(body, ['id', 'dataScope', 'deptIds', 'deptCheckStrictly']))
    if (!isOneOf(dataScopes, scope))
      throw invalid([{ field: 'dataScope', error: scope === '' ? 'required' : 'notOneOf' }])
    if (body.deptCheckStrictly !== undefined && typeof body.deptCheckStrictly !== 'boolean')
      throw invalid([{ field: 'deptCheckStrictly', error: 'notOneOf' }])
    return runSave(call, 'system.role.editFailed', db =>
      setDataScope(db, call.actor, id, {
        dataScope: scope,
        deptIds: idList(body.deptIds, 'deptIds'),
        deptStrict: body.deptCheckStrictly as boolean | undefined,
      }),
    )
  }),
  serve(demandSecondFactor, call => {
    const { id } = recordOf(call.body, 'roleId')
    return runSave(call, 'system.role.editFailed', db => demandFactor(db, call.actor, id, call.body.demanded))
  }),
  statusRoute(roleView, 'Enables or disables a role', (call, id, status) =>
    runSave(call, 'system.role.editFailed', db => changeRoleStatus(db, call.actor, id, status)),
  ),
  serve(removeRolesCall, call =>
    runSave(call, 'operationFailed', async db => ({
      removed: await removeRoles(db, call.actor, idsOf(call.params.ids!)),
    })),
  ),
  serve(roleOptions, call =>
    call.services.database.withTenant(call.actor.tenantId, async db => {
      const power = await GrantPower.load(db, call.actor)
      const rows = await db.query<{ id: number; key: string; name: string; builtIn: boolean; status: '0' | '1' }>(
        sql`
          select t.id, t.role_key as key, t.role_name as name, t.built_in as "builtIn", t.status from role t
          where ${rolesInScope(call.actor, 'system:role:query')} order by t.role_sort, t.id`,
      )
      return rows.map(row => ({
        id: row.id,
        roleId: row.id,
        roleName: roleName(call.language, row),
        roleKey: row.key,
        status: row.status,
        grantable: power.canGrantSomewhere(row.id),
      }))
    }),
  ),
  serve(roleDeptsCall, call => roleDepts(call, Number(call.params.id))),
  serve(roleMatrixCall, call =>
    call.services.database.withTenant(call.actor.tenantId, db => roleMatrix(db, call.actor, call.language)),
  ),
]

/** Selected departments of a role. When parents and children are linked, the tree component derives the parents. */
export function roleDepts(
  call: Pick<Call, 'services' | 'actor'>,
  roleId: number,
): Promise<Answer<TickedDepts, TickedDepts>> {
  return call.services.database.withTenant(call.actor.tenantId, async db => {
    const row = await findRole(db, call.actor, roleId, 'system:role:query')
    const linked = row.deptCheckStrictly === true
    const checked = await db.query<{ id: number }>(sql`
      select rd.dept_id as id from role_dept rd where rd.tenant_id = ${call.actor.tenantId} and rd.role_id = ${roleId}
        and (not ${linked} or not exists (select from dept child join role_dept held on held.tenant_id = ${call.actor.tenantId}
        and held.dept_id = child.id and held.role_id = rd.role_id
          where child.tenant_id = ${call.actor.tenantId} and child.parent_id = rd.dept_id))
      order by rd.dept_id`)
    const data = {
      checkedKeys: checked.map(one => one.id),
      depts: await loadDeptTree(db, call.actor, 'system:role:query'),
    }
    return new Answer(data, data)
  })
}
