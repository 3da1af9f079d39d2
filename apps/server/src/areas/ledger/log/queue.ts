import { canonicalize } from '@timbermark/ledger'
import { toBase64Url } from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { sql } from '../../../platform/database/sql.ts'

/** An entry to append: a subject has a content. The sequencer adds its number, its place and the hash of the previous entry. */
export interface EntryToQueue {
  /** 32 bytes. */
  subject: Uint8Array
  /** Digest of the content, 32 bytes. */
  content: Uint8Array
  /** The step of certification that it states, when the reviewer of another enterprise's codes takes that step. */
  step?: number
}

/** The tenant whose transaction seals a statement about another enterprise's codes; null when the codes are its own. */
export const reviewerIn = (db: Db, tenantId: number): number | null =>
  db.tenant === undefined || db.tenant === tenantId ? null : db.tenant

/** Proves that the server itself queued the entry: the key is not in the database. */
export function queueMac(secrets: Secrets, tenantId: number, { subject, content }: EntryToQueue): Buffer {
  return secrets.mac('ledger-queue', macText(tenantId, subject, content))
}

/** Did the server queue this row? */
export function isQueuedByUs(
  secrets: Secrets,
  tenantId: number,
  { subject, content, mac }: EntryToQueue & { mac: Buffer },
) {
  return secrets.checkMac('ledger-queue', macText(tenantId, subject, content), mac)
}

function macText(tenantId: number, subject: Uint8Array, content: Uint8Array): string {
  return canonicalize([tenantId, toBase64Url(subject), toBase64Url(content)])
}

/** Queues contents in the transaction that makes them true, so that both commit or neither. The sequencer assigns their places. */
export async function queueEntries(
  db: Db,
  secrets: Secrets,
  tenantId: number,
  entries: readonly EntryToQueue[],
): Promise<void> {
  if (entries.length === 0) return
  const reviewer = reviewerIn(db, tenantId)
  await insertRows(
    db,
    'ledger_queue',
    entries.map(entry => ({
      tenant_id: tenantId,
      subject: Buffer.from(entry.subject),
      content: Buffer.from(entry.content),
      mac: queueMac(secrets, tenantId, entry),
      reviewed_step: reviewer === null ? null : (entry.step ?? null),
      reviewer_tenant_id: reviewer,
    })),
  )
  await db.execute(sql`select pg_notify('ledger_queue', '')`)
}
