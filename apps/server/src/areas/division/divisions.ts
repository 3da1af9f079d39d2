import { latestDivisionSync, oneDivisionSync, syncDivisions } from '@timbermark/contract/calls'
import { division } from '@timbermark/contract'
import { z } from 'zod'
import type { ListQuery } from '../../crud/list-query.ts'
import { listRows } from '../../crud/list.ts'
import { rightsOf } from '../../crud/rights.ts'
import { entityRoutes } from '../../crud/routes.ts'
import { getRow } from '../../crud/write.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { type RouteSpec, Rows, route, serve } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { latestSync, queueSync, syncSeconds } from './division-job.ts'
import { first } from '../../crud/wire.ts'

const anyQuery = z.record(z.string(), z.unknown())
const permission = (verb: string) => ({ permission: `system:division:${verb}` })

async function answered(db: Db, actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  const parents = new Set(
    (
      await db.query<{ id: number }>(
        sql`select distinct parent_id as id from division where parent_id = any(${rows.map(row => row.cityId)}::int[])`,
      )
    ).map(row => row.id),
  )
  return rows.map(row => ({
    ...row,
    longitude: row.longitude === null ? null : Number(row.longitude),
    latitude: row.latitude === null ? null : Number(row.latitude),
    hasChildren: parents.has(row.cityId as number),
    ...rightsOf(division, actor, row),
  }))
}

/** A division stands below one of a higher level: a province below none. */
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

const plain = entityRoutes(
  division,
  {
    beforeWrite: (db, _actor, body, before) => checkParent(db, body, before),
    beforeRemove: async (db, _actor, row) => {
      if (await db.maybe(sql`select 1 from division where parent_id = ${row.cityId} limit 1`))
        throw new Refusal('system.division.hasChildren')
    },
  },
  ['list', 'query'],
)

export const divisionRoutes: RouteSpec[] = [
  ...plain,
  route({
    method: 'GET',
    path: '/system/division/list',
    access: permission('list'),
    summary: 'Divisions: all children of one (parentId), or a page of a search',
    query: anyQuery,
    labels: 'system.division',
    handler: ({ services, actor, query }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const parent = first(query.parentId)
        const searching = ['shortName', 'fullName', 'cityId', 'level'].some(key => first(query[key]) !== undefined)
        if (parent === undefined || searching) {
          const { rows, total, estimated } = await listRows(db, division, actor, query as ListQuery)
          return new Rows(await answered(db, actor, rows), total, estimated)
        }
        // The children of one division are few (at most some dozens) and come at once.
        const { rows } = await listRows(db, { ...division, tree: true }, actor, query as ListQuery)
        return new Rows(await answered(db, actor, rows), rows.length)
      }),
  }),
  route({
    method: 'GET',
    path: '/system/division/:id(^\\d+$)',
    access: permission('query'),
    summary: 'One division',
    handler: ({ services, actor, params }) =>
      services.database.withTenant(
        actor.tenantId,
        async db =>
          (await answered(db, actor, [await getRow(db, services.files, division, actor, Number(params.id))]))[0],
      ),
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
      const found = await latestSync(db, Number(params.id))
      if (!found) throw new Refusal('notFound')
      return found
    }),
  ),
]
