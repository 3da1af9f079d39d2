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

/** Counts per enterprise; scans come from the daily roll-ups, so that scan rows are not counted. */
async function countsOf({ services }: Reader, ids: number[]): Promise<Map<number, Counts>> {
  const rows = await services.database.readAcrossTenants<Counts & { id: number }>(
    'enterprise',
    sql`
    select e.id,
      (select count(*)::int from account a where a.tenant_id = e.id) as users,
      (select coalesce(sum(c.count), 0)::bigint from code_request c where c.tenant_id = e.id and c.status in ('completed', 'downloaded')) as codes,
      (select count(*)::int from batch b where b.tenant_id = e.id) as batches,
      (select coalesce(sum(s.scans), 0)::bigint from scan_day s where s.tenant_id = e.id) as scans,
      (select a.user_name from account a where a.tenant_id = e.id and a.id = ${administratorOf}) as administrator
    from enterprise e where e.id = any(${ids}::bigint[])`,
  )
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
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
