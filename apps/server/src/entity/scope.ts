import type { Actor } from '../platform/actor.ts'
import { join, identifier, raw, type Sql, sql } from '../platform/database/sql.ts'

/** Columns that record the owner of a row. */
export interface ScopeColumns {
  /** Alias of the table in the query. */
  alias: string
  dept: string
  owner: string
}

/** A holder of permissions, signed in or not. */
export type Holder = Pick<Actor, 'accountId' | 'tenantId' | 'deptId' | 'superAdmin' | 'grants'>

/**
 * The data scope as one predicate: rows in the scope of the actor's roles, counting only roles that hold the permission
 * of the current call. The scopes of several roles add up; without a qualifying role there are no rows. Row security
 * checks the tenant.
 */
export function scopePredicate(actor: Holder, permission: string, { alias, dept, owner }: ScopeColumns): Sql {
  if (actor.superAdmin) return raw('true')
  const deptColumn = sql`${identifier(alias)}.${identifier(dept)}`
  const ownerColumn = sql`${identifier(alias)}.${identifier(owner)}`
  const reaches: Sql[] = []
  for (const grant of actor.grants) {
    if (!grant.permissions.has(permission)) continue
    switch (grant.dataScope) {
      case '1':
        return raw('true')
      case '2':
        if (grant.deptIds.length > 0) reaches.push(sql`${deptColumn} = any(${[...grant.deptIds]}::bigint[])`)
        break
      case '3':
        if (actor.deptId !== null) reaches.push(sql`${deptColumn} = ${actor.deptId}`)
        break
      case '4':
        if (actor.deptId !== null)
          reaches.push(
            sql`${deptColumn} in (select id from dept where tenant_id = ${actor.tenantId} and (id = ${actor.deptId}
              or ancestors @> array[${actor.deptId}::bigint]))`,
          )
        break
      case '5':
        reaches.push(sql`${ownerColumn} = ${actor.accountId}`)
        break
    }
  }
  if (reaches.length === 0) return raw('false')
  return sql`(${join(reaches, ' or ')})`
}
