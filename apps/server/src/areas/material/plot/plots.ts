import { keyOf, permissionOf, phraseOf, plot, plots } from '@timbermark/contract'
import { added, entityBody, nothing, plotHistory } from '@timbermark/contract/calls'
import type { PlotShape } from '@timbermark/contract/plot'
import { readingOf } from '../../../entity/read-rows.ts'
import { entityRoutes } from '../../../entity/routes.ts'
import { rowsInScope } from '../../../entity/tenant-rows.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { addRow, editRow, type EntityHooks, idOf } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db, Row } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { route, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { assertValid, invalid, Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { boxText, columnsOf, issueOf, loadCheckPlot } from './check-plot.ts'
import { importRoutes } from './import-plots.ts'
import { dropOverlaps, findOverlaps, storeOverlaps } from './overlaps.ts'

/** The shape of a body, if it has one that a check can find. @throws Refusal invalid */
async function shapeOf(body: Row, before?: Row): Promise<PlotShape | undefined> {
  // What is no text, or none at all, is refused by the declaration.
  if (typeof body.geometry !== 'string' || body.geometry.trim() === '') return undefined
  const { shape, faults } = (await loadCheckPlot())(body.geometry, { ...before, ...body })
  assertValid(faults.map(issueOf))
  return shape
}

/** A point stands for four hectares at most, also when only its stated area changes. */
async function checkStatedArea(body: Row, before: Row | undefined): Promise<void> {
  if (before && !('geometry' in body)) await shapeOf({ ...body, geometry: before.geometry }, before)
}

/** How a plot was walked; the accuracies in metres. */
export interface Walk {
  id: string
  worst: number
  median: number
}

const hooksFor = (shape: PlotShape | undefined, walk?: Walk): EntityHooks => ({
  async beforeWrite(db, actor, body, before) {
    await checkStatedArea(body, before)
    if (!shape) return
    Object.assign(body, columnsOf(shape))
    if (walk) Object.assign(body, { worstAccuracy: walk.worst.toFixed(1), medianAccuracy: walk.median.toFixed(1) })
    if (!before || body.geometry === before.geometry) return
    // A shape that was typed or imported has not been walked.
    Object.assign(body, { version: Number(before.version) + 1, worstAccuracy: null, medianAccuracy: null })
    await db.execute(sql`
      insert into plot_version (tenant_id, plot_id, version, geometry, area, positions, worst_accuracy, median_accuracy, replaced_by)
      values (${actor.tenantId}, ${before.id}, ${before.version}, ${before.geometry}, ${before.area},
        ${before.positions}, ${before.worstAccuracy}, ${before.medianAccuracy}, ${actor.accountId})`)
  },
})

/** Adds a plot with its area and overlaps. @throws Refusal invalid */
export async function addPlot(services: Services, actor: Actor, body: Row, walk?: Walk): Promise<{ id: number }> {
  const shape = await shapeOf(body)
  const overlaps = shape ? await findOverlaps(services.database, actor.tenantId, [shape]) : []
  return services.database.withTenant(actor.tenantId, async db => {
    const id = await addRow(db, services.files, plot, actor, body, hooksFor(shape, walk))
    if (shape) await setBox(db, actor, id, shape)
    if (walk)
      await db.execute(sql`update plot set walk_id = ${walk.id} where tenant_id = ${actor.tenantId} and id = ${id}`)
    await storeOverlaps(db, actor, [id], overlaps)
    return { id }
  })
}

const setBox = (db: Db, actor: Actor, id: number, shape: PlotShape) =>
  db.execute(sql`update plot set box = ${boxText(shape)}::box where tenant_id = ${actor.tenantId} and id = ${id}`)

async function edit(services: Services, actor: Actor, body: Row): Promise<void> {
  const id = idOf(body.id)
  const shape = await shapeOf(body)
  const overlaps = shape ? await findOverlaps(services.database, actor.tenantId, [shape], { except: id }) : []
  await services.database.withTenant(actor.tenantId, async db => {
    await editRow(db, services, plot, actor, body, hooksFor(shape))
    if (!shape) return
    await setBox(db, actor, id, shape)
    await dropOverlaps(db, actor, id)
    await storeOverlaps(db, actor, [id], overlaps)
  })
}

/** Loads earlier shapes and overlaps of a plot. @throws Refusal notFound */
async function loadHistory(db: Db, actor: Actor, id: number) {
  const inScope = rowsInScope(plot, actor, 'query')
  const exists = await db.maybe(
    sql`select 1 from plot t where t.tenant_id = ${actor.tenantId} and t.id = ${id} and ${inScope}`,
  )
  if (!exists) throw new Refusal('notFound')
  const overlaps = await db.query<{
    id: number | null
    name: string | null
    foreign: boolean
    area: string | null
  }>(sql`
    select t.id, t.name, o.other_id is null as foreign, o.area from plot_overlap o
    left join plot t on t.tenant_id = ${actor.tenantId} and t.id = o.other_id and ${inScope}
    where o.tenant_id = ${actor.tenantId} and o.plot_id = ${id} order by o.other_id nulls last limit 200`)
  const earlier = await db.query<{
    version: number
    geometry: string
    area: string | null
    positions: number
    worstAccuracy: string | null
    medianAccuracy: string | null
    replacedAt: Date
    replacedBy: string | null
  }>(sql`
    select v.version, v.geometry, v.area, v.positions, v.worst_accuracy as "worstAccuracy",
      v.median_accuracy as "medianAccuracy", v.replaced_at as "replacedAt", a.user_name as "replacedBy"
    from plot_version v left join account a on a.tenant_id = ${actor.tenantId} and a.id = v.replaced_by
    where v.tenant_id = ${actor.tenantId} and v.plot_id = ${id} order by v.version desc limit 100`)
  return { overlaps, earlier }
}

/** @throws Refusal material.plotReliedUpon when stage records name it, in whatever version */
async function prepareRemoval(db: Db, actor: Actor, id: number): Promise<void> {
  const named = await db.maybe(
    sql`select 1 from stage_record_plot where tenant_id = ${actor.tenantId} and plot_id = ${id} limit 1`,
  )
  if (named) throw new Refusal('material.plotReliedUpon')
  await dropOverlaps(db, actor, id)
}

const title = phraseOf(plot)

/** Plots: land that wood comes from. */
export const plotsReading = readingOf(plots, {
  search: {
    hasOverlaps: filter => {
      if (filter !== 'true' && filter !== 'false') throw invalid([{ field: 'hasOverlaps', error: 'notOneOf' }])
      return filter === 'true' ? sql`t.overlap_count > 0` : sql`t.overlap_count = 0`
    },
  },
})

export const plotRoutes: RouteSpec[] = [
  ...entityRoutes(plot, { beforeRemove: (db, actor, row) => prepareRemoval(db, actor, Number(row.id)) }, [
    'list',
    'query',
    'export',
    'add',
    'edit',
  ]),
  ...viewRoutes(plotsReading, { except: ['query'] }),
  ...viewRoutes(readingOf(plot), { except: ['list', 'export'] }),
  route({
    method: 'POST',
    path: '/material/plot',
    access: { permission: permissionOf(plot, 'add') },
    summary: `Add ${keyOf(plot)}`,
    body: entityBody(plot, 'add'),
    answer: added,
    labels: title,
    audit: { title, kind: 'add' },
    handler: ({ services, actor, body }) => addPlot(services, actor, body),
  }),
  route({
    method: 'PUT',
    path: '/material/plot',
    access: { permission: permissionOf(plot, 'edit') },
    summary: `Edit ${keyOf(plot)}`,
    body: entityBody(plot, 'edit'),
    answer: nothing,
    labels: title,
    audit: { title, kind: 'edit' },
    handler: ({ services, actor, body }) => edit(services, actor, body),
  }),
  serve(plotHistory, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, db => loadHistory(db, actor, Number(params.id))),
  ),
  ...importRoutes,
]
