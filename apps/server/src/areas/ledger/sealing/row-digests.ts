import type { Json } from '@timbermark/ledger'
import type { Db } from '../../../platform/database/database.ts'
import { recomputeDigest, fieldsText } from './content.ts'
import type { StoredContent } from './contents.ts'
import { type SealedRowKind, loadRowFacts } from './row-facts.ts'

/**
 * Digests of the newest contents of rows, recomputed from the current rows, by row id; an empty digest for a row that no
 * longer exists.
 */
export async function recomputeRowDigests(
  db: Db,
  tenantId: number,
  kind: SealedRowKind,
  newest: readonly StoredContent[],
): Promise<Map<number, Buffer>> {
  const facts = await loadRowFacts(
    db,
    tenantId,
    kind,
    newest.map(({ rowId }) => rowId),
  )
  return new Map(
    newest.map(content => {
      const currentFacts = facts.get(content.rowId)
      if (!currentFacts) return [content.rowId, Buffer.alloc(0)]
      const at = (JSON.parse(content.open) as { at: Json }).at
      return [
        content.rowId,
        recomputeDigest(content, {
          open: fieldsText({ ...currentFacts.open, at }),
          withheld: fieldsText(currentFacts.withheld),
        }),
      ]
    }),
  )
}
