import type { StageKey } from '@timbermark/contract'
import { firstYieldBand, learnedYieldBand, type YieldBand, yieldHistory } from '@timbermark/contract/plausible'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** The stated volume of a record `r` in a field; null where it states no number. */
const statedVolume = (field: 'inputVolume' | 'outputVolume') =>
  sql`case when r.public_values ->> ${field} ~ '^[0-9]{1,12}([.][0-9]{1,6})?$' then (r.public_values ->> ${field})::numeric end`

/**
 * Loads the yield bands that the enterprise's history teaches, by species. Looks at the newest records of the stage only, so that its
 * time does not grow with them. A record whose own yield was unusual teaches nothing: else a mill would move its band with reasons.
 * @param species of the reports that are checked
 */
export async function loadYieldBands(
  db: Db,
  { tenantId, stage, replacesRecord }: { tenantId: number; stage: StageKey; replacesRecord: number },
  species: readonly string[],
): Promise<ReadonlyMap<string, YieldBand>> {
  if (!firstYieldBand(stage)) return new Map()
  const { least, most, days, shares } = yieldHistory
  const rows = await db.query<{ species: string; low: number; high: number }>(sql`
    select h.species,
      percentile_cont(${shares[0]}) within group (order by h.share) as low,
      percentile_cont(${shares[1]}) within group (order by h.share) as high
    from (
      select coalesce(r.public_values ->> 'outputSpecies', r.public_values ->> 'inputSpecies') as species,
        (${statedVolume('outputVolume')} / nullif(${statedVolume('inputVolume')}, 0))::float8 as share
      from (
        select r.public_values, r.flags from stage_record r
        where r.tenant_id = ${tenantId} and r.stage = ${stage} and r.stage in ('processing', 'secondaryProcessing')
          and r.status = 'current' and r.id <> ${replacesRecord} and r.happened_at > now() - make_interval(days => ${days})
        order by r.happened_at desc limit ${most}) r
      where not r.flags @> '[{"rule": "yieldUnusual"}]') h
    where h.share > 0 and h.species = any(${[...new Set(species)]}::text[])
    group by h.species having count(*) >= ${least}`)
  return new Map(rows.map(({ species: one, low, high }) => [one, learnedYieldBand(low, high)]))
}
