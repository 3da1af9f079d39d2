import { fromBase64, toBase64 } from '../bytes.ts'
import { HASH_SIZE } from '../merkle/hash.ts'

const prefix = 'timbermark/index '

/** Writes the extension line of a checkpoint (C2SP tlog-checkpoint) that names the root of the index over its entries. */
export function encodeIndexLine(root: Uint8Array): string {
  return prefix + toBase64(root)
}

/** The index root that a checkpoint's extension lines name; null unless exactly one line names it and is well-formed. */
export function findIndexRoot(extensions: readonly string[]): Uint8Array | null {
  const lines = extensions.filter(line => line.startsWith(prefix))
  if (lines.length !== 1) return null
  try {
    const root = fromBase64(lines[0]!.slice(prefix.length))
    return root.length === HASH_SIZE ? root : null
  } catch {
    return null
  }
}
