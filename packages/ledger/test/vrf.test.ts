import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex, verifyVrf } from '../src/index.ts'
import { vrfOutput, vrfProver } from '../src/node.ts'
import { encodeRequestKey, parseRequestKey, plainRequestSubject, verifyRequestSubject } from '../src/sealed.ts'
import { challengeOf, encodeToCurve } from '../src/vrf/suite.ts'
import { BASE, encode, L, ORDER_8, P, plus, pointOf, times, toBytes, toNumber, ZERO } from './edwards-reference.ts'

interface RfcVector {
  name: string
  secretKey: string
  publicKey: string
  alpha: string
  proof: string
  output: string
}

const vectors = JSON.parse(readFileSync(new URL('vectors/rfc9381.json', import.meta.url), 'utf8')) as RfcVector[]
const small = Array.from({ length: 8 }, (_, i) => encode(times(BigInt(i), ORDER_8)))
const signBit = (bytes: Uint8Array): Uint8Array => bytes.with(31, bytes[31]! | 0x80)
const join = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(parts.flatMap(part => [...part]))

describe('ECVRF-EDWARDS25519-SHA512-TAI', () => {
  it.each(vectors)('makes and verifies the proof of $name of RFC 9381, B.3', v => {
    const prover = vrfProver(fromHex(v.secretKey))
    expect(toHex(prover.publicKey)).toBe(v.publicKey)
    const proof = prover.prove(fromHex(v.alpha))
    expect(toHex(proof)).toBe(v.proof)
    expect(toHex(vrfOutput(proof))).toBe(v.output)
    expect(toHex(verifyVrf(prover.publicKey, fromHex(v.alpha), proof)!)).toBe(v.output)
  })

  it.each(vectors)('refuses $name with any bit of the proof, of the key or of the text changed', v => {
    const [key, alpha, proof] = [fromHex(v.publicKey), fromHex(v.alpha), fromHex(v.proof)]
    const flip = (bytes: Uint8Array, bit: number) => bytes.with(bit >> 3, bytes[bit >> 3]! ^ (1 << (bit & 7)))
    for (let bit = 0; bit < 640; bit += 7) expect(verifyVrf(key, alpha, flip(proof, bit))).toBeNull()
    for (let bit = 0; bit < 256; bit += 17) expect(verifyVrf(flip(key, bit), alpha, proof)).toBeNull()
    expect(verifyVrf(key, join(alpha, Uint8Array.of(0)), proof)).toBeNull()
    expect(verifyVrf(fromHex(vectors.find(other => other !== v)!.publicKey), alpha, proof)).toBeNull()
  })

  it('gives any text under any key one output, which no other key shares', () => {
    const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
    fc.assert(
      fc.property(bytes32, bytes32, fc.uint8Array({ maxLength: 60 }), fc.nat(639), (seed, other, alpha, bit) => {
        const prover = vrfProver(seed)
        const proof = prover.prove(alpha)
        const output = verifyVrf(prover.publicKey, alpha, proof)!
        expect(output).toEqual(vrfOutput(proof))
        expect(prover.prove(alpha)).toEqual(proof)
        const forged = proof.with(bit >> 3, proof[bit >> 3]! ^ (1 << (bit & 7)))
        expect(verifyVrf(prover.publicKey, alpha, forged)).toBeNull()
        const another = vrfProver(other)
        expect(verifyVrf(another.publicKey, alpha, proof)).toBeNull()
        expect(verifyVrf(prover.publicKey, alpha, another.prove(alpha))).toBeNull()
      }),
      { numRuns: 12 },
    )
  })

  it('refuses proofs and keys of another length', () => {
    const [key, alpha, proof] = [fromHex(vectors[1]!.publicKey), fromHex(vectors[1]!.alpha), fromHex(vectors[1]!.proof)]
    for (const other of [proof.slice(0, 79), join(proof, Uint8Array.of(0)), new Uint8Array()]) {
      expect(verifyVrf(key, alpha, other)).toBeNull()
      expect(() => vrfOutput(other)).toThrow('not a proof')
    }
    for (const other of [key.slice(1), join(key, Uint8Array.of(0)), new Uint8Array()])
      expect(verifyVrf(other, alpha, proof)).toBeNull()
  })

  it('refuses a scalar with the group order added', () => {
    const [key, alpha, proof] = [fromHex(vectors[0]!.publicKey), fromHex(vectors[0]!.alpha), fromHex(vectors[0]!.proof)]
    const s = toNumber(proof.slice(48))
    for (const other of [s + L, s + 3n * L, 2n ** 256n - 1n])
      expect(verifyVrf(key, alpha, join(proof.slice(0, 48), toBytes(other)))).toBeNull()
  })

  /** A proof for a key of small order that fulfils every equation: its output is the same for all texts. */
  function forgeFor(key: Uint8Array, alpha: Uint8Array): Uint8Array {
    const { encoded: h } = encodeToCurve(key, alpha)
    for (let k = 1n; ; k++) {
      const c = challengeOf([key, h, encode(ZERO), encode(times(k, BASE)), encode(times(k, decode(h)))])
      if (toNumber(c) % 8n === 0n) return join(encode(ZERO), c, toBytes(k))
    }
  }

  it('refuses keys of small order (RFC 9381, 5.4.5), although the equations hold', () => {
    const alpha = Uint8Array.of(1)
    const twisted = [toBytes(P), signBit(toBytes(P)), toBytes(P + 1n), signBit(toBytes(1n)), signBit(toBytes(P - 1n))]
    for (const key of small) expect(verifyVrf(key, alpha, forgeFor(key, alpha))).toBeNull()
    for (const key of twisted) expect(verifyVrf(key, alpha, fromHex(vectors[0]!.proof))).toBeNull()
    for (const publicKey of [...small, ...twisted])
      expect(() => parseRequestKey(encodeRequestKey({ publicKey, from: 1 }))).toThrow('not an allowed request key')
  })

  it('refuses a Gamma that is not canonical or no point', () => {
    const [key, alpha, proof] = [fromHex(vectors[0]!.publicKey), fromHex(vectors[0]!.alpha), fromHex(vectors[0]!.proof)]
    const encodings = [toBytes(2n), signBit(toBytes(1n)), signBit(toBytes(P - 1n))]
    for (let y = P; y < 2n ** 255n; y++) encodings.push(toBytes(y), signBit(toBytes(y)))
    for (const gamma of encodings) {
      expect(verifyVrf(key, alpha, join(gamma, proof.slice(32)))).toBeNull()
      expect(() => vrfOutput(join(gamma, proof.slice(32)))).toThrow('not a proof')
    }
  })

  it('gives no second output for a Gamma with a component of small order', () => {
    const [key, alpha, proof] = [fromHex(vectors[0]!.publicKey), fromHex(vectors[0]!.alpha), fromHex(vectors[0]!.proof)]
    // Adding such a component changes Gamma but not the output, which is of 8 Gamma; here the challenge no longer fits.
    for (const point of small.slice(1)) {
      const gamma = encode(plus(decode(proof.slice(0, 32)), decode(point)))
      expect(verifyVrf(key, alpha, join(gamma, proof.slice(32)))).toBeNull()
      expect(vrfOutput(join(gamma, proof.slice(32)))).toEqual(vrfOutput(proof))
    }
  })
})

describe('the subject of a request', () => {
  const prover = vrfProver(new Uint8Array(32).fill(9))
  const key = { publicKey: prover.publicKey, from: 8 }

  it('is one that only the holder of the secret key computes, and that the proof shows', () => {
    const text = (number: number) => new Uint8Array([...Buffer.from('timbermark/request\0'), 0, 0, 0, number])
    const proof = prover.prove(text(8))
    const subject = verifyRequestSubject(key, 8, proof)!
    expect(subject).toEqual(vrfOutput(proof).slice(0, 32))
    expect(subject).not.toEqual(plainRequestSubject(8))
    // Of another number, of another key, or none.
    expect(verifyRequestSubject(key, 9, proof)).toBeNull()
    expect(verifyRequestSubject({ ...key, publicKey: vrfProver(new Uint8Array(32)).publicKey }, 8, proof)).toBeNull()
    expect(verifyRequestSubject(key, 8, undefined)).toBeNull()
    // Before the first number of the key there is only the plain one.
    expect(verifyRequestSubject(key, 7, prover.prove(text(7)))).toEqual(plainRequestSubject(7))
    for (const number of [0, -1, 1.5, 2 ** 32, Number.NaN])
      expect(() => verifyRequestSubject(key, number, proof)).toThrow(RangeError)
  })

  it('has a key with one text', () => {
    const text = encodeRequestKey(key)
    expect(text).toMatch(/^timbermark\/request-key\+[0-9a-f]{8}\+[\w+/]{50}==$/)
    expect(parseRequestKey(text)).toEqual(key)
    for (let at = 0; at < text.length; at++) {
      const changed = `${text.slice(0, at)}${text[at] === 'B' ? 'C' : 'B'}${text.slice(at + 1)}`
      expect(() => parseRequestKey(changed), changed).toThrow()
    }
    for (const other of ['', text.slice(0, -1), `${text}=`, ` ${text}`, 'ledger.example+00000000+AA=='])
      expect(() => parseRequestKey(other)).toThrow()
    for (const from of [0, 2 ** 32, 1.5]) expect(() => encodeRequestKey({ ...key, from })).toThrow(RangeError)
  })
})

/** The point of a canonical encoding. */
function decode(bytes: Uint8Array) {
  const { x, y } = pointOf(toNumber(bytes.with(31, bytes[31]! & 0x7f)))
  return { x: bytes[31]! & 0x80 ? P - x : x, y }
}
