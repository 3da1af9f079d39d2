import { createHash } from 'node:crypto'
import { metresFromPlot, type PlotGeometry } from '@timbermark/contract/plot'
import type { PlotFacts } from '@timbermark/contract/plausible'
import { canonicalize, type Json } from '@timbermark/ledger'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/** A plot that a record names, in the version that it has or had. */
export interface NamedPlot {
  id: number
  number: string
  version: number
}

/** What is sealed of the plot of a record. */
export type SealedPlot = {
  number: string
  version: number
  /** Of the canonical JSON (RFC 8785) of the GeoJSON geometry, hexadecimal. */
  sha256: string
}

/** Which of these numbers name a plot, as `t`, in scope. */
export async function findPlotNumbers(
  db: Db,
  tenantId: number,
  numbers: readonly string[],
  scope: Sql,
): Promise<Set<string>> {
  const rows = await db.query<{ number: string }>(sql`
    select t.number from plot t where t.tenant_id = ${tenantId} and t.number = any(${[...numbers]}) and ${scope}`)
  return new Set(rows.map(row => row.number))
}

/** Loads a plot in scope by its number, and locks it against removal until the record that names it is written. */
export function lockPlot(db: Db, tenantId: number, number: string, scope: Sql): Promise<NamedPlot | undefined> {
  return db.maybe<NamedPlot>(sql`
    select t.id, t.number, t.version from plot t
    where t.tenant_id = ${tenantId} and t.number = ${number} and ${scope} for key share of t`)
}

const shapeOfVersion = (tenantId: number) => sql`
  left join plot_version v on v.tenant_id = ${tenantId} and v.plot_id = p.id and v.version = n.version and p.version <> n.version`

/** The plots as plausibility rules read them, by id and version. */
export async function loadPlotFacts(
  db: Db,
  tenantId: number,
  plots: readonly NamedPlot[],
): Promise<(plot: NamedPlot | undefined) => PlotFacts | undefined> {
  const key = ({ id, version }: Pick<NamedPlot, 'id' | 'version'>) => `${id}/${version}`
  const named = [...new Map(plots.map(plot => [key(plot), plot])).values()]
  if (named.length === 0) return () => undefined
  const rows = await db.query<{ id: number; version: number; geometry: string }>(sql`
    select p.id, n.version, coalesce(v.geometry, p.geometry) as geometry
    from unnest(${named.map(({ id }) => id)}::bigint[], ${named.map(({ version }) => version)}::int[]) n (id, version)
    join plot p on p.tenant_id = ${tenantId} and p.id = n.id ${shapeOfVersion(tenantId)}`)
  const shapes = new Map(rows.map(row => [key(row), JSON.parse(row.geometry) as PlotGeometry]))
  return plot => {
    const shape = plot && shapes.get(key(plot))
    return shape && { number: plot.number, metresFrom: point => metresFromPlot(shape, point) }
  }
}

/** Stores which plots records name. */
export const linkPlots = async (
  db: Db,
  tenantId: number,
  plots: readonly (NamedPlot & { recordId: number })[],
): Promise<void> =>
  void (await insertRows(
    db,
    'stage_record_plot',
    plots.map(({ id, number, version, recordId }) => ({
      tenant_id: tenantId,
      record_id: recordId,
      plot_id: id,
      version,
      number,
    })),
  ))

/** The plot that a version of a record names. */
export const findPlotOfRecord = (db: Db, tenantId: number, recordId: number): Promise<NamedPlot | undefined> =>
  db.maybe<NamedPlot>(sql`
    select plot_id as id, number, version from stage_record_plot
    where tenant_id = ${tenantId} and record_id = ${recordId}`)

/** What is sealed of plots that records name, from today's rows. */
export async function sealPlots(
  db: Db,
  tenantId: number,
  plots: readonly NamedPlot[],
): Promise<(plot: NamedPlot) => SealedPlot> {
  const key = ({ id, version }: Pick<NamedPlot, 'id' | 'version'>) => `${id}/${version}`
  // Reports of thousands of trees name one plot: each shape is read and hashed once.
  const named = [...new Map(plots.map(plot => [key(plot), plot])).values()]
  const shapes =
    named.length === 0
      ? []
      : await db.query<{ id: number; version: number; geometry: string | null }>(sql`
          select p.id, n.version, case when p.version = n.version then p.geometry else v.geometry end as geometry
          from unnest(${named.map(({ id }) => id)}::bigint[], ${named.map(({ version }) => version)}::int[]) n (id, version)
          join plot p on p.tenant_id = ${tenantId} and p.id = n.id ${shapeOfVersion(tenantId)}`)
  const digests = new Map(shapes.map(shape => [key(shape), digestOf(shape.geometry)]))
  return plot => ({ number: plot.number, version: plot.version, sha256: digests.get(key(plot)) ?? '' })
}

/** An earlier version that is gone has no digest: what was sealed then differs. */
function digestOf(geometry: string | null): string {
  if (geometry === null) return ''
  try {
    return createHash('sha256')
      .update(canonicalize(JSON.parse(geometry) as Json))
      .digest('hex')
  } catch {
    return ''
  }
}
