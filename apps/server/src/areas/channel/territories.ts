import { territories, territory } from '@timbermark/contract'
import { readingOf } from '../../crud/reading.ts'
import { entityRoutes } from '../../crud/routes.ts'
import { viewRoutes } from '../../crud/view-routes.ts'
import type { BeforeWrite } from '../../crud/write.ts'
import { invalid } from '../../platform/refusal.ts'
import type { RouteSpec } from '../../platform/http/http.ts'
import { sql } from '../../platform/database/sql.ts'

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** The same dealer has a division once at a time; whoever writes for a dealer waits for whoever does so already. */
const checkTerritory: BeforeWrite = async (db, actor, body, before) => {
  const { dealerId, divisionCode, validFrom, validUntil } = { ...before, ...body }
  const [from, until] = [textOf(validFrom), textOf(validUntil)]
  if (from && until && until < from) throw invalid([{ field: 'validUntil', error: 'channel.territoryDays' }])
  await db.execute(sql`select from dealer where tenant_id = ${actor.tenantId} and id = ${dealerId} for no key update`)
  const twice = await db.maybe(sql`
    select 1 from territory
    where tenant_id = ${actor.tenantId} and dealer_id = ${dealerId} and division_code = ${divisionCode} and id <> ${before?.id ?? 0}
      and daterange(valid_from, valid_until, '[]') && daterange(${from}::date, ${until}::date, '[]') limit 1`)
  if (twice) throw invalid([{ field: 'divisionCode', error: 'channel.territoryTwice' }])
}

const reading = readingOf(territories, {
  columns: {
    divisionName: sql`coalesce((
      select concat_ws(' ', above.full_name, parent.full_name, d.full_name) from division d
      left join division parent on parent.city_id = d.parent_id
      left join division above on above.city_id = parent.parent_id
      where d.city_id::text = t.division_code), t.division_code)`,
  },
})

export const territoryRoutes: RouteSpec[] = [
  ...viewRoutes(reading, { summary: 'Where dealers sell, and from when to when' }),
  ...entityRoutes(territory, { beforeWrite: checkTerritory }, ['list', 'query', 'export', 'options']),
]
