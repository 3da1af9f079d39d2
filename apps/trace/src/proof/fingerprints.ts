import { checkpointFingerprint } from '@timbermark/ledger'
import type { Walk } from './proven.ts'

/** Fingerprint of the signed head that everything led to, hexadecimal; null when it cannot be read. */
export function transactionOf({ log }: Pick<Walk, 'log'>): string | null {
  try {
    return checkpointFingerprint(log.checkpoint)
  } catch {
    return null
  }
}
