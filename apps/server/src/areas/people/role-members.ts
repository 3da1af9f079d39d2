import {
  giveRole as giveRoleCall,
  roleCandidates,
  roleMembers,
  takeRole as takeRoleCall,
  takeRoleFromUser,
} from '@timbermark/contract/calls'
import type { ListQuery } from '../../crud/list-query.ts'
import { saving } from '../../crud/saving.ts'
import { idList } from '../../crud/wire.ts'
import { roleName } from '../../crud/words.ts'
import { idOf } from '../../crud/write.ts'
import { type RouteSpec, Rows, serve } from '../../platform/http/http.ts'
import { sql } from '../../platform/database/sql.ts'
import { GrantPower } from '../rights/grants.ts'
import { userReach } from '../rights/reach.ts'
import { findRole } from '../rights/roles.ts'
import { giveRole, takeRole } from './role-users.ts'
import { answerUsers, listUsers } from './users-list.ts'

/** Users of a role, or those without it. */
function usersOf(call: typeof roleMembers | typeof roleCandidates, holding: boolean): RouteSpec {
  return serve(call, ({ services, actor, language, query }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const { roleId: asked, ...filters } = query
      const roleId = idOf(asked, 'roleId')
      await findRole(db, actor, roleId, 'system:role:list')
      const held = sql`exists (select from account_role ar where ar.tenant_id = t.tenant_id and ar.account_id = t.id and ar.role_id = ${roleId})`
      const { rows, total, estimated } = await listUsers(db, filters as ListQuery, [
        userReach(actor, 'system:role:list'),
        holding ? held : sql`not ${held}`,
      ])
      const power = await GrantPower.load(db, actor)
      return new Rows(
        await answerUsers(db, services.files, actor, power, rows, role => roleName(language, role)),
        total,
        estimated,
      )
    }),
  )
}

/** Gives or takes a role; ids in the query, as this family does it, or in the body. */
function change(
  call: typeof giveRoleCall | typeof takeRoleCall | typeof takeRoleFromUser,
  work: typeof giveRole,
): RouteSpec {
  return serve(call, ({ actor, query, body, ...more }) => {
    const given = { ...query, ...body }
    const roleId = idOf(given.roleId, 'roleId')
    const userIds = idList(given.userIds ?? given.userId, 'userIds')
    return saving({ actor, ...more }, 'operationFailed', db => work(db, actor, roleId, userIds))
  })
}

/** Who holds a role: read, given and taken. */
export const roleMemberRoutes: RouteSpec[] = [
  usersOf(roleMembers, true),
  usersOf(roleCandidates, false),
  change(takeRoleFromUser, takeRole),
  change(takeRoleCall, takeRole),
  change(giveRoleCall, giveRole),
]
