import { checkpointFingerprint } from '@timbermark/ledger'
import type { RecordProof, WalkResult } from './proven.ts'

/**
 * The transaction that recorded the ledger, with this record in it, on a chain; null when no anchor contains the record, or it cannot
 * be known.
 */
export function anchoringTransaction(
  { log: { anchor } }: Pick<WalkResult, 'log'>,
  proof: RecordProof | undefined,
): string | null {
  return anchor && proof && proof.latestIndex < anchor.size ? anchor.transaction : null
}

/** Fingerprint of the signed head behind a walk, hexadecimal; null when the head cannot be read. */
export function headFingerprint({ log }: Pick<WalkResult, 'log'>): string | null {
  try {
    return checkpointFingerprint(log.checkpoint)
  } catch {
    return null
  }
}
