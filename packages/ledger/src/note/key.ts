import { concatBytes, FormatError, fromBase64, hasControl, toBase64, toHex, utf8 } from '../bytes.ts'
import { sha256 } from '../sha2/sha256.ts'

/** Signature type of plain Ed25519 over the note text (C2SP signed-note): the type with which a log signs its heads. */
export const ED25519_TYPE = 0x01

/** Signature type of an Ed25519 cosignature with a time (C2SP tlog-cosignature): the type of witnesses. */
export const COSIGNATURE_TYPE = 0x04

type KeyType = typeof ED25519_TYPE | typeof COSIGNATURE_TYPE

/** A key that verifies signatures of notes. */
export interface VerifierKey {
  /** Key name: not empty, no spaces, no plus signs; by convention a URL without scheme. */
  name: string
  /** Key id, 8 hexadecimal digits: tells which key to try, proves nothing. */
  id: string
  /** Ed25519 public key, 32 bytes (RFC 8032). */
  publicKey: Uint8Array
}

/** True for a valid key name (C2SP signed-note): no Unicode space, no plus, no control character. */
export function isKeyName(name: string): boolean {
  return /^[^\s\u0085+]+$/.test(name) && !hasControl(name)
}

/** Key id: the first 4 bytes of SHA-256(name || 0x0A || type || public key), as 8 hexadecimal digits. */
export function keyId(name: string, publicKey: Uint8Array): string {
  return idOf(name, publicKey, ED25519_TYPE)
}

/** Creates a log's verifier key. Throws FormatError for an invalid name or a public key that does not have 32 bytes. */
export function verifierKey(name: string, publicKey: Uint8Array): VerifierKey {
  return keyOf(name, publicKey, ED25519_TYPE)
}

/** Text form of a log's key, `name+id+base64(type || public key)`. */
export function encodeVerifierKey(key: VerifierKey): string {
  return encodeKey(key, ED25519_TYPE)
}

/** Parses the text form. Throws FormatError when it is malformed, has another type, or its id does not fit the key. */
export function parseVerifierKey(text: string): VerifierKey {
  return parseKey(text, ED25519_TYPE)
}

/** Creates a witness's key. Its type, and so its id, differs from that of a log's key. Throws FormatError like `verifierKey`. */
export function witnessKey(name: string, publicKey: Uint8Array): VerifierKey {
  return keyOf(name, publicKey, COSIGNATURE_TYPE)
}

/** Text form of a witness's key: like that of a log's key, with another type. */
export function encodeWitnessKey(key: VerifierKey): string {
  return encodeKey(key, COSIGNATURE_TYPE)
}

/** Parses the text form of a witness's key. Throws FormatError when it is malformed, is a log's key, or its id does not fit the key. */
export function parseWitnessKey(text: string): VerifierKey {
  return parseKey(text, COSIGNATURE_TYPE)
}

function idOf(name: string, publicKey: Uint8Array, type: KeyType): string {
  return toHex(sha256(concatBytes(utf8(`${name}\n`), Uint8Array.of(type), publicKey)).subarray(0, 4))
}

function keyOf(name: string, publicKey: Uint8Array, type: KeyType): VerifierKey {
  if (!isKeyName(name)) throw new FormatError('bad key name')
  if (publicKey.length !== 32) throw new FormatError('an Ed25519 public key has 32 bytes')
  return { name, id: idOf(name, publicKey, type), publicKey }
}

function encodeKey({ name, publicKey }: VerifierKey, type: KeyType): string {
  return `${name}+${idOf(name, publicKey, type)}+${toBase64(concatBytes(Uint8Array.of(type), publicKey))}`
}

function parseKey(text: string, type: KeyType): VerifierKey {
  // The base64 part may contain plus signs; the name and the id cannot.
  const match = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text)
  if (!match) throw new FormatError('not a verifier key')
  const typed = fromBase64(match[3]!)
  if (typed[0] !== type) throw new FormatError(`not an Ed25519 key of type ${type}`)
  const key = keyOf(match[1]!, typed.subarray(1), type)
  if (key.id !== match[2]) throw new FormatError('key id is not that of the key')
  return key
}
