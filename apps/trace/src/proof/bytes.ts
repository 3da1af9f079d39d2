import { fromBase64, HASH_SIZE } from '@timbermark/ledger'
import { fromBase64Url } from '@timbermark/ledger/sealed'

/** A hash that was written in base64url; undefined when it is none. */
export function hashOf(written: string): Uint8Array | undefined {
  return sized(fromBase64Url, written)
}

/** Hashes that were written in base64; undefined unless all are. */
export function hashesOf(written: readonly string[]): Uint8Array[] | undefined {
  const hashes = written.map(one => sized(fromBase64, one))
  return hashes.every(hash => hash !== undefined) ? hashes : undefined
}

function sized(read: (written: string) => Uint8Array, written: string): Uint8Array | undefined {
  try {
    const bytes = read(written)
    return bytes.length === HASH_SIZE ? bytes : undefined
  } catch {
    return undefined
  }
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}
