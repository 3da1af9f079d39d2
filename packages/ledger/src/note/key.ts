import { concatBytes, FormatError, fromBase64, hasControl, toBase64, toHex, utf8 } from '../bytes.ts'
import { sha256 } from '../sha2/sha256.ts'

/** Signature type of plain Ed25519 over the note text (C2SP signed-note): what a log signs its heads with. */
export const ED25519_TYPE = 0x01

/** Signature type of an Ed25519 cosignature with a time (C2SP tlog-cosignature): what witnesses sign with. */
export const COSIGNATURE_TYPE = 0x04

type KeyType = typeof ED25519_TYPE | typeof COSIGNATURE_TYPE

/** A key that signatures of notes are checked with. */
export interface VerifierKey {
  /** Key name: not empty, without spaces and plus signs; by custom an address without scheme. */
  name: string
  /** Key id, 8 hexadecimal digits: says which key signed, proves nothing. */
  id: string
  /** Ed25519 public key, 32 bytes (RFC 8032). */
  publicKey: Uint8Array
}

/** True for a text that can name a key (C2SP signed-note): no Unicode space, no plus, no control character. */
export function isKeyName(name: string): boolean {
  return /^[^\s\u0085+]+$/.test(name) && !hasControl(name)
}

/** Key id: the first 4 bytes of SHA-256(name || 0x0A || type || public key), as 8 hexadecimal digits. */
export function keyId(name: string, publicKey: Uint8Array): string {
  return idOf(name, publicKey, ED25519_TYPE)
}

/** The key of this name. Throws FormatError for a bad name or a key that is not 32 bytes. */
export function verifierKey(name: string, publicKey: Uint8Array): VerifierKey {
  return keyOf(name, publicKey, ED25519_TYPE)
}

/** Text form of a key, `name+id+base64(type || public key)`. */
export function encodeVerifierKey(key: VerifierKey): string {
  return encodeKey(key, ED25519_TYPE)
}

/** Reads the text form. Throws FormatError when it is malformed, of another type, or its id is not that of the key. */
export function parseVerifierKey(text: string): VerifierKey {
  return parseKey(text, ED25519_TYPE)
}

/** The key of a witness, whose id differs from that of a log's key. Throws FormatError as `verifierKey` does. */
export function witnessKey(name: string, publicKey: Uint8Array): VerifierKey {
  return keyOf(name, publicKey, COSIGNATURE_TYPE)
}

/** Text form of a witness's key, as that of a log's with another type. */
export function encodeWitnessKey(key: VerifierKey): string {
  return encodeKey(key, COSIGNATURE_TYPE)
}

/** Reads it. Throws FormatError when it is malformed, the key of a log, or its id is not that of the key. */
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
  // The base64 part may hold plus signs, the name and the id cannot.
  const match = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text)
  if (!match) throw new FormatError('not a verifier key')
  const typed = fromBase64(match[3]!)
  if (typed[0] !== type) throw new FormatError(`not an Ed25519 key of type ${type}`)
  const key = keyOf(match[1]!, typed.subarray(1), type)
  if (key.id !== match[2]) throw new FormatError('key id is not that of the key')
  return key
}
