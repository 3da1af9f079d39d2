import type { StageKey } from '@timbermark/contract'
import { firstYieldBand, learnedYieldBand, type YieldBand, yieldHistory } from '@timbermark/contract/plausible'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/** The stated volume of a record `r` in a field; null where it states no number. */
export const statedVolume = (field: 'inputVolume' | 'outputVolume'): Sql =>
  sql`case when r.public_values ->> ${field} ~ '^[0-9]{1,12}([.][0-9]{1,6})?$' then (r.public_values ->> ${field})::numeric end`

/** The species that comes out by a record `r`. */
export const speciesOfRecord = sql`coalesce(nullif(r.public_values ->> 'outputSpecies', ''), r.public_values ->> 'inputSpecies')`

/** Whether the yield of a record `r` was unusual when it was reported. */
export const isYieldFlagged = sql`r.flags @> '[{"rule": "yieldUnusual"}]'`

/**
 * What the newest records of a stage teach: `species`, and the shares `low` and `high` of the usual yields. Looks at the newest
 * records of the stage only, so that its time does not grow with them. A record whose own yield was unusual teaches nothing: else a
 * mill would move its band with reasons.
 * @param among further condition on records `r`, with the moment since when they count
 */
export function learnedShares(tenantId: number, stage: Sql, among: Sql): Sql {
  const { least, most, shares } = yieldHistory
  return sql`
    select h.species,
      percentile_cont(${shares[0]}) within group (order by h.share) as low,
      percentile_cont(${shares[1]}) within group (order by h.share) as high
    from (
      select ${speciesOfRecord} as species,
        (${statedVolume('outputVolume')} / nullif(${statedVolume('inputVolume')}, 0))::float8 as share
      from (
        select r.public_values, r.flags from stage_record r
        where r.tenant_id = ${tenantId} and r.stage = ${stage} and r.stage in ('processing', 'secondaryProcessing')
          and r.status = 'current' and ${among}
        order by r.happened_at desc limit ${most}) r
      where not ${isYieldFlagged}) h
    where h.share > 0 and h.species is not null
    group by h.species having count(*) >= ${least}`
}

/**
 * Loads the yield bands that the enterprise's history teaches, by species.
 * @param species of the reports that are checked
 */
export async function loadYieldBands(
  db: Db,
  { tenantId, stage, replacesRecord }: { tenantId: number; stage: StageKey; replacesRecord: number },
  species: readonly string[],
): Promise<ReadonlyMap<string, YieldBand>> {
  if (!firstYieldBand(stage)) return new Map()
  const among = sql`r.id <> ${replacesRecord} and r.happened_at > now() - make_interval(days => ${yieldHistory.days})`
  const rows = await db.query<{ species: string; low: number; high: number }>(sql`
    select s.species, s.low, s.high from (${learnedShares(tenantId, sql`${stage}`, among)}) s
    where s.species = any(${[...new Set(species)]}::text[])`)
  return new Map(rows.map(({ species: one, low, high }) => [one, learnedYieldBand(low, high)]))
}
