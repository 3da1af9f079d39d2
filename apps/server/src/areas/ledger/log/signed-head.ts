import { parseCheckpoint, parseNote } from '@timbermark/ledger'
import { verifyNoteSync } from '@timbermark/ledger/node'
import type { LedgerLog } from './log.ts'
import type { Head } from './store.ts'

/** Is a head what this log signed, and do its columns say what its note says? @param log in the epoch that the head is of */
export function isSigned(head: Head, log: LedgerLog): boolean {
  try {
    const note = parseNote(head.note)
    const said = parseCheckpoint(note.text)
    return (
      said.origin === log.origin &&
      said.size === head.size &&
      head.root.equals(said.root) &&
      verifyNoteSync(note, [log.signer.key]) === 'verified'
    )
  } catch {
    return false
  }
}
