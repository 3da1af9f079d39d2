import {
  caseThresholds,
  setCaseThresholds,
  type DetectionThreshold,
  detectionThresholds,
} from '@timbermark/contract/calls'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { sql } from '../../../platform/database/sql.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { loadInstallationThresholds, loadEnterpriseThresholds } from '../detection/load-thresholds.ts'

const keys = Object.keys(detectionThresholds) as DetectionThreshold[]

export const thresholdRoutes: RouteSpec[] = [
  serve(caseThresholds, ({ services, actor: { tenantId } }) =>
    services.database.withTenant(tenantId, async db => {
      const ownValues = (await loadEnterpriseThresholds(db, [tenantId])).get(tenantId)
      const {
        speedKmh = null,
        placesMost = null,
        placesDays = null,
        crossVisits = null,
        warnDays = null,
      } = ownValues ?? {}
      return {
        own: { speedKmh, placesMost, placesDays, crossVisits, warnDays },
        installation: await loadInstallationThresholds(db),
      }
    }),
  ),
  serve(setCaseThresholds, ({ services, actor: { tenantId, accountId }, body }) =>
    services.database.withTenant(tenantId, async db => {
      const set = keys.filter(key => body[key] !== null)
      await db.execute(
        sql`delete from watch_threshold where tenant_id = ${tenantId} and threshold <> all(${set}::text[])`,
      )
      await insertRows(
        db,
        'watch_threshold',
        set.map(key => ({ tenant_id: tenantId, threshold: key, value: body[key]!, updated_by: accountId })),
        sql`on conflict (tenant_id, threshold) do update
          set value = excluded.value, updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
      )
      return null
    }),
  ),
]
