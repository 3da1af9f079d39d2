import { importTable } from '../areas/tool/gen/import-table.ts'
import { platformTenant } from '../platform/operator.ts'
import { sql } from '../platform/database/sql.ts'
import type { Services } from '../platform/services.ts'

/** A record type in the making, so that the code generator shows what it is for: sawmills, modelled on the stores. */
export async function seedTools(services: Services): Promise<void> {
  await services.database.withTenant(platformTenant, async db => {
    const id = await importTable(
      db,
      { tenantId: platformTenant, accountId: null },
      { schema: 'public', table: 'store' },
    )
    const named = {
      area: 'channel',
      entity: 'sawmill',
      one: { zh: '锯木厂', en: 'Sawmill', fr: 'Scierie' },
      many: { zh: '锯木厂', en: 'Sawmills', fr: 'Scieries' },
    }
    await db.execute(
      sql`update gen_table set settings = settings || ${JSON.stringify(named)}::jsonb where tenant_id = ${platformTenant} and id = ${id}`,
    )
  })
}
