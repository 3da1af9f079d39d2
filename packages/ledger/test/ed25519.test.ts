import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fromHex, verifyEd25519, verifyEd25519Purely, verifyWithWebCrypto } from '../src/index.ts'
import { signerFromSeed } from '../src/node.ts'
import { BASE, challenge, encode, L, ORDER_8, P, plus, times, toBytes, toNumber, ZERO } from './edwards-reference.ts'

interface RfcVector {
  name: string
  seed: string
  publicKey: string
  message: string
  signature: string
}

const vectors = JSON.parse(readFileSync(new URL('vectors/rfc8032.json', import.meta.url), 'utf8')) as RfcVector[]
const [, , sample] = vectors as [RfcVector, RfcVector, RfcVector]
const bytesOf = (v: RfcVector) => [fromHex(v.publicKey), fromHex(v.message), fromHex(v.signature)] as const

afterEach(() => vi.unstubAllGlobals())

/** Results of every implementation of the check, which must agree: with WebCrypto, without it, and the plain JavaScript one. */
async function answers(key: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean[]> {
  const withPlatform = await verifyEd25519(key, message, signature)
  vi.stubGlobal('crypto', undefined)
  const without = await verifyEd25519(key, message, signature)
  vi.unstubAllGlobals()
  return [withPlatform, without, verifyEd25519Purely(key, message, signature)]
}

const allTrue = [true, true, true]
const allFalse = [false, false, false]

describe('Ed25519 verification', () => {
  it.each(vectors)('accepts $name of RFC 8032, 7.1, with and without the platform', async v => {
    expect(await answers(...bytesOf(v))).toEqual(allTrue)
    expect(Buffer.from(signerFromSeed('rfc', fromHex(v.seed)).key.publicKey).toString('hex')).toBe(v.publicKey)
  })

  it.each(vectors)('refuses $name when any part of it is changed', async v => {
    const [key, message, signature] = bytesOf(v)
    for (const bit of [0, 77, 200, 254, 255, 256, 300, 480, 510]) {
      const forged = signature.with(bit >> 3, signature[bit >> 3]! ^ (1 << (bit & 7)))
      expect(verifyEd25519Purely(key, message, forged)).toBe(false)
    }
    expect(await answers(key, new Uint8Array([...message, 0]), signature)).toEqual(allFalse)
    expect(await answers(key.with(0, key[0]! ^ 1), message, signature)).toEqual(allFalse)
  })

  it('returns unsupported when the platform cannot verify', async () => {
    const [key, message, signature] = bytesOf(sample)
    expect(await verifyWithWebCrypto(key, message, signature)).toBe(true)
    vi.stubGlobal('crypto', {})
    expect(await verifyWithWebCrypto(key, message, signature)).toBe('unsupported')
    vi.stubGlobal('crypto', { subtle: { importKey: () => Promise.reject(new Error('NotSupportedError')) } })
    expect(await verifyWithWebCrypto(key, message, signature)).toBe('unsupported')
    expect(await verifyEd25519(key, message, signature)).toBe(true)
  })

  it('accepts a valid signature even if the platform wrongly refuses it', async () => {
    const [key, message, signature] = bytesOf(sample)
    vi.stubGlobal('crypto', { subtle: { importKey: async () => ({}), verify: async () => false } })
    expect(await verifyEd25519(key, message, signature)).toBe(true)
    expect(await verifyEd25519(key, message, signature.with(5, signature[5]! ^ 1))).toBe(false)
  })

  it('refuses keys and signatures of another length', async () => {
    const [key, message, signature] = bytesOf(sample)
    for (const [k, s] of [
      [key.slice(1), signature],
      [new Uint8Array([...key, 0]), signature],
      [key, signature.slice(0, 63)],
      [key, new Uint8Array([...signature, 0])],
      [key, new Uint8Array(0)],
      [new Uint8Array(0), signature],
    ] as const) {
      expect(await answers(k, message, s)).toEqual(allFalse)
    }
  })

  it('refuses the same signature with the group order added to S', async () => {
    const [key, message, signature] = bytesOf(sample)
    const s = toNumber(signature.slice(32))
    for (const other of [s + L, s + 2n * L, s + 7n * L, 2n ** 256n - 1n]) {
      expect(await answers(key, message, new Uint8Array([...signature.slice(0, 32), ...toBytes(other)]))).toEqual(
        allFalse,
      )
    }
  })

  it('never changes its arguments, even Buffers', async () => {
    // `slice` of a Buffer shares memory, and this key has the sign bit set, which the check masks out.
    const [key, message, signature] = bytesOf(vectors[4]!).map(bytes => Buffer.from(bytes)) as [Buffer, Buffer, Buffer]
    expect(key[31]! & 0x80).toBe(0x80)
    const before = Buffer.concat([key, message, signature])
    expect(await answers(key, message, signature)).toEqual(allTrue)
    expect(Buffer.concat([key, message, signature]).equals(before)).toBe(true)
  })
})

describe('Ed25519 edge cases', () => {
  /** Encodings of the eight points of small order: canonical ones here, the six others below. */
  const SMALL = Array.from({ length: 8 }, (_, i) => encode(times(BigInt(i), ORDER_8)))
  const signBit = (bytes: Uint8Array): Uint8Array => bytes.with(31, bytes[31]! | 0x80)
  const TWISTED = [
    toBytes(P),
    signBit(toBytes(P)),
    toBytes(P + 1n),
    signBit(toBytes(P + 1n)),
    signBit(toBytes(1n)),
    signBit(toBytes(P - 1n)),
  ]

  it('use eight points of small order and six other encodings of them', () => {
    expect(new Set([...SMALL, ...TWISTED].map(bytes => Buffer.from(bytes).toString('hex'))).size).toBe(14)
    expect(times(8n, ORDER_8)).toEqual(ZERO)
  })

  // Key A = [a]B + [i]T and R = [r]B + [j]T for a point T of order 8, with S = r + k a: the equation holds except for the
  // components of small order, which cancel if j + k i is a multiple of 8. That depends on k, and so on the message.
  const a = 0x1234567890abcdef1234567890abcdef1234567890abcdefn
  const r = 0xfedcba0987654321fedcba0987654321fedcba0987654321n
  const small = Array.from({ length: 8 }, (_, i) => times(BigInt(i), ORDER_8))
  const bases = new Map([a, r, 0n].map(n => [n, times(n, BASE)]))

  function craft(i: number, j: number, rScalar: bigint, wantRest: boolean) {
    const key = encode(plus(bases.get(a)!, small[i]!))
    const big = encode(plus(bases.get(rScalar)!, small[j]!))
    for (let n = 0; n < 100; n++) {
      const message = new Uint8Array(Buffer.from(`message ${n}`))
      const k = challenge(big, key, message)
      const leavesRest = (k * BigInt(i) + BigInt(j)) % 8n !== 0n
      if (leavesRest === wantRest) {
        return { key, message, signature: new Uint8Array([...big, ...toBytes((rScalar + k * a) % L)]) }
      }
    }
    return null
  }

  const mixed = [0, 1, 2, 4, 7].flatMap(i => [0, 1, 2, 4, 7].map(j => [i, j] as const))

  it.each(mixed)(
    'key with %i T and R with %i T of small order: only the equation without cofactor decides',
    async (i, j) => {
      const cancels = craft(i, j, r, false)
      const leavesRest = craft(i, j, r, true)
      // If the components cancel, every implementation accepts the signature. If not, it is valid only when both sides are
      // multiplied by the cofactor, which these rules do not do.
      if (cancels) expect(await answers(cancels.key, cancels.message, cancels.signature)).toEqual(allTrue)
      if (leavesRest) expect(await answers(leavesRest.key, leavesRest.message, leavesRest.signature)).toEqual(allFalse)
      // An odd i can cancel every j; for an even i some sums are never, or always, a multiple of 8.
      expect(cancels !== null).toBe(j === 0 || i % 2 === 1 || (i > 0 && j % i === 0))
      expect(leavesRest !== null).toBe(i !== 0 || j !== 0)
    },
  )

  it.each([
    ...SMALL.map((key, i) => [`point ${i} of small order`, key] as const),
    ...TWISTED.map((key, i) => [`odd spelling ${i} of one`, key] as const),
  ])('refuses a key that is %s, although the equation holds', async (_what, key) => {
    // [k]A is zero if k is a multiple of 8, so S = r fits R = [r]B, and anyone can sign.
    const big = encode(bases.get(r)!)
    const message = Array.from({ length: 200 }, (_, n) => new Uint8Array(Buffer.from(`message ${n}`))).find(
      candidate => challenge(big, key, candidate) % 8n === 0n,
    )!
    expect(await answers(key, message, new Uint8Array([...big, ...toBytes(r)]))).toEqual(allFalse)
  })

  it('refuses an R of small order, although the equation holds', async () => {
    for (let j = 0; j < 8; j++) {
      for (const i of [0, 1, 2, 4]) {
        const crafted = craft(i, j, 0n, false)
        if (crafted) expect(await answers(crafted.key, crafted.message, crafted.signature)).toEqual(allFalse)
      }
    }
    expect(craft(0, 0, 0n, false)).not.toBeNull()
  })

  it('refuses a key or an R with y >= p, and one that encodes no point', async () => {
    const [key, message, signature] = bytesOf(sample)
    for (let y = P; y < 2n ** 255n; y++) {
      for (const bytes of [toBytes(y), signBit(toBytes(y))]) {
        expect(verifyEd25519Purely(bytes, message, signature)).toBe(false)
        expect(verifyEd25519Purely(key, message, new Uint8Array([...bytes, ...signature.slice(32)]))).toBe(false)
      }
    }
    const noPoint = toBytes(2n)
    expect(await answers(noPoint, message, signature)).toEqual(allFalse)
    expect(await answers(key, message, new Uint8Array([...noPoint, ...signature.slice(32)]))).toEqual(allFalse)
  })
})
