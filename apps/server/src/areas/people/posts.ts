import { postOptions } from '@timbermark/contract/calls'
import { post } from '@timbermark/contract'
import { entityRoutes } from '../../crud/routes.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { aliased } from '../../crud/wire.ts'

export const postRoutes: RouteSpec[] = [
  ...aliased(
    entityRoutes(post, {
      beforeRemove: async (db, actor, row) => {
        if (
          await db.maybe(
            sql`select 1 from account_post where tenant_id = ${actor.tenantId} and post_id = ${row.id} limit 1`,
          )
        )
          throw new Refusal('system.post.assigned', { name: String(row.postName) })
      },
    }),
    'postId',
  ),
  serve(postOptions, ({ services, actor }) =>
    services.database.withTenant(actor.tenantId, db =>
      db.query(
        sql`
          select id, id as "postId", post_code as "postCode", post_name as "postName", post_sort as "postSort", status
          from post where tenant_id = ${actor.tenantId} order by post_sort, id`,
      ),
    ),
  ),
]
