import { type AnyEntity, keyOf, lookupPermissionsOf, permissionOf } from '@timbermark/contract'
import { type Actor, hasPermission, staff } from '../platform/actor.ts'
import { isPlatform, platformTenant } from '../platform/operator.ts'
import { join, raw, type Sql, sql } from '../platform/database/sql.ts'
import { scopePredicate } from './scope.ts'

/**
 * May this user audit what all enterprises write of an entity? Only staff of the operator's enterprise with the
 * permission; everybody else sees the rows of their own enterprise.
 */
export function auditsAllTenants(entity: AnyEntity, actor: Actor): boolean {
  return (
    entity.audited === true &&
    isPlatform(actor) &&
    actor.userType === staff &&
    hasPermission(actor, permissionOf(entity, 'audit'))
  )
}

/**
 * Row security excludes other tenants' rows anyway. The tenant in the statement is a second lock, and leads a
 * distributed database to the one machine that has the row.
 */
export function tenantRows(entity: AnyEntity, actor: Actor, table = sql`t`): Sql {
  if (entity.tenancy === 'platform' || auditsAllTenants(entity, actor)) return sql`true`
  return sql`${table}.tenant_id = ${actor.tenantId}`
}

/** For overlaid entities, the platform's rows are readable in addition to the tenant's own. */
export function readableRows(entity: AnyEntity, actor: Actor): Sql {
  return entity.tenancy === 'overlay'
    ? sql`t.tenant_id in (${platformTenant}, ${actor.tenantId})`
    : tenantRows(entity, actor)
}

type Named = Pick<AnyEntity, 'area' | 'name'>

/**
 * An entity's rows, as `t`, that the actor's data scope allows for a verb.
 * @param named the declaration whose permission is used, when a view has permissions of its own
 */
export function rowsInScope(entity: AnyEntity, actor: Actor, verb: string, named: Named = entity): Sql {
  if (!entity.scoped) return raw('true')
  return scopePredicate(actor, permissionOf(named, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })
}

/** The same for reading: the platform's overlaid rows are readable for everybody. */
export function readableRowsInScope(entity: AnyEntity, actor: Actor, verb: string, named: Named = entity): Sql {
  const scope = rowsInScope(entity, actor, verb, named)
  return entity.scoped && entity.tenancy === 'overlay' ? sql`(t.tenant_id = ${platformTenant} or ${scope})` : scope
}

/**
 * The rows that a user may refer to: those that they may list or read one by one, within their data scope. People are only
 * referred to by users who may look people up, among those in the scope of that permission.
 */
export function canLookUp(entity: AnyEntity, actor: Actor): Sql {
  if (!entity.people)
    return sql`(${readableRowsInScope(entity, actor, 'list')} or ${readableRowsInScope(entity, actor, 'query')})`
  const scopes = lookupPermissionsOf(keyOf(entity)).map(permission =>
    scopePredicate(actor, permission, { alias: 't', dept: 'dept_id', owner: 'id' }),
  )
  return sql`(${join(scopes, ' or ')})`
}
