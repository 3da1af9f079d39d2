import type { FirstStep } from '@timbermark/contract'
import { firstSteps as firstStepsCall } from '@timbermark/contract/calls'
import { sql } from '../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'

/** Which first steps the enterprise has done, as yes or no: without rows, so that it is the same for all its people. Goods of others come with labels. */
export const firstStepRoutes: RouteSpec[] = [
  serve(firstStepsCall, ({ services, actor: { tenantId } }) =>
    services.database.withTenant(tenantId, db =>
      db.one<Record<FirstStep, boolean>>(sql`
        select exists (select 1 from product t where t.tenant_id = ${tenantId}) as product,
               exists (select 1 from batch t where t.tenant_id = ${tenantId}) as batch,
               exists (select 1 from code_request t where t.tenant_id = ${tenantId} and status <> 'initialized') as request,
               exists (select 1 from code_request t where t.tenant_id = ${tenantId} and (status = 'downloaded' or origin <> 'own')) as labels,
               exists (select 1 from certification t where t.tenant_id = ${tenantId} and state = 'certified') as certification,
               exists (select 1 from stage_authorization t where t.tenant_id = ${tenantId}) as authorization,
               exists (select 1 from stage_record t where t.tenant_id = ${tenantId}) as report,
               exists (select 1 from scan_day t where t.tenant_id = ${tenantId} and scans > 0) as scan`),
    ),
  ),
]
