import { publicBanners, servicePhone as servicePhoneCall, setServicePhone } from '@timbermark/contract/calls'
import { banner, checkField, phone } from '@timbermark/contract'
import { entityRoutes } from '../../entity/routes.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { assertValid, invalid } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { clientLimits } from '../system/identity/client-limits.ts'
import { loadPublicBanners } from './public-banners.ts'
import { hideFiles } from './public-files.ts'

const servicePhone = phone({ required: true })

/** A time in milliseconds, from a sent text or a stored date. */
function momentOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'string' && value !== '' ? Date.parse(value) : undefined
}

/** Banners of the three home pages, and the customer service number. */
export const siteRoutes: RouteSpec[] = [
  ...entityRoutes(
    banner,
    {
      publicFiles: ['image'],
      async beforeWrite(_db, _actor, body, before) {
        const at = (key: string) => momentOf(key in body ? body[key] : before?.[key])
        const [from, until] = [at('showFrom'), at('showUntil')]
        if (from !== undefined && until !== undefined && until <= from)
          throw invalid([{ field: 'showUntil', error: 'site.endsBeforeStart' }])
      },
      beforeRemove: (db, _actor, row) => hideFiles(db, `banner/${row.id}`),
    },
    ['options'],
  ),
  serve(servicePhoneCall, ({ services, actor }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const row = await db.maybe<{ phone: string; updateTime: Date; updateBy: string | null }>(
        sql`
          select s.phone, s.updated_at as "updateTime", a.user_name as "updateBy" from site_service s
          left join account a on a.tenant_id = ${actor.tenantId} and a.id = s.updated_by`,
      )
      return row ?? { phone: null, updateTime: null, updateBy: null }
    }),
  ),
  serve(setServicePhone, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const issue = checkField('phone', servicePhone, body.phone)
      assertValid(issue ? [issue] : [])
      const number = String(body.phone).trim()
      await db.execute(sql`
          insert into site_service (phone, updated_by) values (${number}, ${actor.accountId})
          on conflict (id) do update set phone = excluded.phone, updated_by = excluded.updated_by, updated_at = excluded.updated_at`)
      return { phone: number }
    }),
  ),
  serve(publicBanners, ({ services, query, ip }) => {
    clientLimits(services).lookup(ip)
    return loadPublicBanners(services, query.group)
  }),
]
