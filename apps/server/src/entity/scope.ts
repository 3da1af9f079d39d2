import type { Actor } from '../platform/actor.ts'
import { join, identifier, raw, type Sql, sql } from '../platform/database/sql.ts'

/** Columns that say whose a row is. */
export interface ScopeColumns {
  /** Alias of the table in the query. */
  alias: string
  dept: string
  owner: string
}

/** Whoever holds rights, signed in or not. */
export type Holder = Pick<Actor, 'accountId' | 'tenantId' | 'deptId' | 'superAdmin' | 'grants'>

/**
 * The data scope as one predicate: rows that the actor's roles reach, counting only roles that hold the permission of
 * the running call. Several roles add up; none that qualifies means no rows at all. The tenant is row security's part.
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
            sql`${deptColumn} in (select id from dept where tenant_id = ${actor.tenantId} and (id = ${actor.deptId} or ancestors @> array[${actor.deptId}::bigint]))`,
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
