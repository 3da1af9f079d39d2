import { IV, K } from './constants.ts'

/** Computes SHA-256 (32 bytes). The function below and the one of `/node` have this type, so callers can pass either. */
export type Sha256 = (data: Uint8Array) => Uint8Array

/** Shared buffers, used within one synchronous step: in a browser, allocating an array takes as long as hashing a block. */
const schedule = /* @__PURE__ */ new Int32Array(64)
const state = /* @__PURE__ */ new Int32Array(8)
const tail = /* @__PURE__ */ new Uint8Array(128)

/** Processes one block of 64 bytes at `at` (FIPS 180-4, 6.2.2). */
function compress(data: Uint8Array, at: number): void {
  const w = schedule
  for (let i = 0; i < 16; i++) {
    const j = at + i * 4
    w[i] = (data[j]! << 24) | (data[j + 1]! << 16) | (data[j + 2]! << 8) | data[j + 3]!
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!
    const y = w[i - 2]!
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i * 2]! + w[i]!) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
  state[4]! += e
  state[5]! += f
  state[6]! += g
  state[7]! += h
}

/**
 * SHA-256 (FIPS 180-4) in plain JavaScript: synchronous, and available on pages without SubtleCrypto, such as plain http.
 * The data must have fewer than 2^32 bytes.
 */
export function sha256(data: Uint8Array): Uint8Array {
  for (let i = 0; i < 8; i++) state[i] = IV[i * 2]!
  const blocksEnd = data.length - (data.length % 64)
  for (let at = 0; at < blocksEnd; at += 64) compress(data, at)

  // Padding (FIPS 180-4, 5.1.1): the remaining bytes, a 1 bit, zeros, and the length in bits as 64-bit big-endian number.
  const tailLength = data.length - blocksEnd
  const size = tailLength < 56 ? 64 : 128
  tail.fill(0)
  for (let i = 0; i < tailLength; i++) tail[i] = data[blocksEnd + i]!
  tail[tailLength] = 0x80
  for (let at = size - 1, bits = data.length * 8; bits > 0; at--, bits = Math.floor(bits / 256)) tail[at] = bits % 256
  for (let at = 0; at < size; at += 64) compress(tail, at)

  const digest = new Uint8Array(32)
  for (let i = 0; i < 32; i++) digest[i] = state[i >> 2]! >>> (24 - (i & 3) * 8)
  return digest
}
