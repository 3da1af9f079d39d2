import { postOptions } from '@timbermark/contract/calls'
import { post } from '@timbermark/contract'
import { entityRoutes } from '../../../entity/routes.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { join, sql } from '../../../platform/database/sql.ts'
import { postsInScope } from '../rights/scope.ts'
import { aliased } from '../../../entity/wire.ts'

/** Permissions with which posts are offered: those of their own screen and of the user forms. */
const offering = ['system:post:list', 'system:post:query', 'system:user:list', 'system:user:query']

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
          select t.id, t.id as "postId", t.post_code as "postCode", t.post_name as "postName", t.post_sort as "postSort", t.status
          from post t where ${join(
            offering.map(right => postsInScope(actor, right)),
            ' or ',
          )} order by t.post_sort, t.id`,
      ),
    ),
  ),
]
