import { recount } from '@timbermark/contract/calls'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { allTenants, everyZoneSpan } from '../rollups/roll-up-days.ts'
import { canReadAllTenants } from './report-query.ts'
import { parsePeriod } from './period.ts'

/** The longest period limits the days. */
const grain = 'month'

/** Marks days dirty whose roll-ups are in doubt; the worker computes them again within a minute. */
export const recountRoutes: RouteSpec[] = [
  serve(recount, async ({ services: { database }, actor, body }) => {
    // `parsePeriod` checks the length; the days are the requested ones.
    parsePeriod({ grain, ...body }, body.to)
    // On one of the days in any time zone: counting one day too many again is cheap.
    const within = (at: Sql) => sql`${at} >= ${everyZoneSpan(body.from).from} and ${at} < ${everyZoneSpan(body.to).to}`
    const recountStages = (db: Db, of: (alias: Sql) => Sql) =>
      db.execute(sql`
        insert into stage_change (tenant_id, batch_id, day)
        select distinct r.tenant_id, r.batch_id, null::date from stage_record r where ${of(sql`r`)} and ${within(sql`r.happened_at`)}
        union all select distinct t.tenant_id, null::bigint, t.start from stage_sum t
        where ${of(sql`t`)} and t.grain = 'day' and t.start between ${body.from}::date and ${body.to}::date`)
    const between = sql`v.day between ${body.from}::date and ${body.to}::date`
    const days = canReadAllTenants(actor)
      ? await database.acrossTenants('statistics', async db => {
          await recountStages(db, alias => sql`${alias}.tenant_id <> ${allTenants}`)
          return db.execute(sql`
              update visit_day v set state = 'due' where v.tenant_id <> ${allTenants} and ${between}`)
        })
      : await database.withTenant(actor.tenantId, async db => {
          await recountStages(db, alias => sql`${alias}.tenant_id = ${actor.tenantId}`)
          return db.execute(
            sql`update visit_day v set state = 'due' where v.tenant_id = ${actor.tenantId} and ${between}`,
          )
        })
    return { days }
  }),
]
