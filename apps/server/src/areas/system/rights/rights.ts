import type { Grant } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { isPlatform } from '../../../platform/operator.ts'
import { sql } from '../../../platform/database/sql.ts'
import { menusHoldableBy } from './holdable-menus.ts'

/** The rights of an account. */
export interface Rights {
  superAdmin: boolean
  grants: readonly Grant[]
  permissions: ReadonlySet<string>
  /** One of the roles requires a second factor. */
  demandsFactor: boolean
}

/** Loads the rights that the enabled roles of an account grant. */
export async function loadRights(db: Db, tenantId: number, accountId: number): Promise<Rights> {
  const roles = await db.query<{
    id: number
    role_key: string
    role_name: string
    second_factor: boolean
    data_scope: Grant['dataScope']
    depts: number[]
    perms: string[]
  }>(sql`
    select r.id, r.role_key, r.role_name, r.data_scope, r.second_factor,
           coalesce((select json_agg(rd.dept_id) from role_dept rd where rd.tenant_id = ${tenantId} and rd.role_id = r.id), '[]') as depts,
           coalesce((select json_agg(distinct m.perms) from role_menu rm join menu m on m.id = rm.menu_id
                     where rm.tenant_id = ${tenantId} and rm.role_id = r.id and m.status = '0' and m.perms <> ''
                       and ${menusHoldableBy({ tenantId }, 'm')}), '[]') as perms
    from account_role ar join role r on r.tenant_id = ${tenantId} and r.id = ar.role_id
    where ar.tenant_id = ${tenantId} and ar.account_id = ${accountId} and r.status = '0'
    order by r.role_sort, r.id`)
  const grants = roles.map(
    (role): Grant => ({
      roleId: role.id,
      roleKey: role.role_key,
      roleName: role.role_name,
      dataScope: role.data_scope,
      deptIds: role.depts,
      permissions: new Set(role.perms),
    }),
  )
  const superAdmin = isPlatform({ tenantId }) && grants.some(grant => grant.roleKey === 'superAdmin')
  return {
    superAdmin,
    grants,
    demandsFactor: roles.some(role => role.second_factor),
    permissions: new Set(superAdmin ? ['*:*:*'] : grants.flatMap(grant => [...grant.permissions])),
  }
}

/** Increments the rights epoch, which invalidates the cached rights of the enterprise on every process; that of the platform concerns all enterprises. */
export async function bumpRights(db: Db, tenantId: number): Promise<void> {
  await db.execute(sql`update enterprise set rights_epoch = rights_epoch + 1 where id = ${tenantId}`)
}
