import { setImmediate } from 'node:timers/promises'
import type { PlotGeometry, PlotShape } from '@timbermark/contract/plot'
import type { Actor } from '../../../platform/actor.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import { ShapeComparison } from './compare-shapes.ts'

/** What one of the compared shapes overlaps. */
export interface Overlap {
  /** Which of the shapes. */
  at: number
  /** A plot of the same enterprise; undefined for one of another enterprise. */
  otherId?: number
  /** Another one of the compared shapes. */
  otherAt?: number
  area: number | null
}

/** Longest time without a pause in which other requests are served, ms. */
const sliceMs = 30
/** Shapes in one search for plots near them. */
const batch = 500

/** Lets other requests run whenever a slice of work is over. */
export function pauses(): () => Promise<void> {
  let start = performance.now()
  return async () => {
    if (performance.now() - start < sliceMs) return
    await setImmediate()
    start = performance.now()
  }
}

/** Pairs of compared shapes whose boxes meet, by a sweep from west to east. */
function* nearPairs(shapes: readonly PlotShape[]): Generator<[a: number, b: number]> {
  const order = shapes.map((_, at) => at).sort((a, b) => shapes[a]!.box[0] - shapes[b]!.box[0])
  let open: number[] = []
  for (const at of order) {
    const [west, south, , north] = shapes[at]!.box
    open = open.filter(one => shapes[one]!.box[2] >= west)
    for (const one of open) if (shapes[one]!.box[1] <= north && shapes[one]!.box[3] >= south) yield [one, at]
    open.push(at)
  }
}

/**
 * Finds what shapes overlap: plots of all enterprises, and each other. Of plots of other enterprises nothing but the fact
 * leaves this function. It runs before the transaction that stores: two plots that are stored in the same moment may not
 * find each other.
 * @param except the stored plot whose new shape is compared
 */
export async function findOverlaps(
  database: Database,
  tenantId: number,
  shapes: readonly PlotShape[],
  { except, onProgress }: { except?: number; onProgress?: (done: number) => void } = {},
): Promise<Overlap[]> {
  const comparison = new ShapeComparison()
  try {
    return await compareAll(comparison, { database, tenantId, shapes, except, onProgress })
  } finally {
    await comparison.close()
  }
}

async function compareAll(
  comparison: ShapeComparison,
  {
    database,
    tenantId,
    shapes,
    except,
    onProgress,
  }: {
    database: Database
    tenantId: number
    shapes: readonly PlotShape[]
    except: number | undefined
    onProgress: ((done: number) => void) | undefined
  },
): Promise<Overlap[]> {
  const overlaps: Overlap[] = []
  const foreign = new Map<number, number | null>()
  const pause = pauses()
  for (let start = 0; start < shapes.length; start += batch) {
    const part = shapes.slice(start, start + batch)
    const side = (index: number) => part.map(shape => shape.box[index]!)
    const near = await database.readAcrossTenants<{
      at: number
      tenantId: number
      id: number
      geometry: string
      positions: number
    }>(
      'plots',
      sql`
        select s.at::int as at, p.tenant_id as "tenantId", p.id, p.geometry, p.positions
        from unnest(${side(0)}::float8[], ${side(1)}::float8[], ${side(2)}::float8[], ${side(3)}::float8[])
          with ordinality as s(west, south, east, north, at)
        join plot p on p.box && box(point(s.east, s.north), point(s.west, s.south))`,
    )
    for (const { at, tenantId: owner, id, geometry, positions } of near) {
      if (owner === tenantId && id === except) continue
      const place = start + at - 1
      if (owner !== tenantId && foreign.has(place)) continue
      const other = { geometry: JSON.parse(geometry) as PlotGeometry, positions }
      const area = await comparison.compare(shapes[place]!, other)
      if (area !== undefined && owner === tenantId) overlaps.push({ at: place, otherId: id, area })
      else if (area !== undefined) foreign.set(place, null)
      await pause()
    }
    onProgress?.(start + part.length)
  }
  for (const [a, b] of nearPairs(shapes)) {
    const area = await comparison.compare(shapes[a]!, shapes[b]!)
    if (area !== undefined) overlaps.push({ at: a, otherAt: b, area })
    await pause()
  }
  return [...overlaps, ...[...foreign].map(([at, area]) => ({ at, area }))]
}

/** Counts what plots overlap anew. */
async function countOverlaps(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    update plot set overlap_count = (
      select count(*) from plot_overlap o where o.tenant_id = ${actor.tenantId} and o.plot_id = plot.id)
    where tenant_id = ${actor.tenantId} and id = any(${[...ids]})`)
}

/** Removes what is stored about overlaps of a plot, before it is removed or its shape changes. */
export async function dropOverlaps(db: Db, actor: Actor, id: number): Promise<void> {
  const others = await db.query<{ id: number }>(sql`
    delete from plot_overlap where tenant_id = ${actor.tenantId} and other_id = ${id} returning plot_id as id`)
  await db.execute(sql`delete from plot_overlap where tenant_id = ${actor.tenantId} and plot_id = ${id}`)
  await countOverlaps(
    db,
    actor,
    others.map(other => other.id),
  )
}

/** Stores what was found. @param ids of the compared shapes, in their order */
export async function storeOverlaps(
  db: Db,
  actor: Actor,
  ids: readonly number[],
  overlaps: readonly Overlap[],
): Promise<void> {
  if (overlaps.length === 0) return
  const named = [...new Set(overlaps.flatMap(({ otherId }) => otherId ?? []))]
  // One may have been removed since it was found.
  const stored = await db.query<{ id: number }>(
    sql`select id from plot where tenant_id = ${actor.tenantId} and id = any(${named}) order by id for update`,
  )
  const existing = new Set(stored.map(row => row.id))
  const rows = overlaps.flatMap(({ at, otherId, otherAt, area }) => {
    const id = ids[at]!
    const other = otherAt === undefined ? otherId : ids[otherAt]!
    const row = (plotId: number, to: number | null) => ({
      tenant_id: actor.tenantId,
      plot_id: plotId,
      other_id: to,
      area,
    })
    if (other === undefined) return [row(id, null)]
    return otherAt !== undefined || existing.has(other) ? [row(id, other), row(other, id)] : []
  })
  await insertRows(db, 'plot_overlap', rows)
  await countOverlaps(db, actor, [...new Set(rows.map(row => row.plot_id))])
}
