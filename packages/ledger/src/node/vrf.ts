import { createHash } from 'node:crypto'
import { concatBytes, copyBytes, FormatError } from '../bytes.ts'
import { addPoints, basePoint, double, encodePoint, type Point } from '../ed25519/curve.ts'
import { reduceModL } from '../ed25519/scalar.ts'
import { challengeOf, decodeCanonical, encodeToCurve, outputOf, POINT_SIZE, PROOF_SIZE } from '../vrf/suite.ts'
import { signerFromSeed } from './signer.ts'

/** Proofs and outputs of ECVRF-EDWARDS25519-SHA512-TAI under one secret key. */
export interface VrfProver {
  /** 32 bytes. */
  publicKey: Uint8Array
  /** The proof for a text, 80 bytes; always the same for the same text. */
  prove(alpha: Uint8Array): Uint8Array
}

/**
 * A prover with a secret key of 32 bytes (an Ed25519 seed).
 *
 * Node offers no multiplication of a point by a secret scalar, so this one is of BigInts. Its sequence of operations is the same
 * for every scalar, but the time of an operation on BigInts depends a little on their values: it is not constant-time. So let nobody
 * from outside choose the text or repeat the computation: make a proof once and keep it.
 */
export function vrfProver(seed: Uint8Array): VrfProver {
  const { publicKey } = signerFromSeed('vrf', seed).key
  const expanded = sha512(seed)
  const x = expanded.subarray(0, POINT_SIZE)
  x[0]! &= 0xf8
  x[31]! = (x[31]! & 0x7f) | 0x40
  return {
    publicKey,
    prove(alpha) {
      const h = encodeToCurve(publicKey, alpha)
      const gamma = encodePoint(multiplySteadily(x, h.point))
      // RFC 9381, 5.4.2.2: the nonce of RFC 8032.
      const k = reduceModL(sha512(concatBytes(expanded.subarray(POINT_SIZE), h.encoded)))
      const [u, v] = [encodePoint(multiplySteadily(k, basePoint())), encodePoint(multiplySteadily(k, h.point))]
      const c = challengeOf([publicKey, h.encoded, gamma, u, v])
      const s = reduceModL(littleEndian(numberOf(k) + numberOf(c) * numberOf(x), 64))
      return concatBytes(gamma, c, s)
    },
  }
}

/** The output of a proof, 64 bytes, without verifying it: for proofs of one's own. @throws FormatError for what is no proof */
export function vrfOutput(proof: Uint8Array): Uint8Array {
  const gamma = proof.length === PROOF_SIZE ? decodeCanonical(proof.subarray(0, POINT_SIZE)) : null
  if (!gamma) throw new FormatError('not a proof of ECVRF-EDWARDS25519-SHA512-TAI')
  return outputOf(gamma)
}

/** Doubles and adds for every bit, whether it is set or not. */
function multiplySteadily(scalar: Uint8Array, point: Point): Point {
  const sums: [Point, Point] = [
    [0n, 1n, 1n, 0n],
    [0n, 1n, 1n, 0n],
  ]
  for (let bit = 255; bit >= 0; bit--) {
    sums[0] = double(sums[0])
    sums[1] = addPoints(sums[0], point)
    sums[0] = sums[(scalar[bit >> 3]! >> (bit & 7)) & 1]!
  }
  return sums[0]
}

const sha512 = (data: Uint8Array): Uint8Array => copyBytes(createHash('sha512').update(data).digest())

const numberOf = (bytes: Uint8Array): bigint => bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n)

const littleEndian = (number: bigint, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => Number((number >> BigInt(8 * at)) & 0xffn))
