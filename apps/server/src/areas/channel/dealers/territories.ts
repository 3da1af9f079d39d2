import { permissionOf, type RowOf, territories, territory } from '@timbermark/contract'
import { territoryMap } from '@timbermark/contract/calls'
import { readingOf } from '../../../entity/read-rows.ts'
import { entityRoutes } from '../../../entity/routes.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import type { BeforeWrite } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { invalid } from '../../../platform/refusal.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { sql } from '../../../platform/database/sql.ts'
import { loadTerritoryMap } from './territory-map.ts'
import { divisionNameOf, divisionLabel } from './territory-names.ts'

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** A dealer has a division once at a time; writers for one dealer wait for each other. */
const checkTerritory: BeforeWrite = async (db, actor, body, before) => {
  const { dealerId, divisionCode, validFrom, validUntil } = { ...before, ...body }
  const [from, until] = [textOf(validFrom), textOf(validUntil)]
  if (from && until && until < from) throw invalid([{ field: 'validUntil', error: 'channel.territoryDays' }])
  await db.execute(sql`select from dealer where tenant_id = ${actor.tenantId} and id = ${dealerId} for no key update`)
  const overlapping = await db.maybe(sql`
    select 1 from territory
    where tenant_id = ${actor.tenantId} and dealer_id = ${dealerId} and division_code = ${divisionCode} and id <> ${before?.id ?? 0}
      and daterange(valid_from, valid_until, '[]') && daterange(${from}::date, ${until}::date, '[]') limit 1`)
  if (overlapping) throw invalid([{ field: 'divisionCode', error: 'channel.territoryTwice' }])
}

type Stored = Omit<RowOf<typeof territories>, 'sharedWith'> & { [column: string]: unknown }

/** Other dealers in the reader's scope that have the same division on the same days. */
async function loadSharingDealers(db: Db, actor: Actor, ids: readonly number[]): Promise<Map<number, string>> {
  const scope = scopePredicate(actor, permissionOf(territory, 'list'), {
    alias: 'o',
    dept: 'dept_id',
    owner: 'created_by',
  })
  const rows = await db.query<{ id: number; names: string }>(sql`
    select t.id, string_agg(distinct d.name, ', ' order by d.name) as names
    from territory t
    join territory o on o.tenant_id = ${actor.tenantId} and o.division_code = t.division_code and o.dealer_id <> t.dealer_id
      and daterange(o.valid_from, o.valid_until, '[]') && daterange(t.valid_from, t.valid_until, '[]') and ${scope}
    join dealer d on d.tenant_id = ${actor.tenantId} and d.id = o.dealer_id
    where t.tenant_id = ${actor.tenantId} and t.id = any(${[...ids]}::bigint[]) group by t.id`)
  return new Map(rows.map(({ id, names }) => [id, names]))
}

const reading = readingOf(territories, {
  columns: { divisionName: divisionNameOf, sharedWith: 'computedInCode' },
  toRows: async (rows: Stored[], { actor, language }, db) => {
    const shared = await loadSharingDealers(
      db,
      actor,
      rows.map(({ id }) => id),
    )
    return rows.map(row => ({
      ...row,
      divisionName: divisionLabel(row.divisionName ?? row.divisionCode, language),
      sharedWith: shared.get(row.id) ?? null,
    }))
  },
})

export const territoryRoutes: RouteSpec[] = [
  serve(territoryMap, call => loadTerritoryMap(reading, call, call.query)),
  ...viewRoutes(reading, { summary: 'Where dealers sell, and from when to when' }),
  ...entityRoutes(territory, { beforeWrite: checkTerritory }, ['list', 'query', 'export', 'options']),
]
