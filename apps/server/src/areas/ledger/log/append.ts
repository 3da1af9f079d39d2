import {
  canonicalize,
  encodeCheckpoint,
  growTree,
  HASH_SIZE,
  type Json,
  rangeRoot,
  toHex,
  type TreeEdge,
} from '@timbermark/ledger'
import { hashLeaves, hashPairs, sha256, signNote } from '@timbermark/ledger/node'
import { encodeIndexLine, encodeIndexStatement, encodeTimeLine } from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { LedgerLog } from './log.ts'
import { type Head, loadEdge, writeTiles } from './store.ts'

/** The stored tiles do not lead to the newest head: the stored data was damaged. */
export class LedgerDamaged extends Error {}

/** The log has a newer key: this process still uses a former master key. */
export class LedgerKeyChanged extends Error {}

export interface Appended {
  edge: TreeEdge
  /** Root in hexadecimal. */
  root: string
  /** Highest request number, as in the new checkpoint. */
  requests: number
}

/** The edge of the stored tree. @throws LedgerDamaged when it does not lead to the newest head */
export async function loadVerifiedEdge(db: Db, head: Head | undefined): Promise<TreeEdge> {
  const edge = await loadEdge(db, head?.size ?? 0)
  if (head && !head.root.equals(rangeRoot(edge.range, sha256)))
    throw new LedgerDamaged(
      `The ledger's tiles do not lead to its head of size ${head.size}; nothing is signed until they do`,
    )
  return edge
}

export interface StatementOptions {
  /** Root of the index, which does not contain statements. */
  indexed: Uint8Array
  /** True for the last entry under a name: the statement of the index would come after it. */
  isLast?: boolean
}

/** Appends a statement of the log about itself, and signs the new head. */
export async function appendStatement(
  db: Db,
  log: LedgerLog,
  before: TreeEdge,
  statement: Json,
  { indexed, isLast = false }: StatementOptions,
): Promise<Appended> {
  const hash = await writeStatement(db, before.range.size, canonicalize(statement))
  return isLast
    ? signHead(db, log, { before, hashes: hash, indexed, at: await databaseTime(db) })
    : growAndSign(db, log, before, hash, indexed)
}

/** @returns leaf hash of the text */
async function writeStatement(db: Db, index: number, text: string): Promise<Uint8Array> {
  const hash = hashLeaves([Buffer.from(text, 'utf8')])
  await db.execute(sql`insert into ledger_entry (index, text, hash) values (${index}, ${text}, ${Buffer.from(hash)})`)
  return hash
}

/** The database's clock in whole seconds: all processes that sign heads share it. */
export async function databaseTime(db: Db): Promise<Date> {
  return (await db.one<{ at: Date }>(sql`select date_trunc('second', now()) as at`)).at
}

/**
 * Appends leaf hashes, 32 bytes each, and the statement of the index to the tree, and signs the new head. The caller writes
 * the entries and the pages of the index, in the same transaction and under the lock. Without hashes the head only says that
 * nothing is new.
 * @param indexed root of the index over all entries, including the new ones
 * @throws LedgerKeyChanged when a different key is stored for this epoch
 */
export async function growAndSign(
  db: Db,
  log: LedgerLog,
  before: TreeEdge,
  hashes: Uint8Array,
  indexed: Uint8Array,
): Promise<Appended> {
  const at = await databaseTime(db)
  const statement = await writeStatement(
    db,
    before.range.size + hashes.length / HASH_SIZE,
    encodeIndexStatement({ root: indexed, at }),
  )
  return signHead(db, log, { before, hashes: Buffer.concat([hashes, statement]), indexed, at })
}

interface NewHead {
  before: TreeEdge
  hashes: Uint8Array
  indexed: Uint8Array
  at: Date
}

async function signHead(db: Db, log: LedgerLog, { before, hashes, indexed, at }: NewHead): Promise<Appended> {
  const { edge, tiles } = growTree(before, hashes, hashPairs)
  const root = rangeRoot(edge.range, sha256)
  if (tiles.length > 0) await writeTiles(db, tiles)
  const { requests, key } = await db.one<{ requests: number; key: string | null }>(sql`
    select case when is_called then last_value else 0 end as requests,
      (select verifier_key from ledger_key where epoch = ${log.epoch}) as key
    from code_request_number`)
  const { origin, signer, verifierKey, marks } = log
  if (key !== null && key !== verifierKey)
    throw new LedgerKeyChanged(`The key of the ledger was changed to ${key}: start again with the new master key`)
  const { size } = edge.range
  const mark = marks.encode({ size, root: toHex(root) }, requests)
  const extensions = [mark, encodeTimeLine(at), encodeIndexLine(indexed)]
  const note = signNote(encodeCheckpoint({ origin, size, root, extensions }), [signer])
  await db.execute(
    sql`insert into ledger_checkpoint (size, root, note) values (${size}, ${Buffer.from(root)}, ${note})`,
  )
  return { edge, root: toHex(root), requests }
}
