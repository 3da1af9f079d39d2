import type { SealedProof } from '@timbermark/contract/trace'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { readBreaks } from './breaks.ts'
import type { LedgerView } from './proofs.ts'

/** The entries in which the log declares its breaks, with their inclusion proofs: each is the first entry under a new name. */
export async function proveBreaks(db: Db, view: LedgerView): Promise<SealedProof['breaks']> {
  const places = (await readBreaks(db)).map(({ former }) => former.size)
  if (places.length === 0) return []
  const rows = await db.query<{ index: number; text: string }>(
    sql`select index, text from ledger_entry where index = any(${places}) order by index`,
  )
  const paths = await view.inclusionProofs(rows.map(({ index }) => index))
  return rows.map(({ index, text }) => ({ entry: text, index, path: paths.get(index) ?? [] }))
}
