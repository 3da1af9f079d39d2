import {
  canonicalize,
  encodeCheckpoint,
  growTree,
  type Json,
  rangeRoot,
  toHex,
  type TreeEdge,
} from '@timbermark/ledger'
import { hashLeaves, hashPairs, sha256, signNote } from '@timbermark/ledger/node'
import { encodeIndexLine } from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { LedgerLog } from './log.ts'
import { requestsLine } from './request-mark.ts'
import { type Head, loadEdge, writeTiles } from './store.ts'

/** The stored tiles do not lead to the newest head: what is stored was damaged. */
export class LedgerDamaged extends Error {}

/** The log has another key by now: this process still has a former master key. */
export class LedgerKeyChanged extends Error {}

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

/** Writes what the log says of itself as its next entry, and signs the head over it. @param indexed root of the index, which it is not in */
export async function appendStatement(
  db: Db,
  log: LedgerLog,
  before: TreeEdge,
  statement: Json,
  indexed: Uint8Array,
): Promise<Appended> {
  const text = canonicalize(statement)
  const hash = hashLeaves([Buffer.from(text, 'utf8')])
  await db.execute(
    sql`insert into ledger_entry (index, text, hash) values (${before.range.size}, ${text}, ${Buffer.from(hash)})`,
  )
  return growAndSign(db, log, before, hash, indexed)
}

/**
 * Grows the tree by leaves, 32 bytes of hash each, and signs its new head. The entries themselves and the pages of the index
 * are written by the caller, in the same transaction and under the lock.
 * @param indexed root of the index over all entries, the new ones included
 * @throws LedgerKeyChanged when the log is known to have another key in this epoch
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
  const { requests, key } = await db.one<{ requests: number; key: string | null }>(sql`
    select case when is_called then last_value else 0 end as requests,
      (select verifier_key from ledger_key where epoch = ${log.epoch}) as key
    from code_request_number`)
  const { origin, signer, verifierKey } = log
  if (key !== null && key !== verifierKey)
    throw new LedgerKeyChanged(`The key of the ledger was changed to ${key}: start again with the new master key`)
  const { size } = edge.range
  const extensions = [requestsLine(requests), encodeIndexLine(indexed)]
  const note = signNote(encodeCheckpoint({ origin, size, root, extensions }), [signer])
  await db.execute(
    sql`insert into ledger_checkpoint (size, root, note) values (${size}, ${Buffer.from(root)}, ${note})`,
  )
  return { edge, root: toHex(root), requests }
}
