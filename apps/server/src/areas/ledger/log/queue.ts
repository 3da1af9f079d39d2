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

/** A row of the queue, as far as it says when it was queued. */
export interface QueuedAt extends EntryToQueue {
  at: Date
}

/**
 * Did the server itself queue the row at this time? The first mark does not cover the time, and processes of an earlier version
 * still check that one.
 * @param mac null in rows of an earlier version
 */
export function isTimeOurs(secrets: Secrets, tenantId: number, { mac, ...row }: QueuedAt & { mac: Buffer | null }) {
  return mac !== null && secrets.checkMac('ledger-queue-time', timeMacText(tenantId, row), mac)
}

function timeMacText(tenantId: number, { subject, content, at }: QueuedAt): string {
  return canonicalize([tenantId, toBase64Url(subject), toBase64Url(content), at.toISOString()])
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
  const at = new Date()
  await insertRows(
    db,
    'ledger_queue',
    entries.map(entry => ({
      tenant_id: tenantId,
      subject: Buffer.from(entry.subject),
      content: Buffer.from(entry.content),
      mac: queueMac(secrets, tenantId, entry),
      queued_at: at,
      time_mac: secrets.mac('ledger-queue-time', timeMacText(tenantId, { ...entry, at })),
      reviewed_step: reviewer === null ? null : (entry.step ?? null),
      reviewer_tenant_id: reviewer,
    })),
  )
  await db.execute(sql`select pg_notify('ledger_queue', '')`)
}

/** A content in the queue. */
export interface QueuedContent {
  /** Digest, base64url. */
  content: string
  since: Date
  /** Whether the time is the server's own, so that the server may promise the entry. */
  isPromised: boolean
}

/** Contents in the queue, by subject. Rows that the server did not queue itself are ignored. */
export async function loadQueuedContents(
  { secrets }: { secrets: Secrets },
  db: Db,
  tenantId: number,
  subjects: readonly string[],
): Promise<Map<string, QueuedContent[]>> {
  const bytes = subjects.map(subject => Buffer.from(subject, 'base64url'))
  const rows = await db.query<{
    subject: Buffer
    content: Buffer
    mac: Buffer
    timeMac: Buffer | null
    since: Date
  }>(sql`
    select subject, content, mac, time_mac as "timeMac", queued_at as since from ledger_queue
    where tenant_id = ${tenantId} and subject = any(${bytes}::bytea[]) order by id`)
  const queued = new Map<string, QueuedContent[]>()
  for (const row of rows) {
    if (!isQueuedByUs(secrets, tenantId, row)) continue
    const subject = row.subject.toString('base64url')
    const isPromised = isTimeOurs(secrets, tenantId, { ...row, mac: row.timeMac, at: row.since })
    const content = { content: row.content.toString('base64url'), since: row.since, isPromised }
    queued.set(subject, [...(queued.get(subject) ?? []), content])
  }
  return queued
}
