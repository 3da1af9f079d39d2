import { category, product, textIn, type Texts } from '@timbermark/contract'
import { suggestProduct } from '@timbermark/contract/calls'
import { canLookUp, rowsInScope } from '../../entity/tenant-rows.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { sql } from '../../platform/database/sql.ts'

/** The category of the newest product that the caller may list; where there is none, the only category that they may choose. */
export const productSuggestionRoutes: RouteSpec[] = [
  serve(suggestProduct, ({ services, actor, language }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const newest = await db.maybe<{ category: number; name: string; texts: Texts }>(sql`
        select t.category_id as category, t.name, t.name_texts as texts from product t
        where t.tenant_id = ${actor.tenantId} and ${rowsInScope(product, actor, 'list')} order by t.id desc limit 1`)
      const offered = await db.query<{ id: number; last: boolean }>(sql`
        select t.id, t.id = ${newest?.category ?? 0} as last from category t
        where t.tenant_id = ${actor.tenantId} and t.status = '0' and ${canLookUp(category, actor)}
        order by last desc, t.id limit 2`)
      const [first, second] = offered
      if (!first || !(first.last || second === undefined)) return []
      const [source, name] =
        newest && first.last
          ? (['product', textIn(language, newest.name, newest.texts)] as const)
          : (['usual', null] as const)
      return [{ field: 'categoryId', value: first.id, source, name }]
    }),
  ),
]
