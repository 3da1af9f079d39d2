import { fromBase64 } from '../bytes.ts'
import { verifyConsistency } from '../merkle/verify.ts'
import { parseNote } from '../note/note.ts'
import { openCheckpoint } from './checkpoint.ts'

/**
 * Relation of a checkpoint to one that was seen before.
 * - `same`: the same checkpoint, with any further signatures;
 * - `extends`: the proof shows that the log only grew;
 * - `fork`: the log showed two histories, and the two signed checkpoints prove it: the same size with another root, or with
 *   another text, such as another root of the index;
 * - `older`: the checkpoint is smaller than the one seen: a replay or a stale cache;
 * - `unproven`: it is larger, and the proof is missing or wrong; such a log hides something or is faulty;
 * - `otherLog`: the checkpoint seen has another name than this log. Whether the log continues it, only its declared names tell;
 * - `unreadable`: at least one of the two is not a checkpoint that the log signed.
 */
export type HistoryVerdict = 'same' | 'extends' | 'fork' | 'older' | 'unproven' | 'otherLog' | 'unreadable'

export interface HistoryCheck {
  /** Signed checkpoint that was seen before. */
  seen: string
  /** Signed checkpoint that the log serves now. */
  current: string
  /** Consistency proof between the two (RFC 9162, 2.1.4), base64, as the log serves it. */
  proof?: string[]
  verifierKey: string
  origin?: string
}

/** Compares two checkpoints of a log. This detects a replayed, rebuilt or forked log. Never rejects. */
export async function checkHistory({
  seen,
  current,
  proof,
  verifierKey,
  origin,
}: HistoryCheck): Promise<HistoryVerdict> {
  const [first, second] = await Promise.all([seen, current].map(text => openCheckpoint(text, verifierKey, origin)))
  const older = first?.step.outcome === 'pass' && first.checkpoint
  const newer = second?.step.outcome === 'pass' && second.checkpoint
  if (!older || !newer) {
    const [before, now] = [first?.checkpoint?.origin, second?.checkpoint?.origin]
    return newer && before !== undefined && before !== now ? 'otherLog' : 'unreadable'
  }
  if (older.size === newer.size) {
    return parseNote(seen).text === parseNote(current).text ? 'same' : 'fork'
  }
  if (newer.size < older.size) return 'older'
  // Every log extends the empty one.
  if (older.size === 0) return 'extends'
  try {
    const hashes = (proof ?? []).map(fromBase64)
    return verifyConsistency(older.size, newer.size, older.root, newer.root, hashes) ? 'extends' : 'unproven'
  } catch {
    return 'unproven'
  }
}
