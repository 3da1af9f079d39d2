import { caseThresholds, setCaseThresholds } from '@timbermark/contract/calls'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { sql } from '../../platform/database/sql.ts'
import { installationThresholds, type OwnThresholds, ownThresholds } from '../watch/read-thresholds.ts'

const nothingSet: OwnThresholds = {
  speedKmh: null,
  placesMost: null,
  placesDays: null,
  crossVisits: null,
  warnDays: null,
}

export const thresholdRoutes: RouteSpec[] = [
  serve(caseThresholds, ({ services, actor: { tenantId } }) =>
    services.database.withTenant(tenantId, async db => ({
      own: (await ownThresholds(db, [tenantId])).get(tenantId) ?? nothingSet,
      installation: await installationThresholds(db),
    })),
  ),
  serve(setCaseThresholds, ({ services, actor: { tenantId, accountId }, body }) =>
    services.database.withTenant(tenantId, async db => {
      const { speedKmh, placesMost, placesDays, crossVisits, warnDays } = body
      await db.execute(sql`
        insert into watch_threshold (tenant_id, speed_kmh, places_most, places_days, cross_visits, warn_days, updated_by)
        values (${tenantId}, ${speedKmh}::int, ${placesMost}::int, ${placesDays}::int, ${crossVisits}::int, ${warnDays}::int, ${accountId})
        on conflict (tenant_id) do update set speed_kmh = excluded.speed_kmh, places_most = excluded.places_most,
          places_days = excluded.places_days, cross_visits = excluded.cross_visits, warn_days = excluded.warn_days,
          updated_by = excluded.updated_by, updated_at = now()`)
      return null
    }),
  ),
]
