import { concatBytes, equalBytes } from '../bytes.ts'
import { sha512 } from '../sha2/sha512.ts'
import { basePoint, combine, decodePoint, encodePoint, negate } from './curve.ts'
import { isAllowedPoint } from './point-form.ts'
import { isScalar, reduceModL } from './scalar.ts'
import { verifyWithWebCrypto } from './webcrypto.ts'

/**
 * Ed25519 verification by RFC 8032, 5.1.7. Where the RFC leaves a choice, the rules follow the Web Cryptography specification,
 * so that every browser gives the same answer:
 *
 * - the public key A has 32 bytes, the signature R || S has 64, and S is below the group order;
 * - A and R are canonical encodings (y below p, no negative zero);
 * - neither A nor R is one of the eight points of small order, with which one signature is valid for many messages;
 * - the equation is [S]B = R + [k]A without multiplying by the cofactor.
 */

function hasAllowedForm(publicKey: Uint8Array, signature: Uint8Array): boolean {
  return (
    publicKey.length === 32 &&
    signature.length === 64 &&
    isScalar(signature.subarray(32)) &&
    isAllowedPoint(publicKey) &&
    isAllowedPoint(signature.subarray(0, 32))
  )
}

/**
 * Verifies in plain JavaScript, for browsers without Ed25519 and pages without SubtleCrypto. Takes some milliseconds.
 * @param publicKey 32 bytes
 * @param signature 64 bytes, R || S
 */
export function verifyEd25519Purely(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (!hasAllowedForm(publicKey, signature)) return false
  const a = decodePoint(publicKey)
  if (!a) return false
  const r = signature.subarray(0, 32)
  const k = reduceModL(sha512(concatBytes(r, publicKey, message)))
  // Comparing encodings also refuses an R that encodes no point.
  return equalBytes(encodePoint(combine(signature.subarray(32), basePoint(), k, negate(a))), r)
}

/**
 * True when `signature` is valid by the rules above. Uses WebCrypto where possible, plain JavaScript otherwise.
 * @param publicKey 32 bytes
 * @param signature 64 bytes, R || S
 */
export async function verifyEd25519(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (!hasAllowedForm(publicKey, signature)) return false
  // Plain JavaScript confirms a refusal: a bug of one browser must not make an honest log look forged.
  return (
    (await verifyWithWebCrypto(publicKey, message, signature)) === true ||
    verifyEd25519Purely(publicKey, message, signature)
  )
}
