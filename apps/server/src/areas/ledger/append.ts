import { encodeCheckpoint, growTree, rangeRoot, toHex, type TreeEdge } from '@timbermark/ledger'
import { hashPairs, sha256, signNote } from '@timbermark/ledger/node'
import { indexLine } from '@timbermark/ledger/sealed'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { LedgerLog } from './log.ts'
import { requestsLine } from './request-mark.ts'
import { type Head, loadEdge, writeTiles } from './store.ts'

/** The stored tiles do not lead to the newest head: what is stored was damaged. */
export class LedgerDamaged extends Error {}

export interface Appended {
  edge: TreeEdge
  /** Root in hexadecimal. */
  root: string
  /** Highest request number that the new checkpoint names. */
  requests: number
}

/** The edge of the stored tree. @throws LedgerDamaged when it does not lead to the newest head */
export async function edgeOf(db: Db, head: Head | undefined): Promise<TreeEdge> {
  const edge = await loadEdge(db, head?.size ?? 0)
  if (head && !head.root.equals(rangeRoot(edge.range, sha256)))
    throw new LedgerDamaged(
      `The ledger's tiles do not lead to its head of size ${head.size}; nothing is signed until they do`,
    )
  return edge
}

/**
 * Grows the tree by leaves, 32 bytes of hash each, and signs its new head. The entries themselves and the pages of the index
 * are written by the caller, in the same transaction and under the lock.
 * @param indexed root of the index over all entries, the new ones included
 */
export async function growAndSign(
  db: Db,
  log: LedgerLog,
  before: TreeEdge,
  hashes: Uint8Array,
  indexed: Uint8Array,
): Promise<Appended> {
  const { edge, tiles } = growTree(before, hashes, hashPairs)
  const root = rangeRoot(edge.range, sha256)
  if (tiles.length > 0) await writeTiles(db, tiles)
  const { requests } = await db.one<{ requests: number }>(
    sql`select case when is_called then last_value else 0 end as requests from code_request_number`,
  )
  const { origin, signer } = log
  const { size } = edge.range
  const extensions = [requestsLine(requests), indexLine(indexed)]
  const note = signNote(encodeCheckpoint({ origin, size, root, extensions }), [signer])
  await db.execute(
    sql`insert into ledger_checkpoint (size, root, note) values (${size}, ${Buffer.from(root)}, ${note})`,
  )
  return { edge, root: toHex(root), requests }
}
