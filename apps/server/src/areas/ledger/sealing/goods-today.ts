import type { Json } from '@timbermark/ledger'
import type { Db } from '../../../platform/database/database.ts'
import { digestNow, fieldsText } from './content.ts'
import type { KeptContent } from './contents.ts'
import { type GoodsKind, goodsFacts } from './goods.ts'

/**
 * Digests of the newest contents of rows, made again from what the rows say today, by row; of a row that is gone the
 * digest is empty.
 */
export async function goodsToday(
  db: Db,
  tenantId: number,
  kind: GoodsKind,
  newest: readonly KeptContent[],
): Promise<Map<number, Buffer>> {
  const facts = await goodsFacts(
    db,
    tenantId,
    kind,
    newest.map(({ rowId }) => rowId),
  )
  return new Map(
    newest.map(kept => {
      const today = facts.get(kept.rowId)
      if (!today) return [kept.rowId, Buffer.alloc(0)]
      const at = (JSON.parse(kept.open) as { at: Json }).at
      return [
        kept.rowId,
        digestNow(kept, { open: fieldsText({ ...today.open, at }), withheld: fieldsText(today.withheld) }),
      ]
    }),
  )
}
