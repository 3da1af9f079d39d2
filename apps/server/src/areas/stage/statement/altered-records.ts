import { parseFields } from '../../ledger/sealing/content.ts'
import type { SealedMention } from '@timbermark/contract/trace'
import { sql } from '../../../platform/database/sql.ts'
import type { AlteredRow, SealedBefore } from '../../ledger/sealing/as-sealed.ts'
import { contentsOfRows, newestContents } from '../../ledger/sealing/contents.ts'
import { isChanged } from '../../ledger/sealing/sealed-before.ts'
import { rebuildRecordDigest } from './rebuild-statement.ts'
import { loadFacts, type RecordFacts } from './record-facts.ts'

/** Finds versions that these versions follow and that are not as they were sealed: a correction begins from what it replaces. */
export async function findAlteredRecords(before: SealedBefore, records: readonly RecordFacts[]): Promise<AlteredRow[]> {
  const { db, tenantId } = before
  const previous = await db.query<{ id: number }>(sql`
    select r.id from stage_record r
    join unnest(${records.map(({ firstId }) => firstId)}::bigint[], ${records.map(({ version }) => version - 1)}::int[]) as n (first_id, version)
      on coalesce(r.first_id, r.id) = n.first_id and r.version = n.version
    where r.tenant_id = ${tenantId}`)
  const ids = previous.map(({ id }) => id)
  const facts = await loadFacts(db, tenantId, ids)
  const contents = await newestContents(db, tenantId, 'record', ids)
  // A record has no entry of its own: its mentions name its digest.
  const mentions = await contentsOfRows(db, tenantId, 'mention', ids)
  const unsealed = new Set(await before.unsealed(mentions))
  const mentionsOf = Map.groupBy(mentions, ({ rowId }) => rowId)
  return ids.flatMap((rowId): AlteredRow[] => {
    const content = contents.get(rowId)
    const rowMentions = mentionsOf.get(rowId) ?? []
    const isNamed =
      content !== undefined &&
      rowMentions.length > 0 &&
      rowMentions.every(mention => {
        const { says } = parseFields(mention.open).record as unknown as SealedMention
        return !unsealed.has(mention) && says === content.digest.toString('base64url')
      })
    const record = facts.get(rowId)
    const isAsSealed =
      isNamed && record && !isChanged(content) && rebuildRecordDigest(record, content).equals(content.digest)
    return isAsSealed ? [] : [{ kind: 'record', rowId, content: content?.id }]
  })
}
