import { canonicalize, type Json, MAX_ENTRY_SIZE, toHex } from '@timbermark/ledger'
import { hashLeaves } from '@timbermark/ledger/node'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'

/** A leaf as it was queued: its canonical text and its RFC 6962 hash in hex. */
export interface QueuedLeaf {
  leaf: string
  hash: string
}

/** Canonical text (RFC 8785) and leaf hash of what a leaf says; the same whenever the same is said. */
export function leafOf(statement: Json): QueuedLeaf {
  const leaf = canonicalize(statement)
  return { leaf, hash: toHex(hashLeaves([Buffer.from(leaf, 'utf8')])) }
}

/**
 * Queues a leaf in the transaction that makes it true: both are kept or neither. The sequencer gives it its place.
 * @param subject what the leaf speaks of, e.g. `stage_record/17`
 * @throws Refusal ledger.tooLong when what is said has more bytes than a log entry can hold
 */
export async function queueLeaf(db: Db, tenantId: number, subject: string, statement: Json): Promise<QueuedLeaf> {
  const queued = leafOf(statement)
  if (Buffer.byteLength(queued.leaf, 'utf8') > MAX_ENTRY_SIZE) throw new Refusal('ledger.tooLong')
  await db.execute(
    sql`
      insert into ledger_queue (tenant_id, subject, leaf, leaf_hash)
      values (${tenantId}, ${subject}, ${queued.leaf}, ${Buffer.from(queued.hash, 'hex')})`,
  )
  await db.execute(sql`select pg_notify('ledger_queue', '')`)
  return queued
}
