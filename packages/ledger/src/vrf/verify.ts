import { equalBytes } from '../bytes.ts'
import { basePoint, combine, encodePoint, negate } from '../ed25519/curve.ts'
import { isAllowedPoint } from '../ed25519/point-form.ts'
import { isScalar } from '../ed25519/scalar.ts'
import {
  CHALLENGE_SIZE,
  challengeOf,
  decodeCanonical,
  encodeToCurve,
  outputOf,
  POINT_SIZE,
  PROOF_SIZE,
  widen,
} from './suite.ts'

/**
 * Verifies a proof of ECVRF-EDWARDS25519-SHA512-TAI (RFC 9381, 5.3) and returns the output, 64 bytes; null when it is not valid.
 * For one key and one text there is only one output, however the key was made: encodings that are not canonical and keys of small
 * order are refused (5.4.5). Plain JavaScript: no browser offers this function.
 * @param key 32 bytes
 * @param proof 80 bytes
 */
export function verifyVrf(key: Uint8Array, alpha: Uint8Array, proof: Uint8Array): Uint8Array | null {
  if (key.length !== POINT_SIZE || proof.length !== PROOF_SIZE || !isAllowedPoint(key)) return null
  const encodedGamma = proof.subarray(0, POINT_SIZE)
  const c = proof.subarray(POINT_SIZE, POINT_SIZE + CHALLENGE_SIZE)
  const s = proof.subarray(POINT_SIZE + CHALLENGE_SIZE)
  const [y, gamma] = [decodeCanonical(key), decodeCanonical(encodedGamma)]
  if (!y || !gamma || !isScalar(s)) return null
  const h = encodeToCurve(key, alpha)
  const u = combine(s, basePoint(), widen(c), negate(y))
  const v = combine(s, h.point, widen(c), negate(gamma))
  const challenge = challengeOf([key, h.encoded, encodedGamma, encodePoint(u), encodePoint(v)])
  return equalBytes(challenge, c) ? outputOf(gamma) : null
}
