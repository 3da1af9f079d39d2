import { checkpointFingerprint } from '@timbermark/ledger'
import type { WalkResult } from './proven.ts'

/** Fingerprint of the signed head behind a walk, hexadecimal; null when the head cannot be read. */
export function transactionFingerprint({ log }: Pick<WalkResult, 'log'>): string | null {
  try {
    return checkpointFingerprint(log.checkpoint)
  } catch {
    return null
  }
}
