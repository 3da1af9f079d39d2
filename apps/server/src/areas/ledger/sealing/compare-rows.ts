import { toBase64Url } from '@timbermark/ledger/sealed'
import { sql } from '../../../platform/database/sql.ts'
import { requestSubjects } from '../log/request-subjects.ts'
import type { AlteredRow, CompareBefore, SealedBefore } from './as-sealed.ts'
import { contentsByDigest, newestContents, type StoredContent } from './contents.ts'
import { recomputeRowDigests } from './row-digests.ts'
import type { SealedRowKind } from './row-facts.ts'
import { isChanged } from './sealed-before.ts'
import { sealedSubjects } from './subjects.ts'

/**
 * Finds those of these rows that differed before the call from the newest content of their subject. Rows that were never sealed
 * have nothing to differ from.
 */
export const compareRows =
  (kind: SealedRowKind, ids: readonly number[]): CompareBefore =>
  async before => {
    const { db, tenantId } = before
    const stored = await newestContents(db, tenantId, kind, ids)
    const subjects = await subjectsOf(before, kind, ids)
    const newest = await before.newestDigests([...subjects.values()])
    const contents = await contentsByDigest(
      db,
      tenantId,
      [...newest.values()].flatMap(digest => digest ?? []),
    )
    const altered: AlteredRow[] = []
    const unchanged: StoredContent[] = []
    for (const id of ids) {
      const digest = newest.get(subjects.get(id) ?? '')
      const content = contents.get(digest ?? '')
      if (content?.kind === kind && content.rowId === id && !isChanged(content)) unchanged.push(content)
      else if (digest !== undefined || stored.has(id)) altered.push({ kind, rowId: id, content: stored.get(id)?.id })
    }
    const digests = await recomputeRowDigests(db, tenantId, kind, unchanged)
    for (const { rowId, id, digest } of unchanged)
      if (!digests.get(rowId)?.equals(digest)) altered.push({ kind, rowId, content: id })
    return altered
  }

/** Subjects (base64url) of these rows, by row. */
async function subjectsOf(
  before: SealedBefore,
  kind: SealedRowKind,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const subjects =
    kind === 'request'
      ? await subjectsOfRequests(before, ids)
      : await sealedSubjects(before.db, before.tenantId, kind, ids)
  return new Map([...subjects].map(([id, subject]) => [id, toBase64Url(subject)]))
}

async function subjectsOfRequests(
  { db, tenantId, secrets }: SealedBefore,
  ids: readonly number[],
): Promise<Map<number, Uint8Array>> {
  const rows = await db.query<{ id: number; number: number }>(sql`
    select id, request_number as number from code_request where tenant_id = ${tenantId} and id = any(${[...ids]})`)
  return requestSubjects(secrets).ofRows(rows)
}
