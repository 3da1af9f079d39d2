import { parseCheckpoint, parseNote } from '@timbermark/ledger'
import { verifyNoteSync } from '@timbermark/ledger/node'
import { findHeadTime } from '@timbermark/ledger/sealed'
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

/**
 * Says why a head is not this server's own: another origin (the host of PUBLIC_URL) is the usual reason.
 * @returns a sentence for the log
 */
export function explainForeignHead(head: Head, log: LedgerLog): string {
  const actual = originOf(head)
  const what = `The ledger's head of size ${head.size} is not what this server signed`
  const end = 'nothing is signed until it is'
  if (actual === undefined) return `${what}: it is no checkpoint; ${end}`
  if (actual === log.origin)
    return `${what}: its origin is ${actual} as expected, but not its key, size or root; ${end}`
  return `${what}: expected the origin ${log.origin}, which PUBLIC_URL decides, and found ${actual}; ${end}`
}

function originOf(head: Head): string | undefined {
  try {
    return parseCheckpoint(parseNote(head.note).text).origin
  } catch {
    return undefined
  }
}

/** When a head was signed; null when it does not say so or cannot be read. */
export function headTimeOf(note: string): Date | null {
  try {
    return findHeadTime(parseCheckpoint(parseNote(note).text).extensions)
  } catch {
    return null
  }
}
