import { type Checkpoint, parseCheckpoint } from '../checkpoint.ts'
import { parseVerifierKey } from '../note/key.ts'
import { parseNote, type SignedNote } from '../note/note.ts'
import { verifyNote } from '../note/verify.ts'
import { FindingError } from './finding.ts'

/** A signed head whose signature was verified. */
export interface LogHead extends Checkpoint {
  /** Signed note, unchanged. */
  note: string
}

/**
 * Parses a signed head and verifies its signature with the key that has the name of the head.
 * @param keys verifier keys (`name+id+base64`), one for each name of the log
 * @throws FindingError unreadable or unsigned; FormatError when a key is malformed
 */
export async function openHead(text: string, keys: readonly string[]): Promise<LogHead> {
  const { note, checkpoint } = parseHead(text)
  const key = keys.map(parseVerifierKey).find(({ name }) => name === checkpoint.origin)
  if (!key)
    throw new FindingError('unsigned', `the head is of ${checkpoint.origin}, a name that no trusted key has`, [text])
  const outcome = await verifyNote(note, [key])
  if (outcome === 'verified') return { ...checkpoint, note: text }
  const why = outcome === 'unknownKey' ? 'the trusted key has not signed it' : 'its signature is wrong'
  throw new FindingError('unsigned', `the head of ${checkpoint.size} entries is not the log's: ${why}`, [text])
}

/** Parses a head without verifying its signature. @throws FindingError unreadable */
export function parseHead(text: string): { note: SignedNote; checkpoint: Checkpoint } {
  try {
    const note = parseNote(text)
    return { note, checkpoint: parseCheckpoint(note.text) }
  } catch (error) {
    throw new FindingError('unreadable', `the head is no signed checkpoint: ${(error as Error).message}`)
  }
}
