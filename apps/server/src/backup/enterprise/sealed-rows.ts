import { fieldsText } from '../../areas/ledger/sealing/content.ts'
import { newestContents } from '../../areas/ledger/sealing/contents.ts'
import { loadRowFacts } from '../../areas/ledger/sealing/row-facts.ts'
import { resealRows } from '../../areas/ledger/sealing/seal-rows.ts'
import { sealedSubjects } from '../../areas/ledger/sealing/subjects.ts'
import type { Db } from '../../platform/database/database.ts'
import { identifier, sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/services.ts'

type SealedTable = 'product' | 'batch'

const isSealedTable = (table: string): table is SealedTable => table === 'product' || table === 'batch'

/** Does the newest sealed content of a row state what the row says now? Then nothing has to be sealed or explained. */
export async function isAsSealed(db: Db, tenant: number, table: string, id: number): Promise<boolean> {
  if (!isSealedTable(table)) return false
  const facts = (await loadRowFacts(db, tenant, table, [id])).get(id)
  const content = (await newestContents(db, tenant, table, [id])).get(id)
  if (!facts || !content) return false
  const { at: _, ...statement } = JSON.parse(content.open)
  return fieldsText(statement) === fieldsText(facts.open)
}

/** Readers of the public page see why goods with issued codes have changed. */
export async function noteReason(db: Db, tenant: number, table: string, id: number, reason: string): Promise<void> {
  if (!isSealedTable(table) || !(await sealedSubjects(db, tenant, table, [id])).has(id)) return
  await db.execute(sql`
    update ${identifier(table)} set change_reason = ${reason} where tenant_id = ${tenant} and id = ${id}`)
}

/** Written rows that public pages show, or that sealed ones refer to. */
export interface WrittenRows {
  table: string
  id: number
  /** It has got its earlier values. */
  overwritten: boolean
}

/** Seals again what was sealed and says something else now: in the transaction that has written the rows. */
export async function resealWritten(
  db: Db,
  services: Services,
  tenant: number,
  rows: readonly WrittenRows[],
): Promise<void> {
  const idsOf = (table: string) => rows.filter(row => row.table === table).map(({ id }) => id)
  const ofCategories = await db.query<{ id: number }>(sql`
    select t.id from product t
    where t.tenant_id = ${tenant} and t.category_id = any(${idsOf('category')}::bigint[]) and t.subject is not null
    order by t.id for update`)
  const explained = new Set(rows.filter(row => row.overwritten).map(({ table, id }) => `${table}/${id}`))
  const reseal = async (kind: SealedTable, ids: readonly number[]) => {
    const unique = [...new Set(ids)].sort((a, b) => a - b)
    const withReason = unique.filter(id => explained.has(`${kind}/${id}`))
    await resealRows(db, services, tenant, { kind, ids: withReason, hasNewReason: true })
    await resealRows(db, services, tenant, { kind, ids: unique.filter(id => !withReason.includes(id)) })
  }
  await reseal('product', [...idsOf('product'), ...ofCategories.map(({ id }) => id)])
  await reseal('batch', idsOf('batch'))
}
