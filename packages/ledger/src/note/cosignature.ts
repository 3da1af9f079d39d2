import { concatBytes, copyBytes, FormatError, utf8 } from '../bytes.ts'
import { verifyEd25519 } from '../ed25519/verify.ts'
import { isSize } from '../merkle/verify.ts'
import type { VerifierKey } from './key.ts'
import type { NoteSignature, SignedNote } from './note.ts'
import { claimsOf } from './verify.ts'

/** Bytes in the time before the signature, big-endian. */
const TIME = 8
const SIGNATURE = 64

/** A witness states that it saw a head, and no head that contradicts it (C2SP tlog-cosignature). */
export interface Cosignature {
  /** Name of the witness. */
  name: string
  /** Time of the statement, in seconds since 1970. */
  time: number
  /** The signature line of the note. */
  signature: NoteSignature
}

/** Message that a witness signs: the note's text under a heading that separates it from other signatures (C2SP tlog-cosignature, v1). */
export function cosignatureMessage(text: string, time: number): Uint8Array {
  return utf8(`cosignature/v1\ntime ${time}\n${text}`)
}

/**
 * Bytes of a cosignature in a signature line: the time (8 bytes, big-endian), then the Ed25519 signature (64 bytes).
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
 * Verifies one signature line of a note with the key of a witness.
 * @param text note text
 * @param key from `parseWitnessKey`
 * @returns the time that the witness states, in seconds since 1970; null when the witness has not signed this text
 */
export async function verifyCosignature(
  text: string,
  { signature }: NoteSignature,
  key: VerifierKey,
): Promise<number | null> {
  if (signature.length !== TIME + SIGNATURE) return null
  const view = new DataView(signature.buffer, signature.byteOffset, TIME)
  const time = view.getUint32(0) * 2 ** 32 + view.getUint32(4)
  // A time beyond 2^53 would be rounded, so the rebuilt message would differ from the signed one.
  if (!isSize(time)) return null
  return (await verifyEd25519(key.publicKey, cosignatureMessage(text, time), copyBytes(signature, TIME))) ? time : null
}

/** The valid cosignatures of these witnesses on a note: the newest one of each. Ignores invalid lines and lines of others. */
export async function readCosignatures(note: SignedNote, witnesses: VerifierKey[]): Promise<Cosignature[]> {
  const newest = new Map<VerifierKey, Cosignature>()
  for (const { key, signature } of claimsOf(note, witnesses)) {
    const time = await verifyCosignature(note.text, signature, key)
    const known = newest.get(key)
    if (time !== null && (!known || known.time < time)) newest.set(key, { name: key.name, time, signature })
  }
  return [...newest.values()]
}
