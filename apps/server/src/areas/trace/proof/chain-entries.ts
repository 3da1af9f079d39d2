import type { SealedChain } from '@timbermark/contract/trace'
import { sha256 } from '@timbermark/ledger/node'
import { fromBase64Url, toBase64Url, withdrawalsSubject } from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { LedgerView, LoggedEntry } from '../../ledger/log/proofs.ts'
import type { SubjectInfo } from './proof-path.ts'

/** A chain of at most this many entries is sent in full; of a longer one only the requested entries and the newest. */
const maxFullChain = 200

type IndexProofs = ReadonlyMap<string, SealedChain['index']>

/**
 * Subjects with chains too long to be sent in full. Spans are always sent in full, because none of their statements may be
 * hidden.
 */
export function findLongChains(index: IndexProofs, subjects: ReadonlyMap<string, SubjectInfo>): string[] {
  return [...index].flatMap(([subject, { end }]) =>
    end?.subject === subject && end.seq > maxFullChain && subjects.get(subject)!.kind !== 'span' ? [subject] : [],
  )
}

/**
 * Subjects of the withdrawals of long chains of records and blocks, each about what its chain is about: a reader who does not get
 * the whole chain gets its withdrawals.
 */
export function withdrawalsOfLongChains(
  index: IndexProofs,
  subjects: ReadonlyMap<string, SubjectInfo>,
): Map<string, SubjectInfo> {
  const mentions = findLongChains(index, subjects).filter(subject =>
    ['records', 'block'].includes(subjects.get(subject)!.kind),
  )
  return new Map(
    mentions.map(subject => [toBase64Url(withdrawalsSubject(fromBase64Url(subject), sha256)), subjects.get(subject)!]),
  )
}

/** Digests (base64url) of the contents in which blocks and batches mention these records. */
export async function loadMentionDigests(db: Db, tenantId: number, recordIds: readonly number[]): Promise<Set<string>> {
  const rows = await db.query<{ digest: Buffer }>(
    sql`
      select digest from sealed_content
      where tenant_id = ${tenantId} and kind = 'mention' and row_id = any(${[...recordIds]})`,
  )
  return new Set(rows.map(({ digest }) => digest.toString('base64url')))
}

/** Entries by subject: full chains; of long chains the requested entries and the newest. */
export async function loadEntries(
  db: Db,
  view: LedgerView,
  index: IndexProofs,
  { longChains, requestedDigests }: { longChains: readonly string[]; requestedDigests: ReadonlySet<string> },
): Promise<Map<string, LoggedEntry[]>> {
  const isLong = new Set(longChains)
  const entries = await view.entries([...index.keys()].filter(subject => !isLong.has(subject)))
  for (const subject of longChains) {
    const newest = index.get(subject)!.end!.seq
    const rows = await db.query<LoggedEntry>(sql`
      select index, text, seq, content from ledger_entry
      where subject = ${subject} and (seq = ${newest} or content = any(${[...requestedDigests]})) order by seq`)
    entries.set(subject, rows)
  }
  return new Map([...index.keys()].map(subject => [subject, entries.get(subject) ?? []]))
}
