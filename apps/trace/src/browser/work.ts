import { sha256 } from '@timbermark/ledger'
import { pause } from '../proof/pause.ts'

/** A task that may be computed in place of the picture: as the server has it, with the zero bits that it asks for. */
export interface Work {
  task: string
  bits: number
}

/** Milliseconds after which the page may answer its reader in between, and after which the picture is the shorter way. */
const slice = 15
const longest = 10_000

/** What makes the hash begin with that many zero bits; undefined when it takes too long. */
export async function doWork({ task, bits }: Work): Promise<string | undefined> {
  const begun = performance.now()
  const head = new TextEncoder().encode(`${task}.`)
  const text = new Uint8Array(head.length + 10)
  text.set(head)
  let since = begun
  for (let n = 0; ; n++) {
    const digits = String(n)
    for (let at = 0; at < digits.length; at++) text[head.length + at] = digits.charCodeAt(at)
    const hash = sha256(text.subarray(0, head.length + digits.length))
    if (((hash[0]! << 24) | (hash[1]! << 16) | (hash[2]! << 8) | hash[3]!) >>> (32 - bits) === 0) return digits
    if (n % 64 < 63) continue
    const now = performance.now()
    if (now - begun > longest) return undefined
    if (now - since < slice) continue
    await pause()
    since = performance.now()
  }
}
