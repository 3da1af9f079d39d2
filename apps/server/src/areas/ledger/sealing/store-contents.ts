import { canonicalize } from '@timbermark/ledger'
import { toBase64Url } from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import { reviewerIn } from '../log/queue.ts'
import { assertAsSealed, type CompareBefore, type SealingServices } from './as-sealed.ts'
import { sealStatement, type SealedStatement, type Statement } from './content.ts'
import type { SealedKind } from './contents.ts'

/** A statement about a row to seal. */
export interface ContentToSeal {
  kind: SealedKind
  rowId: number
  statement: Statement
  /** The subject of its entry; undefined for a record, which has none. */
  subject?: Uint8Array
  /** Secret of the personal fields; stored with the row. */
  personalSecret?: Buffer
}

/**
 * Seals statements and stores the contents.
 * @param compare finds rows that these statements continue and that differed before the call from what was sealed last; null when
 * they continue none
 * @returns the stored parts, in order
 * @throws Refusal ledger.altered
 */
export async function storeContents(
  db: Db,
  services: SealingServices,
  tenantId: number,
  contents: readonly ContentToSeal[],
  compare: CompareBefore | null,
): Promise<SealedStatement[]> {
  if (contents.length === 0) return []
  if (compare) await assertAsSealed(db, services, tenantId, compare)
  const sealed = contents.map(({ kind, rowId, subject, statement, personalSecret }) =>
    sealStatement(
      statement,
      // The key is not in the database: strangers cannot compute salts, and the same statement about the same row has the same ones.
      texts =>
        services.secrets.mac(
          'sealed-salts',
          canonicalize([tenantId, kind, rowId, subject ? toBase64Url(subject) : null, texts]),
        ),
      personalSecret,
    ),
  )
  const reviewer = reviewerIn(db, tenantId)
  await insertRows(
    db,
    'sealed_content',
    contents.map(({ kind, rowId }, at) => {
      const { digest, open, withheld, personal, secret } = sealed[at]!
      return {
        tenant_id: tenantId,
        kind,
        row_id: rowId,
        digest,
        open,
        withheld,
        personal,
        secret,
        reviewed_step: reviewer === null ? null : rowId,
        reviewer_tenant_id: reviewer,
      }
    }),
    // Sealed again: its content is stored already, and the sequencer refuses its entry. Without columns, because a reviewer may not
    // read the owner's contents.
    sql`on conflict do nothing`,
  )
  return sealed
}
