import { yieldStages } from '@timbermark/contract'
import { mostYieldMonths, type YieldOfMonth, type yieldQuery } from '@timbermark/contract/calls'
import { firstYieldBand, learnedYieldBand, yieldHistory } from '@timbermark/contract/plausible'
import type { z } from 'zod'
import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { invalid } from '../../../platform/refusal.ts'
import { loadTenantDay, startOfDay } from '../../../platform/tenant-day.ts'
import { isYieldFlagged, learnedShares, speciesOfRecord, statedVolume } from '../../stage/report/yield-bands.ts'

const usualMonths = 12

const numberOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
const monthOf = (number: number) =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`

/** @throws Refusal invalid when the period ends before it begins, or has too many months */
function monthsOf({ from, to }: z.output<typeof yieldQuery>, today: string): { from: string; to: string } {
  const last = (to ?? today).slice(0, 7)
  const first = from?.slice(0, 7) ?? monthOf(numberOf(last) - usualMonths + 1)
  if (last < first) throw invalid([{ field: 'to', error: 'tooSmall', params: { min: `${first}-01` } }])
  const most = monthOf(numberOf(first) + mostYieldMonths - 1)
  if (last > most) throw invalid([{ field: 'to', error: 'tooLarge', params: { max: `${most}-28` } }])
  return { from: first, to: last }
}

interface YieldRow extends Omit<YieldOfMonth, 'band' | 'yield'> {
  low: number | null
  high: number | null
}

/**
 * Yields of conversions in the reader's scope, by month, stage and species, and the band that the records before each month teach.
 * Withdrawn records and earlier versions do not count.
 */
export async function loadYields(
  db: Db,
  actor: Actor,
  permission: string,
  query: z.output<typeof yieldQuery>,
): Promise<{ from: string; to: string; timeZone: string; rows: YieldOfMonth[] }> {
  const { tenantId } = actor
  const { zone, today } = await loadTenantDay(db, tenantId)
  const { from, to } = monthsOf(query, today)
  const begin = (day: string) => startOfDay(sql`${day}::date`, sql`${zone}`)
  const taught = startOfDay(sql`c.month`, sql`${zone}`)
  const rows = await db.query<YieldRow>(sql`
    with converted as materialized (
      select date_trunc('month', r.happened_at at time zone ${zone})::date as month, r.stage, ${speciesOfRecord} as species,
        ${statedVolume('inputVolume')} as input, ${statedVolume('outputVolume')} as output, ${isYieldFlagged} as is_flagged
      from stage_record r join batch b on b.tenant_id = ${tenantId} and b.id = r.batch_id
      where r.tenant_id = ${tenantId} and r.stage = any(${[...yieldStages]}) and r.stage in ('processing', 'secondaryProcessing')
        and r.status = 'current' and ${scopePredicate(actor, permission, { alias: 'b', dept: 'dept_id', owner: 'created_by' })}
        and r.happened_at >= ${begin(`${from}-01`)} and r.happened_at < ${begin(`${monthOf(numberOf(to) + 1)}-01`)}),
    summed as (
      select month, stage, species, sum(input) as input, sum(output) as output, count(*)::int as records,
        count(*) filter (where is_flagged)::int as outside
      from converted where input > 0 and output is not null and species is not null group by 1, 2, 3),
    bands as (
      select c.month, c.stage, h.species, h.low, h.high
      from (select distinct month, stage from summed) c cross join lateral (
        ${learnedShares(
          tenantId,
          sql`c.stage`,
          sql`r.happened_at < ${taught} and r.happened_at > ${taught} - make_interval(days => ${yieldHistory.days})`,
        )}) h)
    select to_char(s.month, 'YYYY-MM') as month, s.stage, s.species, trim_scale(s.input) as input, trim_scale(s.output) as output,
      s.records, s.outside, b.low, b.high
    from summed s left join bands b on b.month = s.month and b.stage = s.stage and b.species = s.species
    order by s.month, s.stage, s.species`)
  return {
    from,
    to,
    timeZone: zone,
    rows: rows.map(({ low, high, ...row }) => {
      const isLearned = low !== null && high !== null
      const band = isLearned ? learnedYieldBand(low, high) : firstYieldBand(row.stage)!
      return {
        ...row,
        yield: Math.round((Number(row.output) / Number(row.input)) * 1000) / 10,
        band: { from: band.from, to: band.to, isLearned },
      }
    }),
  }
}
