import { keyOf, type Listed, permissionOf, phraseOf } from '@timbermark/contract'
import { idsOf } from '../../crud/write.ts'
import { type RouteSpec, route } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { name, sql } from '../../platform/database/sql.ts'

/** Removal of entries of a log, and its emptying, inside the caller's enterprise: a log is never edited. */
export function logRemoval(log: Listed, table: string, summary: string): RouteSpec[] {
  const base = `/${keyOf(log)}`
  const title = phraseOf(log)
  const access = { permission: permissionOf(log, 'remove') }
  return [
    route({
      method: 'DELETE',
      path: `${base}/:ids(^[0-9,]+$)`,
      access,
      summary: `Removes entries, all or none: ${summary}`,
      audit: { title, kind: 'remove' },
      handler: ({ services, actor, params }) =>
        services.database.withTenant(actor.tenantId, async db => {
          const ids = [...new Set(idsOf(params.ids!))]
          const removed = await db.execute(
            sql`delete from ${name(table)} where tenant_id = ${actor.tenantId} and id = any(${ids}::bigint[])`,
          )
          if (removed !== ids.length) throw new Refusal('notFound')
          return { removed }
        }),
    }),
    route({
      method: 'DELETE',
      path: `${base}/clean`,
      access,
      summary: `Empties: ${summary}; who did it is the operation log's next entry`,
      audit: { title, kind: 'clean' },
      handler: ({ services, actor }) =>
        services.database.withTenant(actor.tenantId, async db => ({
          removed: await db.execute(sql`delete from ${name(table)} where tenant_id = ${actor.tenantId}`),
        })),
    }),
  ]
}
