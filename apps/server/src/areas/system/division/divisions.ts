import { divisionChoices, latestDivisionSync, oneDivisionSync, syncDivisions } from '@timbermark/contract/calls'
import { division, divisionView, isNoFix, type Language } from '@timbermark/contract'
import { queryValue, type ListQuery } from '../../../entity/list-query.ts'
import { readingOf, parseWholeNumber } from '../../../entity/read-rows.ts'
import { entityRoutes } from '../../../entity/routes.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import type { Db, Row } from '../../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { allOf, containsText, sql } from '../../../platform/database/sql.ts'
import { cityName, findCitiesByLatinName } from '../../place/city-names.ts'
import { countryNames } from '../../place/places.ts'
import { latestSync, queueSync, syncSeconds } from './division-job.ts'

/** Down to this level, that of cities and prefectures, divisions may have names in Latin letters. */
const cityLevel = 2

/** The children of one division are few (at most some dozens) and are answered without pages. */
const isOfOneParent = (query: ListQuery) =>
  queryValue(query, 'parentId') !== undefined &&
  !['shortName', 'fullName', 'cityId', 'level'].some(key => queryValue(query, key) !== undefined)

const reading = readingOf(divisionView, {
  columns: { longitude: sql`t.longitude::float8`, latitude: sql`t.latitude::float8` },
  more: sql`exists (select from division below where below.parent_id = t.city_id) as "hasChildren"`,
  search: { parentId: value => sql`t.parent_id = ${parseWholeNumber('parentId', value)}` },
  unpaged: isOfOneParent,
})

/** The parent of a division has a higher level; a province has none. */
async function checkParent(db: Db, body: Row, before: Row | undefined): Promise<void> {
  const level = Number(body.level ?? before?.level)
  const parentId = Number(body.parentId ?? before?.parentId)
  const cityId = Number(before?.cityId ?? body.cityId)
  if (parentId === 0) {
    if (level !== 1) throw invalid([{ field: 'parentId', error: 'system.division.parent' }])
    return
  }
  const parent = await db.maybe<{ level: number }>(sql`select level from division where city_id = ${parentId}`)
  if (!parent || parent.level >= level || parentId === cityId)
    throw invalid([{ field: 'parentId', error: 'system.division.parent' }])
  if (before && (await db.maybe(sql`select 1 from division where parent_id = ${cityId} and level <= ${level} limit 1`)))
    throw invalid([{ field: 'level', error: 'system.division.parent' }])
}

/** Countries by code or part of their name in the reader's language, for places outside of the known divisions. */
function countriesFor({ search, ids }: { search?: string; ids?: string }, language: Language) {
  const wanted = ids === undefined ? undefined : new Set(ids.split(','))
  const part = search?.trim().toLocaleLowerCase(language)
  if (!wanted && !part) return []
  return Object.entries(countryNames(language))
    .filter(
      ([code, name]) =>
        (wanted ? wanted.has(code) : true) &&
        (!part || code.toLowerCase() === part || name.toLocaleLowerCase(language).includes(part)),
    )
    .slice(0, 20)
    .map(([code, name]) => ({ id: code, label: `${name} · ${code}` }))
}

const plain = entityRoutes(
  division,
  {
    beforeWrite: async (db, _actor, body, before) => {
      if (isNoFix(body.longitude, body.latitude)) throw invalid([{ field: 'longitude', error: 'noFix' }])
      await checkParent(db, body, before)
    },
    beforeRemove: async (db, _actor, row) => {
      if (await db.maybe(sql`select 1 from division where parent_id = ${row.cityId} limit 1`))
        throw new Refusal('system.division.hasChildren')
    },
  },
  ['list', 'query'],
)

export const divisionRoutes: RouteSpec[] = [
  ...plain,
  ...viewRoutes(reading, { summary: 'Divisions: all children of one (parentId), or a page of a search' }),
  // Divisions are public knowledge; describing a dealer does not require the permission to administer them.
  serve(divisionChoices, async ({ services, actor, query, language }) => {
    const divisions = await services.database.withTenant(actor.tenantId, db =>
      db.query<{ id: string; label: string; city: string | null }>(sql`
        select d.city_id::text as id, case when d.level <= ${cityLevel} then d.full_name end as city, concat_ws(' ', above.full_name, parent.full_name, d.full_name) || ' · ' || d.city_id as label
        from division d
        left join division parent on parent.city_id = d.parent_id
        left join division above on above.city_id = parent.parent_id
        where ${allOf([
          ...(query.ids === undefined ? [] : [sql`d.city_id::text = any(${query.ids.split(',')}::text[])`]),
          ...(query.search
            ? [
                sql`(${containsText(sql`d.full_name`, query.search)} or starts_with(d.city_id::text, ${query.search})
                  or d.level <= ${cityLevel} and d.short_name = any(${findCitiesByLatinName(query.search)}))`,
              ]
            : []),
        ])}
        order by d.level, d.city_id limit 50`),
    )
    const named = divisions.map(({ id, label, city }) => {
      const name = city === null ? null : cityName(city, language)
      return { id, label: name === city ? label : `${name} · ${label}` }
    })
    // “Hangzhou” is also a part of “Changzhou”: names that begin with the search come first.
    const begins = ({ label }: { label: string }) =>
      label.toLowerCase().startsWith(query.search?.trim().toLowerCase() || '\0') ? 0 : 1
    return [...named.sort((a, b) => begins(a) - begins(b)), ...countriesFor(query, language)]
  }),
  serve(syncDivisions, async ({ services, actor }) => ({
    jobId: await queueSync(services, actor),
    seconds: syncSeconds,
  })),
  serve(latestDivisionSync, ({ services, actor }) =>
    services.database.withTenant(actor.tenantId, db => latestSync(db)),
  ),
  serve(oneDivisionSync, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const sync = await latestSync(db, Number(params.id))
      if (!sync) throw new Refusal('notFound')
      return sync
    }),
  ),
]
