import { FormatError, fromBase64, toBase64, toHex, utf8 } from './bytes.ts'
import { HASH_SIZE } from './merkle/hash.ts'
import { isSize } from './merkle/verify.ts'
import { parseNote } from './note/note.ts'
import { sha256 } from './sha2/sha256.ts'

/** Head of a log: the content of a checkpoint (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** Name that identifies the log. */
  origin: string
  /** Number of leaves. */
  size: number
  /** Root hash of the tree, 32 bytes. */
  root: Uint8Array
  /** Extension lines; opaque here. */
  extensions: string[]
}

/**
 * Note text of a checkpoint, to be signed. Throws FormatError when the size or the root is invalid or a line would be empty
 * or contain a newline.
 */
export function encodeCheckpoint({ origin, size, root, extensions }: Checkpoint): string {
  if (!isSize(size) || root.length !== HASH_SIZE) throw new FormatError('bad tree size or root')
  const lines = [origin, String(size), toBase64(root), ...extensions]
  if (lines.some(line => line === '' || line.includes('\n')))
    throw new FormatError('a checkpoint line is empty or broken')
  return lines.map(line => `${line}\n`).join('')
}

/**
 * Parses the note text of a checkpoint. Throws FormatError when it is malformed or its size exceeds 2^53 - 1 leaves, the
 * largest number that this software can represent.
 */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.length < 3 || lines.includes('')) throw new FormatError('not a checkpoint')
  const [origin, size, root, ...extensions] = lines as [string, string, string, ...string[]]
  if (!/^(0|[1-9][0-9]*)$/.test(size) || !isSize(Number(size))) throw new FormatError('bad tree size')
  const rootBytes = fromBase64(root)
  if (rootBytes.length !== HASH_SIZE) throw new FormatError('bad root hash')
  return { origin, size: Number(size), root: rootBytes, extensions }
}

/**
 * Fingerprint of a signed checkpoint: SHA-256 of its note text, hexadecimal. It does not cover the signatures, so it stays
 * the same when witnesses add theirs. Throws FormatError when the note is malformed.
 */
export function checkpointFingerprint(signed: string): string {
  return toHex(sha256(utf8(parseNote(signed).text)))
}
