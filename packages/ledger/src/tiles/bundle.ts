import { copyBytes, FormatError } from '../bytes.ts'
import { TILE_WIDTH } from './tile.ts'

/** Maximal number of bytes in an entry, because a bundle stores its length in 16 bits. Longer entries cannot be logged. */
export const MAX_ENTRY_SIZE = 0xffff

/**
 * Bytes of an entry bundle: each entry preceded by its length as big-endian 16-bit number (C2SP tlog-tiles, log entries).
 * Throws RangeError for no entries, more than 256 entries, or an entry longer than 65,535 bytes.
 */
export function encodeBundle(entries: Uint8Array[]): Uint8Array {
  if (entries.length < 1 || entries.length > TILE_WIDTH) throw new RangeError('A bundle holds 1 to 256 entries.')
  if (entries.some(entry => entry.length > MAX_ENTRY_SIZE)) throw new RangeError('An entry has at most 65,535 bytes.')
  const bundle = new Uint8Array(entries.reduce((sum, entry) => sum + 2 + entry.length, 0))
  let at = 0
  for (const entry of entries) {
    bundle[at] = entry.length >> 8
    bundle[at + 1] = entry.length & 0xff
    bundle.set(entry, at + 2)
    at += 2 + entry.length
  }
  return bundle
}

/** Decodes a bundle of `width` entries. Throws FormatError when it has fewer or more entries or ends within an entry. */
export function decodeBundle(bundle: Uint8Array, width: number): Uint8Array[] {
  const entries: Uint8Array[] = []
  let at = 0
  while (at < bundle.length) {
    if (at + 2 > bundle.length) throw new FormatError('bundle ends within a length')
    const end = at + 2 + bundle[at]! * 256 + bundle[at + 1]!
    if (end > bundle.length) throw new FormatError('bundle ends within an entry')
    entries.push(copyBytes(bundle, at + 2, end))
    at = end
  }
  if (entries.length !== width) throw new FormatError(`bundle holds ${entries.length} entries, not ${width}`)
  return entries
}
