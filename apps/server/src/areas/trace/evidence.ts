import { fromHex, leafHash, openCheckpoint, rootFromInclusion, toHex, type OpenedCheckpoint } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import type { Db } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { logOf } from '../ledger/log.ts'
import { proofsFor, type SubjectProof } from '../ledger/proofs.ts'
import { leafOf } from '../ledger/queue.ts'
import { type RecordFacts, recordLeaf } from '../stage/leaf.ts'

/** A record held against the ledger. */
export interface Evidence {
  record: RecordFacts
  /** What the log holds of it; undefined when it was never queued. */
  proof: SubjectProof | undefined
  /** Leaf hash recomputed from today's row, hexadecimal. */
  databaseHash: string
  /**
   * `sound`: logged, and the row still says what was logged; `queued`: the same, but it has no place yet;
   * `changed`: the row says something else; `broken`: the log does not hold it, or its path does not lead to the signed head.
   */
  outcome: 'sound' | 'queued' | 'changed' | 'broken'
}

export interface LedgerEvidence {
  /** Newest signed checkpoint; null before the first one. */
  checkpoint: string | null
  records: Evidence[]
}

/** One head is checked once for all pages that refer to it. */
let lastOpened: { note: string; key: string; opened: OpenedCheckpoint } | undefined

/**
 * Holds records against the ledger as a reader would: recomputed hash, inclusion path, signature of the head.
 * @throws whatever the database throws; then nothing is known
 */
export async function evidenceOf(
  services: Pick<Services, 'settings' | 'secrets'>,
  db: Db,
  records: readonly RecordFacts[],
): Promise<LedgerEvidence> {
  const { checkpoint, proofs } = await proofsFor(db, records.map(subjectOf))
  const head = checkpoint === null ? null : await openHead(checkpoint, logOf(services, checkpoint).verifierKey)
  const held = records.map((record): Evidence => {
    const proof = proofs.get(subjectOf(record))
    const databaseHash = leafOf(recordLeaf(record)).hash
    return { record, proof, databaseHash, outcome: outcomeOf(proof, databaseHash, head) }
  })
  return { checkpoint, records: held }
}

export function subjectOf(record: Pick<RecordFacts, 'id'>): string {
  return `stage_record/${record.id}`
}

async function openHead(note: string, key: string): Promise<OpenedCheckpoint> {
  if (lastOpened?.note === note && lastOpened.key === key) return lastOpened.opened
  const opened = await openCheckpoint(note, key)
  lastOpened = { note, key, opened }
  return opened
}

function outcomeOf(
  proof: SubjectProof | undefined,
  databaseHash: string,
  head: OpenedCheckpoint | null,
): Evidence['outcome'] {
  if (!proof || toHex(leafHash(Buffer.from(proof.leaf, 'utf8'), sha256)) !== proof.leafHash) return 'broken'
  if (databaseHash !== proof.leafHash) return 'changed'
  if (proof.index === null) return 'queued'
  if (head?.step.outcome !== 'pass' || !head.checkpoint) return 'broken'
  const root = rootFromInclusion(proof.index, head.checkpoint.size, fromHex(proof.leafHash), proof.path, sha256)
  return root && toHex(root) === toHex(head.checkpoint.root) ? 'sound' : 'broken'
}
