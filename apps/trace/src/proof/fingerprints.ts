import { checkpointFingerprint, sha256, toHex } from '@timbermark/ledger'
import type { Walk } from './proven.ts'

/** First half of the SHA-256 of a verifier key, in two groups: what two people compare by eye. */
export function keyFingerprint(verifierKey: string): string {
  const hex = toHex(sha256(new TextEncoder().encode(verifierKey)).subarray(0, 4))
  return `${hex.slice(0, 4)} ${hex.slice(4)}`
}

/** Fingerprint of the signed head that everything led to, hexadecimal; null when it cannot be read. */
export function transactionOf({ log }: Pick<Walk, 'log'>): string | null {
  try {
    return checkpointFingerprint(log.checkpoint)
  } catch {
    return null
  }
}
