import { sha256 } from '@timbermark/ledger'
import { pause } from '../proof/pause.ts'

/** A proof of work that may replace the picture: the server's task, and the number of leading zero bits that it requires. */
export interface WorkTask {
  task: string
  bits: number
}

/** Milliseconds of work between pauses for the reader's events, and after which the picture is faster. */
const sliceMs = 15
const maxMs = 10_000

/** Finds a suffix for which the hash begins with the required zero bits; undefined when it takes too long. */
export async function solveProofOfWork({ task, bits }: WorkTask): Promise<string | undefined> {
  const startedAt = performance.now()
  const prefix = new TextEncoder().encode(`${task}.`)
  const input = new Uint8Array(prefix.length + 10)
  input.set(prefix)
  let sliceStart = startedAt
  for (let n = 0; ; n++) {
    const digits = String(n)
    for (let at = 0; at < digits.length; at++) input[prefix.length + at] = digits.charCodeAt(at)
    const hash = sha256(input.subarray(0, prefix.length + digits.length))
    if (((hash[0]! << 24) | (hash[1]! << 16) | (hash[2]! << 8) | hash[3]!) >>> (32 - bits) === 0) return digits
    if (n % 64 < 63) continue
    const now = performance.now()
    if (now - startedAt > maxMs) return undefined
    if (now - sliceStart < sliceMs) continue
    await pause()
    sliceStart = performance.now()
  }
}
