import type { removeOperations, emptyOperations, removeSignIns, emptySignIns } from '@timbermark/contract/calls'
import { idsOf } from '../../../entity/write.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { entriesInScope } from './log-scope.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { identifier, raw, type Sql, sql } from '../../../platform/database/sql.ts'

/** Does an entry stay whatever its enterprise wants? The database's policy holds it too. */
export const isLasting = (table: 'oper_log' | 'login_log', entry: Sql): Sql =>
  table === 'oper_log' ? sql`is_lasting_entry(${entry}.title, ${entry}.business_type)` : raw('false')

/** Removal of log entries and emptying of a log, within the caller's scope: a log is never edited. */
export function logRemoval(
  table: 'oper_log' | 'login_log',
  permission: string,
  remove: typeof removeOperations | typeof removeSignIns,
  empty: typeof emptyOperations | typeof emptySignIns,
): RouteSpec[] {
  return [
    serve(remove, ({ services, actor, params }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const ids = [...new Set(idsOf(params.ids))]
        const lasting = await db.maybe(sql`
          select 1 from ${identifier(table)} l where l.tenant_id = ${actor.tenantId} and l.id = any(${ids}::bigint[])
            and ${entriesInScope(table, actor, permission, sql`l`)} and ${isLasting(table, sql`l`)} limit 1`)
        if (lasting) throw new Refusal('monitor.lasting')
        const removed = await db.execute(
          sql`delete from ${identifier(table)} l where l.tenant_id = ${actor.tenantId} and l.id = any(${ids}::bigint[])
            and ${entriesInScope(table, actor, permission, sql`l`)}`,
        )
        if (removed !== ids.length) throw new Refusal('notFound')
        return { removed }
      }),
    ),
    serve(empty, ({ services, actor }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const entries = sql`${identifier(table)} l where l.tenant_id = ${actor.tenantId} and ${entriesInScope(table, actor, permission, sql`l`)}`
        const removed = await db.execute(sql`delete from ${entries} and not ${isLasting(table, sql`l`)}`)
        return { removed, kept: (await db.one<{ n: number }>(sql`select count(*)::int as n from ${entries}`)).n }
      }),
    ),
  ]
}
