import type { SealedTransfer } from '@timbermark/contract/trace'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

type Row = Omit<SealedTransfer, 'at'> & { of: number; at: Date }

/** Wood of other batches in these batches: transfers that were not reversed, in the order of their entry. */
export const transfersQuery = (tenantId: number, batchIds: readonly number[]): Sql => sql`
  select l.to_batch_id as of, b.batch_number as batch, l.species_words as species, l.form, trim_scale(l.volume)::text as volume,
    m.happened_at as at
  from material_transfer_line l
  join material_transfer m on m.tenant_id = ${tenantId} and m.id = l.transfer_id and m.status = 'posted'
  join batch b on b.tenant_id = ${tenantId} and b.id = l.from_batch_id
  where l.tenant_id = ${tenantId} and l.to_batch_id = any(${[...batchIds]}) order by l.id`

/** Wood of other batches, by batch; batches without any are absent. */
export async function loadBatchTransfers(
  db: Db,
  tenantId: number,
  batchIds: readonly number[],
): Promise<Map<number, SealedTransfer[]>> {
  if (batchIds.length === 0) return new Map()
  const rows = await db.query<Row>(transfersQuery(tenantId, batchIds))
  return new Map(
    [...Map.groupBy(rows, ({ of }) => of)].map(([of, group]) => [
      of,
      group.map(({ of: _, at, ...wood }) => ({ ...wood, at: at.toISOString() })),
    ]),
  )
}
