import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { concatBytes, copyBytes, FormatError, fromBase64, fromHex, toBase64, utf8 } from '../bytes.ts'
import { ED25519_TYPE, type VerifierKey, verifierKey } from '../note/key.ts'
import { encodeNote, type NoteSignature, parseNote, type SignedNote } from '../note/note.ts'
import { claimsOf, type NoteOutcome } from '../note/verify.ts'

/** A private key that signs notes, with the verifier key for its signatures. */
export interface Signer {
  key: VerifierKey
  privateKey: KeyObject
}

// The DER form of an Ed25519 key is this fixed prefix and the 32 bytes (RFC 8410).
const PRIVATE_HEAD = fromHex('302e020100300506032b657004220420')
const PUBLIC_HEAD = fromHex('302a300506032b6570032100')

/** Creates a signer from an Ed25519 seed of 32 bytes (the private key of RFC 8032). Throws FormatError for another length. */
export function signerFromSeed(name: string, seed: Uint8Array): Signer {
  if (seed.length !== 32) throw new FormatError('an Ed25519 seed has 32 bytes')
  const der = Buffer.from(concatBytes(PRIVATE_HEAD, seed))
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { key: verifierKey(name, copyBytes(publicKey, PUBLIC_HEAD.length)), privateKey }
}

/** Creates a signer with a random key. */
export function generateSigner(name: string): Signer {
  const { privateKey } = generateKeyPairSync('ed25519')
  return signerFromSeed(name, seedOf(privateKey))
}

function seedOf(privateKey: KeyObject): Uint8Array {
  return copyBytes(privateKey.export({ format: 'der', type: 'pkcs8' }), PRIVATE_HEAD.length)
}

/**
 * Secret text form of a signer, `PRIVATE+KEY+name+id+base64(type || seed)`, as Go's note package and related log tools
 * write it.
 */
export function encodeSigner({ key, privateKey }: Signer): string {
  return `PRIVATE+KEY+${key.name}+${key.id}+${toBase64(concatBytes(Uint8Array.of(ED25519_TYPE), seedOf(privateKey)))}`
}

/** Parses the secret text form. Throws FormatError when it is malformed; the message never contains the text. */
export function parseSigner(text: string): Signer {
  const match = /^PRIVATE\+KEY\+([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text)
  if (!match) throw new FormatError('not a signer key')
  const typed = fromBase64(match[3]!)
  if (typed[0] !== ED25519_TYPE) throw new FormatError('not an Ed25519 key')
  const signer = signerFromSeed(match[1]!, typed.subarray(1))
  if (signer.key.id !== match[2]) throw new FormatError('key id is not that of the key')
  return signer
}

/** Signs a note text; returns the signature line. */
export function signatureOf(text: string, { key, privateKey }: Signer): NoteSignature {
  return { name: key.name, id: key.id, signature: copyBytes(sign(null, utf8(text), privateKey)) }
}

/** Signs a note with these signers, in this order, and returns its text. Throws FormatError when the text is not allowed in a note. */
export function signNote(text: string, signers: Signer[]): string {
  return encodeNote({ text, signatures: signers.map(signer => signatureOf(text, signer)) })
}

/** Appends signatures, such as those of witnesses, to a signed note. */
export function addSignatures(note: string, signatures: NoteSignature[]): string {
  const parsed = parseNote(note)
  return encodeNote({ text: parsed.text, signatures: [...parsed.signatures, ...signatures] })
}

/** Synchronous `verifyNote` with Node's library, for the server's checks of its own notes. */
export function verifyNoteSync(note: SignedNote, keys: VerifierKey[]): NoteOutcome {
  const message = utf8(note.text)
  const claims = claimsOf(note, keys)
  for (const { key, signature } of claims) {
    const der = Buffer.from(concatBytes(PUBLIC_HEAD, key.publicKey))
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
    if (!verify(null, message, publicKey, signature.signature)) return 'badSignature'
  }
  return claims.length > 0 ? 'verified' : 'unknownKey'
}
