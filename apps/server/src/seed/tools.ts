import type { FormContent } from '@timbermark/contract'
import { importTable } from '../areas/tool/gen/import-table.ts'
import type { Db } from '../platform/database/database.ts'
import { platformTenant } from '../platform/operator.ts'
import { sql } from '../platform/database/sql.ts'
import type { Services } from '../platform/services.ts'

/** What a mill records when logs arrive: every field can be used by a stage template. */
const arrival: FormContent = {
  groups: [
    {
      titles: { zh: '车辆', en: 'Truck', fr: 'Camion' },
      fields: [
        {
          key: 'truck',
          kind: 'text',
          labels: { zh: '车牌号', en: 'Licence plate', fr: 'Plaque d’immatriculation' },
          width: 12,
          required: true,
          max: 20,
        },
        {
          key: 'arrived',
          kind: 'date',
          labels: { zh: '到达日期', en: 'Date of arrival', fr: 'Date d’arrivée' },
          width: 12,
          required: true,
        },
        {
          key: 'place',
          kind: 'coordinates',
          labels: { zh: '卸货地点', en: 'Place of unloading', fr: 'Lieu de déchargement' },
          width: 24,
        },
      ],
    },
    {
      titles: { zh: '原木', en: 'Logs', fr: 'Grumes' },
      fields: [
        {
          key: 'logs',
          kind: 'integer',
          labels: { zh: '原木数量', en: 'Number of logs', fr: 'Nombre de grumes' },
          width: 12,
          required: true,
          min: 1,
          max: 500,
        },
        {
          key: 'species',
          kind: 'dict',
          dict: 'tree_species',
          labels: { zh: '树种', en: 'Species', fr: 'Essence' },
          width: 12,
        },
        {
          key: 'photos',
          kind: 'images',
          labels: { zh: '照片', en: 'Photos', fr: 'Photos' },
          width: 24,
          maxItems: 5,
        },
      ],
    },
  ],
}

async function seedForm(db: Db): Promise<void> {
  await db.execute(sql`
    insert into form_design (tenant_id, name, remark, content)
    values (${platformTenant}, ${'原木到货登记 · Arrivée des grumes'}, ${'可另存为环节模板'}, ${JSON.stringify(arrival)}::jsonb)`)
}

/**
 * A record type in preparation, so that the code generator has an example: sawmills, modelled on the stores; and a form
 * of the builder.
 */
export async function seedTools(services: Services): Promise<void> {
  await services.database.withTenant(platformTenant, async db => {
    await seedForm(db)
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
