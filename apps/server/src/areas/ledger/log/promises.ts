import { signNote } from '@timbermark/ledger/node'
import { encodePromise, type EntryPromise } from '@timbermark/ledger/sealed'
import { FormerKey, type LedgerLog } from './log.ts'

/**
 * Signs that the log will have appended an entry that the server queued. Signing is deterministic, so that every process gives
 * the same promise for an entry and none is stored.
 * @returns the signed note; null in an epoch of a former master key
 */
export function signPromise({ origin, signer }: LedgerLog, entry: Omit<EntryPromise, 'origin'>): string | null {
  try {
    return signNote(encodePromise({ origin, ...entry }), [signer])
  } catch (error) {
    if (error instanceof FormerKey) return null
    throw error
  }
}
