import { recount } from '@timbermark/contract/calls'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isPlatform } from '../../../platform/operator.ts'
import { may } from '../../../platform/actor.ts'
import { allTenants } from '../sums/count-days.ts'
import { periodOf } from './period.ts'

/** Days that may be asked for are those of the longest period. */
const grain = 'month'

/** Days whose sums are doubted are made due; the worker counts them within a minute. */
export const recountRoutes: RouteSpec[] = [
  serve(recount, async ({ services: { database }, actor, body }) => {
    // Whether it is too long is asked of the period, the days are those that were named.
    periodOf({ grain, ...body })
    const between = sql`v.day between ${body.from}::date and ${body.to}::date`
    const days =
      isPlatform(actor) && may(actor, 'tenant:enterprise:list')
        ? await database.acrossTenants('statistics', db =>
            db.execute(sql`
              update visit_day v set state = 'due' where v.tenant_id <> ${allTenants} and ${between}`),
          )
        : await database.withTenant(actor.tenantId, db =>
            db.execute(sql`update visit_day v set state = 'due' where v.tenant_id = ${actor.tenantId} and ${between}`),
          )
    return { days }
  }),
]
