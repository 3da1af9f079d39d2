import { fromBase64, HASH_SIZE } from '@timbermark/ledger'
import { fromBase64Url } from '@timbermark/ledger/sealed'

/** Decodes a hash from base64url; undefined when it is not a hash. */
export function parseHash(written: string): Uint8Array | undefined {
  return decodeHash(fromBase64Url, written)
}

/** Decodes hashes from base64; undefined unless every one is a hash. */
export function parseHashes(written: readonly string[]): Uint8Array[] | undefined {
  const hashes = written.map(one => decodeHash(fromBase64, one))
  return hashes.every(hash => hash !== undefined) ? hashes : undefined
}

function decodeHash(decode: (written: string) => Uint8Array, written: string): Uint8Array | undefined {
  try {
    const bytes = decode(written)
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
