import { concatBytes, FormatError, fromBase64, fromHex, hasControl, isWellFormed, toBase64, toHex } from '../bytes.ts'
import { isKeyName } from './key.ts'

/** A signature line. Its name and key id are only claims until it is verified. */
export interface NoteSignature {
  name: string
  /** Key id, 8 hexadecimal digits. */
  id: string
  signature: Uint8Array
}

/** A text with signatures (C2SP signed-note). */
export interface SignedNote {
  /** The signed text; ends in a newline. */
  text: string
  signatures: NoteSignature[]
}

/** Maximal number of signature lines in a note. The standard requires support for at least 16. */
export const MAX_SIGNATURES = 64

function requireText(text: string): void {
  if (!text.endsWith('\n')) throw new FormatError('note text must end in a newline')
  if (!isWellFormed(text) || hasControl(text)) throw new FormatError('note contains a character that is not allowed')
}

/** Text of a signed note. Throws FormatError when the text, a signature line or the number of signatures is not allowed. */
export function encodeNote({ text, signatures }: SignedNote): string {
  requireText(text)
  if (signatures.length < 1 || signatures.length > MAX_SIGNATURES)
    throw new FormatError('a note has 1 to 64 signatures')
  const lines = signatures.map(({ name, id, signature }) => {
    if (!isKeyName(name) || !/^[0-9a-f]{8}$/.test(id) || signature.length === 0)
      throw new FormatError('bad signature line')
    return `\u2014 ${name} ${toBase64(concatBytes(fromHex(id), signature))}\n`
  })
  return `${text}\n${lines.join('')}`
}

/** Parses a signed note without verifying any signature. Throws FormatError when it is malformed. */
export function parseNote(note: string): SignedNote {
  requireText(note)
  // The text itself may contain empty lines: the last one is the separator.
  const split = note.lastIndexOf('\n\n')
  if (split < 0) throw new FormatError('note has no signatures')
  const lines = note.slice(split + 2, -1).split('\n')
  if (lines.length > MAX_SIGNATURES) throw new FormatError('note has too many signatures')
  const signatures = lines.map(line => {
    const match = /^\u2014 (\S+) (\S+)$/.exec(line)
    const bytes = match && fromBase64(match[2]!)
    if (!bytes || bytes.length < 5 || !isKeyName(match[1]!)) throw new FormatError('bad signature line')
    return { name: match[1]!, id: toHex(bytes.subarray(0, 4)), signature: bytes.slice(4) }
  })
  return { text: note.slice(0, split + 1), signatures }
}
