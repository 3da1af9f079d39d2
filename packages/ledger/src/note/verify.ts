import { utf8 } from '../bytes.ts'
import { verifyEd25519 } from '../ed25519/verify.ts'
import type { VerifierKey } from './key.ts'
import type { NoteSignature, SignedNote } from './note.ts'

/**
 * Result of verifying a note with the trusted keys.
 * - `verified`: at least one trusted key signed, and every signature that claims a trusted key is valid;
 * - `unknownKey`: no signature claims a trusted key;
 * - `badSignature`: a signature claims a trusted key and is invalid.
 */
export type NoteOutcome = 'verified' | 'unknownKey' | 'badSignature'

/** The signatures that claim one of these keys by name and id, each with the key. C2SP signed-note: verifiers ignore the others. */
export function claimsOf(note: SignedNote, keys: VerifierKey[]): { key: VerifierKey; signature: NoteSignature }[] {
  return note.signatures.flatMap(signature =>
    keys.filter(key => key.name === signature.name && key.id === signature.id).map(key => ({ key, signature })),
  )
}

/** Verifies the signatures of a note (C2SP signed-note, Ed25519). */
export async function verifyNote(note: SignedNote, keys: VerifierKey[]): Promise<NoteOutcome> {
  const message = utf8(note.text)
  const claims = claimsOf(note, keys)
  for (const { key, signature } of claims) {
    if (!(await verifyEd25519(key.publicKey, message, signature.signature))) return 'badSignature'
  }
  return claims.length > 0 ? 'verified' : 'unknownKey'
}
