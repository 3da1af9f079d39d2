import { IV, K } from './constants.ts'

/** Adds 64-bit words, given as lower and upper halves, and writes the two halves of the sum to `out` at `at`, upper half first. */
function sum(out: Int32Array, at: number, low: number[], high: number[]): void {
  let l = 0
  let h = 0
  for (const word of low) l += word >>> 0
  for (const word of high) h += word
  out[at + 1] = l | 0
  out[at] = (h + Math.floor(l / 0x100000000)) | 0
}

/** Upper half of the word (h, l) rotated right by n. Swap h and l to get the lower half. */
function rotate(h: number, l: number, n: number): number {
  return n < 32 ? (h >>> n) | (l << (32 - n)) : (l >>> (n - 32)) | (h << (64 - n))
}

/** Processes one block of 128 bytes (FIPS 180-4, 6.4.2). Words are pairs of halves, upper half first. */
function compress(state: Int32Array, block: DataView, at: number): void {
  const w = new Int32Array(160)
  for (let i = 0; i < 32; i++) w[i] = block.getInt32(at + i * 4)
  for (let i = 32; i < 160; i += 2) {
    const [xh, xl, yh, yl] = [w[i - 30]!, w[i - 29]!, w[i - 4]!, w[i - 3]!]
    const s0h = rotate(xh, xl, 1) ^ rotate(xh, xl, 8) ^ (xh >>> 7)
    const s0l = rotate(xl, xh, 1) ^ rotate(xl, xh, 8) ^ ((xl >>> 7) | (xh << 25))
    const s1h = rotate(yh, yl, 19) ^ rotate(yh, yl, 61) ^ (yh >>> 6)
    const s1l = rotate(yl, yh, 19) ^ rotate(yl, yh, 61) ^ ((yl >>> 6) | (yh << 26))
    sum(w, i, [w[i - 31]!, s0l, w[i - 13]!, s1l], [w[i - 32]!, s0h, w[i - 14]!, s1h])
  }

  // v contains a to h; each round writes the new a and e and moves the others by one place.
  const v = state.slice()
  const t = new Int32Array(4)
  for (let i = 0; i < 160; i += 2) {
    const [ah, al, bh, bl, ch, cl] = [v[0]!, v[1]!, v[2]!, v[3]!, v[4]!, v[5]!]
    const [eh, el, fh, fl, gh, gl] = [v[8]!, v[9]!, v[10]!, v[11]!, v[12]!, v[13]!]
    const s1h = rotate(eh, el, 14) ^ rotate(eh, el, 18) ^ rotate(eh, el, 41)
    const s1l = rotate(el, eh, 14) ^ rotate(el, eh, 18) ^ rotate(el, eh, 41)
    const s0h = rotate(ah, al, 28) ^ rotate(ah, al, 34) ^ rotate(ah, al, 39)
    const s0l = rotate(al, ah, 28) ^ rotate(al, ah, 34) ^ rotate(al, ah, 39)
    sum(
      t,
      0,
      [v[15]!, s1l, (el & fl) ^ (~el & gl), K[i + 1]!, w[i + 1]!],
      [v[14]!, s1h, (eh & fh) ^ (~eh & gh), K[i]!, w[i]!],
    )
    sum(t, 2, [t[1]!, s0l, (al & bl) ^ (al & cl) ^ (bl & cl)], [t[0]!, s0h, (ah & bh) ^ (ah & ch) ^ (bh & ch)])
    const [dh, dl] = [v[6]!, v[7]!]
    v.copyWithin(2, 0, 14)
    v[0] = t[2]!
    v[1] = t[3]!
    sum(v, 8, [dl, t[1]!], [dh, t[0]!])
  }
  for (let i = 0; i < 16; i += 2) sum(state, i, [state[i + 1]!, v[i + 1]!], [state[i]!, v[i]!])
}

/** SHA-512 (FIPS 180-4) in plain JavaScript, of fewer than 2^32 bytes. Only `verifyEd25519Purely` needs it. */
export function sha512(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((data.length + 17) / 128) * 128)
  padded.set(data)
  padded[data.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(data.length / 0x20000000))
  view.setUint32(padded.length - 4, data.length << 3)

  const state = IV.slice()
  for (let at = 0; at < padded.length; at += 128) compress(state, view, at)
  const digest = new Uint8Array(64)
  const out = new DataView(digest.buffer)
  for (let i = 0; i < 16; i++) out.setInt32(i * 4, state[i]!)
  return digest
}
