import { platformRequest } from '@timbermark/contract'
import { addRow } from '../entity/write.ts'
import type { Actor } from '../platform/actor.ts'
import type { Services } from '../platform/services.ts'
import { sql } from '../platform/database/sql.ts'

/** Texts of the requests by enterprise. */
const requests = {
  'DEMO-ZHEJIANG': { activityName: '春季上市', productBrand: '示例木业', productTitle: '示例地板' },
  'DEMO-GABON': { activityName: 'Printemps', productBrand: 'Demo Okoumé', productTitle: 'Avivés d’okoumé (démo)' },
} as const

/**
 * A request for codes of the messaging platform that was prepared and not sent: no demonstration has an account there,
 * and the platform's codes are not invented.
 */
export async function seedPlatformRequests(
  services: Services,
  tenants: ReadonlyMap<string, { id: number; deptId: number; adminId: number }>,
): Promise<void> {
  for (const [identification, words] of Object.entries(requests)) {
    const tenant = tenants.get(identification)
    if (!tenant) continue
    const actor: Actor = {
      accountId: tenant.adminId,
      tenantId: tenant.id,
      tenantName: '',
      userName: '',
      nickName: '',
      userType: 1,
      deptId: tenant.deptId,
      deptName: null,
      avatar: null,
      sessionId: 0,
      superAdmin: true,
      mustChangePassword: false,
      mustSetUpFactor: false,
      grants: [],
      permissions: new Set(),
    }
    await services.database.withTenant(tenant.id, async db => {
      const batch = await db.maybe<{ id: number }>(sql`
        select id from batch where tenant_id = ${tenant.id} and status = 'active' order by id desc limit 1`)
      if (!batch) return
      await addRow(db, services.files, platformRequest, actor, {
        ...words,
        batchId: batch.id,
        count: 10_000,
        productCode: '2000000000008',
        miniPath: 'pages/trace/index',
      })
    })
  }
}
