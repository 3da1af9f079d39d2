import { canonicalize } from '@timbermark/ledger'
import { toBase64Url } from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { sql } from '../../../platform/database/sql.ts'

/** What is to be entered: that a subject has a content. Its number and the entry before it are given with its place. */
export interface Queued {
  /** 32 bytes. */
  subject: Uint8Array
  /** Digest of the content, 32 bytes. */
  content: Uint8Array
  /** Step of certification that it tells, where the reviewer of another enterprise's codes takes it. */
  step?: number
}

/** The enterprise in whose transaction something is sealed of another one's codes; null where it is its own. */
export const reviewerIn = (db: Db, tenantId: number): number | null =>
  db.tenant === undefined || db.tenant === tenantId ? null : db.tenant

/** Shows that the server itself queued it: made with a key that the database does not hold. */
export function queueMac(secrets: Secrets, tenantId: number, { subject, content }: Queued): Buffer {
  return secrets.mac('ledger-queue', macText(tenantId, subject, content))
}

/** Was it the server that queued this? */
export function isQueuedByUs(secrets: Secrets, tenantId: number, { subject, content, mac }: Queued & { mac: Buffer }) {
  return secrets.checkMac('ledger-queue', macText(tenantId, subject, content), mac)
}

function macText(tenantId: number, subject: Uint8Array, content: Uint8Array): string {
  return canonicalize([tenantId, toBase64Url(subject), toBase64Url(content)])
}

/** Queues contents in the transaction that makes them true: all are kept or nothing. The sequencer gives them their places. */
export async function queueEntries(
  db: Db,
  secrets: Secrets,
  tenantId: number,
  entries: readonly Queued[],
): Promise<void> {
  if (entries.length === 0) return
  const reviewer = reviewerIn(db, tenantId)
  await db.execute(sql`
    insert into ledger_queue (tenant_id, subject, content, mac, reviewed_step, reviewer_tenant_id)
    select ${tenantId}, g.subject, g.content, g.mac, g.step, ${reviewer}::bigint from unnest(${entries.map(({ subject }) => Buffer.from(subject))}::bytea[], ${entries.map(({ content }) => Buffer.from(content))}::bytea[], ${entries.map(entry => queueMac(secrets, tenantId, entry))}::bytea[],
      ${entries.map(({ step }) => (reviewer === null ? null : (step ?? null)))}::bigint[]) as g (subject, content, mac, step)`)
  await db.execute(sql`select pg_notify('ledger_queue', '')`)
}
