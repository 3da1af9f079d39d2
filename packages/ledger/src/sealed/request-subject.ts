import { concatBytes, copyBytes, FormatError, fromBase64, toBase64, toHex, utf8 } from '../bytes.ts'
import { isAllowedPoint } from '../ed25519/point-form.ts'
import { HASH_SIZE } from '../merkle/hash.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { verifyVrf } from '../vrf/verify.ts'
import { bigEndian } from './entry.ts'

/**
 * The public key under which the subjects of code requests follow from their numbers (RFC 9381). Readers, who have only this key, cannot
 * compute a subject, but verify that a number has no other one.
 */
export interface RequestKey {
  /** Public key of ECVRF-EDWARDS25519-SHA512-TAI, 32 bytes. */
  publicKey: Uint8Array
  /** The first number whose subject follows from the key; earlier ones have `plainRequestSubject`. 1 unless a log was upgraded. */
  from: number
}

const NAME = 'timbermark/request-key'
/** Type of a key that signs no notes (C2SP signed-note leaves 0xff to those who name the key themselves). */
const TYPE = 0xff

const dataOf = ({ publicKey, from }: RequestKey): Uint8Array =>
  concatBytes(Uint8Array.of(TYPE), bigEndian(from), publicKey)

const encodeData = (data: Uint8Array): string =>
  `${NAME}+${toHex(sha256(concatBytes(utf8(`${NAME}\n`), data)).subarray(0, 4))}+${toBase64(data)}`

/** Text form, `timbermark/request-key+id+base64(0xff || first number || public key)`. @throws RangeError or FormatError */
export function encodeRequestKey(key: RequestKey): string {
  requireRequestNumber(key.from)
  if (key.publicKey.length !== HASH_SIZE) throw new FormatError('a public key has 32 bytes')
  return encodeData(dataOf(key))
}

/** Whether a text claims to be a request key, and not the key of a log. */
export const isRequestKeyText = (text: string): boolean => text.startsWith(`${NAME}+`)

/** Parses the text form. @throws FormatError when it is not exactly what `encodeRequestKey` writes, or the key has small order */
export function parseRequestKey(text: string): RequestKey {
  const data = isRequestKeyText(text) ? fromBase64(text.slice(NAME.length + 10)) : new Uint8Array()
  if (data.length !== 5 + HASH_SIZE || data[0] !== TYPE || encodeData(data) !== text)
    throw new FormatError('not a request key')
  const publicKey = copyBytes(data, 5)
  const from = new DataView(data.buffer, data.byteOffset).getUint32(1)
  if (from === 0 || !isAllowedPoint(publicKey)) throw new FormatError('not an allowed request key')
  return { publicKey, from }
}

/** @throws RangeError for a number outside 1 to 2^32-1 */
function requireRequestNumber(number: number): void {
  if (!Number.isSafeInteger(number) || number < 1 || number > 0xffffffff) throw new RangeError('not a request number')
}

/**
 * What is hashed for a request: `timbermark/request`, a zero byte and the request number as four bytes, big-endian.
 * @throws RangeError for a number outside 1 to 2^32-1
 */
export function requestText(number: number): Uint8Array {
  requireRequestNumber(number)
  return concatBytes(utf8('timbermark/request'), Uint8Array.of(0), bigEndian(number))
}

/** Subject of a code request: the first 32 bytes of the output for its number. */
export const subjectOfOutput = (output: Uint8Array): Uint8Array => copyBytes(output, 0, HASH_SIZE)

/** Subject of a request from before there was a key: the SHA-256 of its number, which anyone can compute. @throws RangeError */
export const plainRequestSubject = (number: number, hash: Sha256 = sha256): Uint8Array => hash(requestText(number))

/**
 * The only subject that a request can have under this key; null when the proof does not show it.
 * @param proof 80 bytes; not needed for numbers before the first one of the key
 * @throws RangeError for a number outside 1 to 2^32-1
 */
export function verifyRequestSubject(
  key: RequestKey,
  number: number,
  proof: Uint8Array | undefined,
): Uint8Array | null {
  if (number < key.from) return plainRequestSubject(number)
  const text = requestText(number)
  const output = proof ? verifyVrf(key.publicKey, text, proof) : null
  return output && subjectOfOutput(output)
}
