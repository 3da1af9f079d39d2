import { parseCheckpoint, parseNote } from '@timbermark/ledger'
import { verifyNoteSync } from '@timbermark/ledger/node'
import type { LedgerLog } from './log.ts'
import type { Head } from './store.ts'

/** Did this log sign the head, and do the columns agree with the note? @param log in the epoch of the head */
export function isSigned(head: Head, log: LedgerLog): boolean {
  try {
    const note = parseNote(head.note)
    const checkpoint = parseCheckpoint(note.text)
    return (
      checkpoint.origin === log.origin &&
      checkpoint.size === head.size &&
      head.root.equals(checkpoint.root) &&
      verifyNoteSync(note, [log.signer.key]) === 'verified'
    )
  } catch {
    return false
  }
}
