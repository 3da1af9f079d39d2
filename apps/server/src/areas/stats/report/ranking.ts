import { type Language, type Ranking, rankedRows, type Texts } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { nameIn } from '../../../entity/names.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { allTenants } from '../rollups/roll-up-days.ts'
import {
  loadReportInfo,
  splitPeriods,
  type ScopedQuery,
  type Compared,
  comparedSums,
  sumsOf,
  within,
} from './report-query.ts'

interface Named extends Compared {
  id: number
  name: string
  texts: Texts | null
  total: number
}

/** Across all enterprises only enterprises are ranked; within one, its products and batches. */
function sourceOf(query: ScopedQuery, by: Ranking): { id: Sql; rows: Sql; named: Sql } {
  const { tenantId, period } = query
  if (by === 'enterprise') {
    if (tenantId !== allTenants) throw new Refusal('forbidden')
    const grain = period.grain === 'month' ? 'month' : 'day'
    return {
      id: sql`v.tenant_id`,
      rows: sql`(select t.* from visit_count t where t.tenant_id <> ${allTenants} and t.request_number = 0 and t.grain = ${grain}
        and ${within(period, sql`t.start`)})`,
      named: sql`(select e.id, e.name, null::jsonb as texts from enterprise e)`,
    }
  }
  const rows = sumsOf('visit_count', query, true)
  return by === 'product'
    ? {
        id: sql`v.product_id`,
        rows,
        named: sql`(select p.id, p.name, p.name_texts as texts from product p where p.tenant_id = ${tenantId})`,
      }
    : {
        id: sql`v.batch_id`,
        rows,
        named: sql`(select b.id, b.batch_number as name, null::jsonb as texts from batch b where b.tenant_id = ${tenantId})`,
      }
}

/**
 * Products, batches or enterprises by their scans, then checks.
 * @param limit rows to answer; a workbook holds more than the screen
 */
export async function loadRanking(db: Db, query: ScopedQuery, by: Ranking, language: Language, limit = rankedRows) {
  // Products belong to one enterprise.
  const ranking = query.tenantId === allTenants ? 'enterprise' : by
  const { id, rows: source, named } = sourceOf(query, ranking)
  const rows = await db.query<Named>(sql`
    select s.*, g.name, g.texts, count(*) over ()::int as total from (
      select ${id} as id, ${comparedSums(query.period)} from ${source} v group by 1) s
    join ${named} g on g.id = s.id
    order by s.scans desc, s.checks desc, s."scansBefore" desc, s.id limit ${limit}`)
  const sums = await db.one<Compared>(
    sql`select ${comparedSums(query.period)} from ${sumsOf('visit_count', { ...query, period: byDay(query) })} v`,
  )
  return {
    ...(await loadReportInfo(db, query)),
    ...splitPeriods(sums),
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ name, texts, total: _, ...row }) => ({
      ...row,
      name: texts ? nameIn(language, name, texts) : name,
    })),
  }
}

/** Sums need no hours. */
export const byDay = ({ period }: ScopedQuery) =>
  period.grain === 'hour' ? { ...period, grain: 'day' as const } : period
