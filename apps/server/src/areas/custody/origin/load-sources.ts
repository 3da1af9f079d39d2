import type { Texts } from '@timbermark/contract'
import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { BatchKey } from './walk-origin.ts'

const rowsOf = (batches: readonly BatchKey[]): Sql => sql`
  unnest(${batches.map((_, n) => n)}::int[], ${batches.map(({ tenantId }) => tenantId)}::bigint[],
    ${batches.map(({ batchId }) => batchId)}::bigint[]) as g (n, tenant, batch)`

/** Current fellings of each batch `g`, from its index whatever the planner thinks of how many there are. */
const fellingsOfBatch = sql`
  cross join lateral (
    select * from stage_record f
    where f.tenant_id = g.tenant and f.batch_id = g.batch and f.stage = 'felling' and f.status = 'current'
    offset 0) r`

/** Current fellings of one batch on one version of a plot, or on none. */
export interface FellingSum {
  /** Place of the batch. */
  n: number
  plotId: number | null
  version: number | null
  number: string | null
  records: number
  /** YYYY-MM-DD. */
  firstDay: string
  lastDay: string
  /** Cubic metres. */
  volume: string | null
  species: string[]
}

/** Sums up the fellings of batches by the plots that they name. @param zone in which days are cut */
export const loadFellings = (db: Db, batches: readonly BatchKey[], zone: string): Promise<FellingSum[]> =>
  db.query<FellingSum>(sql`
    with felled as materialized (
      select g.n, p.plot_id, p.version, p.number, nullif(r.public_values ->> 'treeSpecies', '') as species,
        nullif(r.public_values ->> 'volume', '')::numeric as volume,
        coalesce(nullif(r.public_values ->> 'fellingTime', '')::timestamptz, r.happened_at) as felled_at
      from ${rowsOf(batches)} ${fellingsOfBatch}
      left join stage_record_plot p on p.tenant_id = g.tenant and p.record_id = r.id)
    select n, plot_id as "plotId", version, max(number) as number, count(*) as records,
      to_char(min(felled_at) at time zone ${zone}, 'YYYY-MM-DD') as "firstDay",
      to_char(max(felled_at) at time zone ${zone}, 'YYYY-MM-DD') as "lastDay", trim_scale(sum(volume)) as volume,
      coalesce(array_agg(distinct species) filter (where species is not null), '{}') as species
    from felled group by n, plot_id, version order by n, min(felled_at), plot_id, version`)

/** What else is known of where the wood of a batch is from. Cubic metres. */
export interface SourceSum {
  n: number
  purchases: number
  /** Wood whose source is a purchase. */
  purchased: string | null
  undeclared: string | null
}

export const loadSources = (db: Db, batches: readonly BatchKey[]): Promise<SourceSum[]> =>
  db.query<SourceSum>(sql`
    select g.n, p.records as purchases, w.purchased, w.undeclared
    from ${rowsOf(batches)}
    cross join lateral (
      select count(*) as records from stage_record r
      where r.tenant_id = g.tenant and r.batch_id = g.batch and r.stage = 'rawMaterialPurchase' and r.status = 'current') p
    cross join lateral (
      select trim_scale(sum(m.volume_in) filter (where m.source = 'purchased')) as purchased,
        trim_scale(sum(m.undeclared) filter (where m.undeclared > 0)) as undeclared
      from material_balance m where m.tenant_id = g.tenant and m.batch_id = g.batch and m.species <> '') w
    order by g.n`)

/** The company of a batch, and the number of a batch that the reader may see. */
export interface BatchName {
  n: number
  name: string
  texts: Texts
  number: string | null
}

export const loadNames = (db: Db, actor: Actor, batches: readonly BatchKey[]): Promise<BatchName[]> =>
  db.query<BatchName>(sql`
    select g.n, e.name, e.public_name_texts as texts, b.batch_number as number
    from ${rowsOf(batches)} join enterprise e on e.id = g.tenant
    left join batch b on b.tenant_id = ${actor.tenantId} and g.tenant = ${actor.tenantId} and b.id = g.batch
      and ${scopePredicate(actor, 'material:origin:list', { alias: 'b', dept: 'dept_id', owner: 'created_by' })}
    order by g.n`)

/** One version of a plot of one enterprise. */
export interface PlotKey {
  tenantId: number
  plotId: number
  version: number
}

export interface PlotVersion extends PlotKey {
  name: string
  country: string
  producer: string | null
  place: string | null
  kind: 'point' | 'polygon'
  area: string | null
  /** Left out where all outlines together are too long, or this version is gone. */
  geometry: string | null
  /** Characters of this and all outlines before it. */
  length: number
}

/** Plots of one walk; it is cut where it leads to more. */
export const mostPlotsOfWalk = 20_000

/**
 * Loads plots of others that are named here, and own ones that the reader may query.
 * @param most plots with an outline, and `longest` characters of these outlines together
 */
export const loadPlots = (
  db: Db,
  actor: Actor,
  plots: readonly PlotKey[],
  { most, longest }: { most: number; longest: number },
): Promise<PlotVersion[]> =>
  db.query<PlotVersion>(sql`
    with shape as (
      select g.n, g.tenant, g.plot, g.version, p.name, p.country, p.producer, p.place, p.kind,
        case when p.kind = 'point' then p.declared_area when p.version = g.version then p.area else v.area end as area,
        case when p.version = g.version then p.geometry else v.geometry end as geometry
      from unnest(${plots.map((_, n) => n)}::int[], ${plots.map(({ tenantId }) => tenantId)}::bigint[],
        ${plots.map(({ plotId }) => plotId)}::bigint[], ${plots.map(({ version }) => version)}::int[]) as g (n, tenant, plot, version)
      join plot p on p.tenant_id = g.tenant and p.id = g.plot
      left join plot_version v on v.tenant_id = g.tenant and v.plot_id = g.plot and v.version = g.version and p.version <> g.version
      where g.tenant <> ${actor.tenantId}
        or ${scopePredicate(actor, 'material:plot:query', { alias: 'p', dept: 'dept_id', owner: 'created_by' })}
      order by g.n limit ${mostPlotsOfWalk}),
    measured as (
      select *, row_number() over (order by n) as at, sum(octet_length(geometry)) over (order by n) as length from shape)
    select tenant as "tenantId", plot as "plotId", version, name, country, producer, place, kind, trim_scale(area) as area,
      case when at <= ${most} and length <= ${longest} then geometry end as geometry, coalesce(length, 0)::bigint as length
    from measured order by n`)

/** Where fellings were, as their public records say. */
export interface FellingPlace {
  n: number
  place: string | null
  longitude: string | null
  latitude: string | null
}

/** Different places that are looked at, of each batch. */
const mostPlaces = 50

/** Loads the places of fellings of batches on any of these plots. */
export const loadFellingPlaces = (
  db: Db,
  withheld: readonly (PlotKey & BatchKey & { n: number })[],
): Promise<FellingPlace[]> =>
  db.query<FellingPlace>(sql`
    with hidden as (
      select * from unnest(${withheld.map(({ n }) => n)}::int[], ${withheld.map(({ tenantId }) => tenantId)}::bigint[],
        ${withheld.map(({ batchId }) => batchId)}::bigint[], ${withheld.map(({ plotId }) => plotId)}::bigint[],
        ${withheld.map(({ version }) => version)}::int[]) as g (n, tenant, batch, plot, version)),
    placed as (
      select distinct g.n, r.place, r.longitude, r.latitude
      from (select distinct n, tenant, batch from hidden) g ${fellingsOfBatch}
      join stage_record_plot p on p.tenant_id = g.tenant and p.record_id = r.id
      join hidden h on h.n = g.n and h.plot = p.plot_id and h.version = p.version
      where r.place is not null or r.longitude is not null),
    ranked as (select *, row_number() over (partition by n order by place, longitude, latitude) as at from placed)
    select n, place, longitude, latitude from ranked where at <= ${mostPlaces} order by n, at`)
