import type { AnyEntity } from '@timbermark/contract'
import type { Actor } from '../platform/actor.ts'
import { isPlatform, platformTenant } from '../platform/operator.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

/**
 * Row security keeps other enterprises' rows out anyhow; named in the statement, the tenant is a second lock, and leads a
 * distributed database to the one machine that has the row.
 */
export function ownRows(entity: AnyEntity, actor: Actor, table = sql`t`): Sql {
  if (entity.tenancy === 'platform' || (entity.audited && isPlatform(actor))) return sql`true`
  return sql`${table}.tenant_id = ${actor.tenantId}`
}

/** Of overlaid rows those of the platform are read beside the own ones. */
export function readableRows(entity: AnyEntity, actor: Actor): Sql {
  return entity.tenancy === 'overlay'
    ? sql`t.tenant_id in (${platformTenant}, ${actor.tenantId})`
    : ownRows(entity, actor)
}
