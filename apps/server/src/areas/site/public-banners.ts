import type { PublicBanner } from '@timbermark/contract/calls'
import type { Db } from '../../platform/database/database.ts'
import { allOf, sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/services.ts'
import { loadPublicFiles } from './public-files.ts'

/** Banners that are shown now, of one home page or of all, with the customer service number. */
export function loadPublicBanners({ database }: Services, group?: PublicBanner['group']) {
  return database.withoutTenant(async db => {
    const where = allOf([
      sql`status = '0' and (show_from is null or show_from <= now()) and (show_until is null or show_until > now())`,
      ...(group ? [sql`"group" = ${group}`] : []),
    ])
    const rows = await db.query<Omit<PublicBanner, 'image'> & { image: string[] }>(
      sql`select id, "group", sequence, duration, image, link, show_from as "showFrom", show_until as "showUntil" from banner where ${where}
        order by "group", sequence, id`,
    )
    const pictures = await loadPublicFiles(
      database,
      rows.flatMap(row => row.image),
    )
    const banners = rows.flatMap(row => {
      const image = pictures.get(row.image[0] ?? '')
      return image ? [{ ...row, image }] : []
    })
    return { banners, servicePhone: await servicePhoneOf(db) }
  })
}

async function servicePhoneOf(db: Db): Promise<string | null> {
  return (await db.maybe<{ phone: string }>(sql`select phone from site_service`))?.phone ?? null
}

/** The customer service number, which the operator publishes. */
export const loadServicePhone = ({ database }: Services): Promise<string | null> =>
  database.withoutTenant(servicePhoneOf)
