import { type Language, type Ranking, rankedRows, type Texts } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { nameIn } from '../../../entity/names.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { allTenants } from '../rollups/roll-up-days.ts'
import { aboutOf, apartOf, type Asked, type Compared, comparedSums, sumsOf, within } from './report-query.ts'

interface Named extends Compared {
  id: number
  name: string
  texts: Texts | null
  total: number
}

/** Of all enterprises together there is nothing to rank but the enterprises; within one there are its products and batches. */
function sourceOf(asked: Asked, by: Ranking): { id: Sql; rows: Sql; named: Sql } {
  const { tenantId, period } = asked
  if (by === 'enterprise') {
    if (tenantId !== allTenants) throw new Refusal('forbidden')
    const grain = period.grain === 'month' ? 'month' : 'day'
    return {
      id: sql`v.tenant_id`,
      rows: sql`(select t.* from visit_count t where t.tenant_id <> ${allTenants} and t.request_number = 0 and t.grain = ${grain} and ${within(period, sql`t.start`)})`,
      named: sql`(select e.id, e.name, null::jsonb as texts from enterprise e)`,
    }
  }
  const rows = sumsOf('visit_count', asked, true)
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
 * @param limit as many as the screen shows; a workbook holds more
 */
export async function rankingOf(db: Db, asked: Asked, by: Ranking, language: Language, limit = rankedRows) {
  // Nobody has products beside the enterprises.
  const ranking = asked.tenantId === allTenants ? 'enterprise' : by
  const { id, rows, named } = sourceOf(asked, ranking)
  const found = await db.query<Named>(sql`
    select s.*, g.name, g.texts, count(*) over ()::int as total from (
      select ${id} as id, ${comparedSums(asked.period)} from ${rows} v group by 1) s
    join ${named} g on g.id = s.id
    order by s.scans desc, s.checks desc, s."scansBefore" desc, s.id limit ${limit}`)
  const sums = await db.one<Compared>(
    sql`select ${comparedSums(asked.period)} from ${sumsOf('visit_count', { ...asked, period: byDay(asked) })} v`,
  )
  return {
    ...(await aboutOf(db, asked)),
    ...apartOf(sums),
    total: found[0]?.total ?? 0,
    rows: found.map(({ name, texts, total: _, ...row }) => ({
      ...row,
      name: texts ? nameIn(language, name, texts) : name,
    })),
  }
}

/** A sum needs no hours. */
export const byDay = ({ period }: Asked) => (period.grain === 'hour' ? { ...period, grain: 'day' as const } : period)
