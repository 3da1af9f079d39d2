import { concatBytes, copyBytes, FormatError, utf8 } from '../bytes.ts'
import { verifyEd25519 } from '../ed25519/verify.ts'
import { isSize } from '../merkle/verify.ts'
import type { VerifierKey } from './key.ts'
import type { NoteSignature, SignedNote } from './note.ts'
import { claimsOf } from './verify.ts'

/** Bytes of the time before the signature, high byte first. */
const TIME = 8
const SIGNATURE = 64

/** A witness says that it saw a head, and none that contradicts it. */
export interface Cosignature {
  /** Name of the witness. */
  name: string
  /** When it says so, in seconds since 1970. */
  time: number
  /** The line as it stands under the note. */
  signature: NoteSignature
}

/** What a witness signs: a note's text under a heading that keeps it apart from other signatures (C2SP tlog-cosignature, v1). */
export function cosignatureMessage(text: string, time: number): Uint8Array {
  return utf8(`cosignature/v1\ntime ${time}\n${text}`)
}

/**
 * Bytes of a cosignature as a signature line holds them: the time, then the Ed25519 signature.
 * @throws FormatError for a time that is no whole number of seconds, or a signature of another length
 */
export function encodeCosignature(time: number, signature: Uint8Array): Uint8Array {
  if (!isSize(time) || signature.length !== SIGNATURE) throw new FormatError('a cosignature has a time and 64 bytes')
  const bytes = new Uint8Array(TIME)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor(time / 2 ** 32))
  view.setUint32(4, time >>> 0)
  return concatBytes(bytes, signature)
}

/**
 * Checks one signature line of a note by the key of a witness (`parseWitnessKey(text)`).
 * @returns the time that the witness states, in seconds; null when it has not signed this
 */
export async function verifyCosignature(
  text: string,
  { signature }: NoteSignature,
  key: VerifierKey,
): Promise<number | null> {
  if (signature.length !== TIME + SIGNATURE) return null
  const view = new DataView(signature.buffer, signature.byteOffset, TIME)
  const time = view.getUint32(0) * 2 ** 32 + view.getUint32(4)
  // A time that this software cannot count would be signed in other digits than it would write.
  if (!isSize(time)) return null
  return (await verifyEd25519(key.publicKey, cosignatureMessage(text, time), copyBytes(signature, TIME))) ? time : null
}

/** Which of these witnesses signed a note, each once: its newest word. Lines of others, and lines that do not hold, are left out. */
export async function readCosignatures(note: SignedNote, witnesses: VerifierKey[]): Promise<Cosignature[]> {
  const newest = new Map<VerifierKey, Cosignature>()
  for (const { key, signature } of claimsOf(note, witnesses)) {
    const time = await verifyCosignature(note.text, signature, key)
    const known = newest.get(key)
    if (time !== null && (!known || known.time < time)) newest.set(key, { name: key.name, time, signature })
  }
  return [...newest.values()]
}
