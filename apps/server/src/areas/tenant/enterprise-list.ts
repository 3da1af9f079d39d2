import { isCounted } from '../code/request/counted-codes.ts'
import { enterpriseView, type RowOf } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import type { SheetOptions } from '../../entity/export.ts'
import { type FoundRow, type Reader, readingOf } from '../../entity/read-rows.ts'
import { platformTenant } from '../../platform/operator.ts'
import { sql } from '../../platform/database/sql.ts'
import { administratorOf } from './enterprises.ts'

type EnterpriseRow = RowOf<typeof enterpriseView>
type Counts = Pick<EnterpriseRow, 'users' | 'codes' | 'batches' | 'scans' | 'administrator'>
type Stored = FoundRow & Omit<EnterpriseRow, keyof Counts | 'enterpriseId' | 'can' | 'why'>

/** Counts per enterprise, each in one pass over the rows of these enterprises. */
async function countsOf({ services }: Reader, ids: number[]): Promise<Map<number, Counts>> {
  const these = sql`any(${ids}::bigint[])`
  const rows = await services.database.readAcrossTenants<Counts & { id: number }>(
    'enterprise',
    sql`
    select e.id, coalesce(u.n, 0)::int as users, coalesce(c.n, 0)::bigint as codes, coalesce(b.n, 0)::int as batches,
      coalesce(s.n, 0)::bigint as scans, a.user_name as administrator
    from enterprise e
    left join account a on a.tenant_id = e.id and a.id = ${administratorOf}
    left join (select tenant_id, count(*) as n from account where tenant_id = ${these} group by 1) u on u.tenant_id = e.id
    left join (select tenant_id, count(*) as n from batch where tenant_id = ${these} group by 1) b on b.tenant_id = e.id
    left join (
      select tenant_id, sum(count) as n from code_request r where r.tenant_id = ${these} and ${isCounted(sql`r`)} group by 1
    ) c on c.tenant_id = e.id
    left join (${scansOf(ids)}) s on s.tenant_id = e.id
    where e.id = ${these}`,
  )
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/**
 * Scans of all time per enterprise, as `(tenant_id, n)`: months and days from roll-ups, and what is not rolled up yet from the
 * daily sums that each scan updates, so that scans are not counted one by one.
 */
const scansOf = (ids: readonly number[]) => {
  const these = sql`any(${[...ids]}::bigint[])`
  const allRequests = sql`t.tenant_id = ${these} and t.request_number = 0`
  return sql`
    with open as materialized (
      select v.tenant_id, v.day from visit_day v where v.tenant_id = ${these} and v.state <> 'counted'),
    month as materialized (select distinct tenant_id, date_trunc('month', day) as start from open)
    select f.tenant_id, sum(f.n) as n from (
      select t.tenant_id, t.scans as n from visit_count t left join month m on m.tenant_id = t.tenant_id and m.start = t.start
      where ${allRequests} and t.grain = 'month' and m.tenant_id is null
      union all
      select t.tenant_id, t.scans
      from month m join visit_count t on t.tenant_id = m.tenant_id and t.start >= m.start and t.start < m.start + interval '1 month'
      left join open o on o.tenant_id = t.tenant_id and o.day = t.start::date
      where ${allRequests} and t.grain = 'day' and o.tenant_id is null
      union all
      select t.tenant_id, t.scans from open o join scan_day t on t.tenant_id = o.tenant_id and t.day = o.day
    ) f group by 1`
}

const noCounts: Counts = { users: 0, codes: 0, batches: 0, scans: 0, administrator: null }

/** Verbs of the enterprises screen in addition to the declared operations, with their permissions. */
const extraVerbs = { changeStatus: 'tenant:enterprise:edit', resetPwd: 'tenant:enterprise:resetPwd' }

/** Enterprises with their administrator and counts: the only list that shows data of other enterprises. */
export const enterprises = readingOf(enterpriseView, {
  columns: {
    administrator: 'computedInCode',
    users: 'computedInCode',
    codes: 'computedInCode',
    batches: 'computedInCode',
    scans: 'computedInCode',
    createTime: sql`t.created_at`,
  },
  enrich: async (rows: Stored[], reader) => {
    const counts = await countsOf(
      reader,
      rows.map(row => row.id),
    )
    return rows.map(row => ({ ...row, ...(counts.get(row.id) ?? noCounts) }))
  },
  rules: (row: Stored & Counts) => {
    const platform = row.id === platformTenant ? 'tenant.platform' : undefined
    const noAdministrator = row.administrator === null ? 'tenant.administratorMissing' : undefined
    return { extraVerbs, against: { changeStatus: platform, resetPwd: platform ?? noAdministrator } }
  },
  // The operator's enterprise comes from the bootstrap: until it is renamed, it has a name in every language.
  toRows: (rows: (Stored & Counts)[], { language }) =>
    rows.map(row =>
      row.id === platformTenant && row.name === phrase('zh', 'app.title')
        ? { ...row, name: phrase(language, 'app.title') }
        : row,
    ),
})

/** The workbook of the enterprises screen. */
export const enterprisesSheet: SheetOptions = {
  columns: [
    'id',
    'identification',
    'name',
    'administrator',
    'contact',
    'phone',
    'kind',
    'users',
    'batches',
    'codes',
    'scans',
    'status',
    'remark',
    'createTime',
  ],
  // Nobody can choose this kind, so it is not an entry of the dictionary.
  cells: {
    kind: (value, language) => (value === 'platform' ? phrase(language, 'tenant.enterprise.kind.platform') : undefined),
  },
}
