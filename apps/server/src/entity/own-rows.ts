import { type AnyEntity, permissionOf } from '@timbermark/contract'
import { type Actor, hasPermission, staff } from '../platform/actor.ts'
import { isPlatform, platformTenant } from '../platform/operator.ts'
import { raw, type Sql, sql } from '../platform/database/sql.ts'
import { scopePredicate } from './scope.ts'

/**
 * Does he audit what all enterprises write of an entity? Of the operator's enterprise that are those of its own people who hold
 * the right; everybody else of it reaches its own rows, as in any other enterprise.
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
 * Row security keeps other enterprises' rows out anyhow; named in the statement, the tenant is a second lock, and leads a
 * distributed database to the one machine that has the row.
 */
export function tenantRows(entity: AnyEntity, actor: Actor, table = sql`t`): Sql {
  if (entity.tenancy === 'platform' || auditsAllTenants(entity, actor)) return sql`true`
  return sql`${table}.tenant_id = ${actor.tenantId}`
}

/** Of overlaid rows those of the platform are read beside the own ones. */
export function readableRows(entity: AnyEntity, actor: Actor): Sql {
  return entity.tenancy === 'overlay'
    ? sql`t.tenant_id in (${platformTenant}, ${actor.tenantId})`
    : tenantRows(entity, actor)
}

type Named = Pick<AnyEntity, 'area' | 'name'>

/**
 * Those of an entity's rows, as `t`, that the actor's roles let him act on by a verb.
 * @param named whose verb it is, where a view of the entity has permissions of its own
 */
export function rowsInScope(entity: AnyEntity, actor: Actor, verb: string, named: Named = entity): Sql {
  if (!entity.scoped) return raw('true')
  return scopePredicate(actor, permissionOf(named, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })
}

/** The same for reading: what the platform lays under every enterprise's own rows is there for all. */
export function readableRowsInScope(entity: AnyEntity, actor: Actor, verb: string, named: Named = entity): Sql {
  const reach = rowsInScope(entity, actor, verb, named)
  return entity.scoped && entity.tenancy === 'overlay' ? sql`(t.tenant_id = ${platformTenant} or ${reach})` : reach
}
