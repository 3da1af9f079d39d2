import { listingFacets } from '@timbermark/contract/calls'
import type { ListQuery } from '../../entity/list-query.ts'
import { searchOf } from '../../entity/read-rows.ts'
import { sql } from '../../platform/database/sql.ts'
import { serve } from '../../platform/http/http.ts'
import { listingReading } from './reading.ts'

/**
 * At most this many of the newest listings of a search are counted. Each costs reading its row, because row security needs
 * columns that are not in the index.
 */
const maxCounted = 1000
/** At most this many places are answered. */
const maxPlaces = 12

interface Counted {
  facet: 'species' | 'form' | 'place'
  value: string
  n: number
}

/**
 * Counts of a search by species, form and place. Only the newest rows are counted, so that the cost does not depend on the
 * size of the market; the answer says how many rows were counted.
 */
export const listingFacetRoute = serve(listingFacets, ({ services, actor, language, query }) =>
  services.database.withTenant(actor.tenantId, async db => {
    const { from, where } = await searchOf(listingReading, { services, actor, language }, query as ListQuery)
    const [{ counted, facets } = { counted: 0, facets: null }] = await db.query<{
      counted: number
      facets: Counted[] | null
    }>(sql`
      with newest as materialized (
        select t.species, t.form, t.place, btrim(t.origin) as origin from ${from} where ${where} order by t.id desc limit ${maxCounted + 1}),
      spread as (
        select case when grouping(species) = 0 then 'species' when grouping(form) = 0 then 'form' else 'place' end as facet,
          coalesce(species, form, case when grouping(place) = 0 then min(origin) end) as value, count(*)::int as n
        from newest group by grouping sets (species, form, place))
      select (select count(*)::int from newest) as counted,
        (select json_agg(json_build_object('facet', facet, 'value', value, 'n', n) order by n desc, value)
         from spread where value is not null and value <> '') as facets`)
    const countsOf = (wanted: Counted['facet']) =>
      (facets ?? [])
        .filter(({ facet }) => facet === wanted)
        .slice(0, wanted === 'place' ? maxPlaces : undefined)
        .map(({ value, n }) => ({ value, count: n }))
    return {
      species: countsOf('species'),
      form: countsOf('form'),
      place: countsOf('place'),
      counted: Math.min(counted, maxCounted),
      more: counted > maxCounted,
    }
  }),
)
