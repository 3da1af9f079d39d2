import { concatBytes, copyBytes } from '../bytes.ts'
import { decodePoint, double, encodePoint, type Point } from '../ed25519/curve.ts'
import { hasCanonicalY } from '../ed25519/point-form.ts'
import { sha512 } from '../sha2/sha512.ts'

/**
 * The parts of ECVRF-EDWARDS25519-SHA512-TAI (RFC 9381, 5.4 and 5.5) that making and verifying a proof share. Numbers are written
 * with the low byte first.
 */
const SUITE = 0x03
const ENCODE = 0x01
const CHALLENGE = 0x02
const OUTPUT = 0x03
const BACK = 0x00

/** Lengths of a proof and its parts: the point Gamma, the challenge c, the scalar s. */
export const [POINT_SIZE, CHALLENGE_SIZE, PROOF_SIZE] = [32, 16, 80]

/** Hashes between the marks that separate the uses of the hash. */
const tagged = (use: number, ...parts: Uint8Array[]): Uint8Array =>
  sha512(concatBytes(Uint8Array.of(SUITE, use), ...parts, Uint8Array.of(BACK)))

/** Multiplies by the cofactor 8. */
export const clearCofactor = (point: Point): Point => double(double(double(point)))

/** Decodes a point (string_to_point); null when the bytes are not its only encoding. */
export const decodeCanonical = (bytes: Uint8Array): Point | null => (hasCanonicalY(bytes) ? decodePoint(bytes) : null)

const isIdentity = (encoded: Uint8Array): boolean => encoded.every((byte, at) => byte === (at === 0 ? 1 : 0))

/**
 * Maps a text to a point of the prime-order group by trying counters (5.4.1.1). On average it tries two.
 * @param key 32 bytes, an encoding of the public key
 */
export function encodeToCurve(key: Uint8Array, alpha: Uint8Array): { point: Point; encoded: Uint8Array } {
  for (let counter = 0; counter < 256; counter++) {
    const candidate = decodeCanonical(copyBytes(tagged(ENCODE, key, alpha, Uint8Array.of(counter)), 0, POINT_SIZE))
    if (!candidate) continue
    const point = clearCofactor(candidate)
    const encoded = encodePoint(point)
    if (!isIdentity(encoded)) return { point, encoded }
  }
  // Happens once in 2^256 texts.
  throw new RangeError('no point for this text')
}

/** The challenge over five encoded points (5.4.3), 16 bytes. */
export const challengeOf = (points: readonly Uint8Array[]): Uint8Array =>
  copyBytes(tagged(CHALLENGE, ...points), 0, CHALLENGE_SIZE)

/** The output for Gamma (5.2), 64 bytes. */
export const outputOf = (gamma: Point): Uint8Array => tagged(OUTPUT, encodePoint(clearCofactor(gamma)))

/** The same number in 32 bytes. */
export const widen = (bytes: Uint8Array): Uint8Array => concatBytes(bytes, new Uint8Array(POINT_SIZE - bytes.length))
