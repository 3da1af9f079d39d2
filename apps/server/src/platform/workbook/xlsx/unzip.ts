/**
 * Reads uploaded zip archives. Declared sizes are never trusted: bytes are counted while they are inflated, and an
 * archive that contradicts itself is refused.
 */
import { crc32, inflateRawSync } from 'node:zlib'
import { errorCode } from '../../error-facts.ts'

export interface UnzipEntry {
  name: string
  method: number
  crc: number
  /** As declared; checked when the entry is inflated. */
  size: number
  packed: Uint8Array
}

/** Why an archive is refused: it is damaged or contradicts itself, or it holds more than allowed. */
export class UnzipRefused extends Error {
  readonly reason: 'broken' | 'tooLarge'

  constructor(reason: 'broken' | 'tooLarge', message: string) {
    super(message)
    this.name = 'UnzipRefused'
    this.reason = reason
  }
}

const endLength = 22
const recordLength = 46
const localLength = 30

/** Whether the bytes begin like a zip archive with at least one file. */
export function looksLikeZip(data: Uint8Array): boolean {
  return data.length > endLength && data[0] === 0x50 && data[1] === 0x4b && data[2] === 3 && data[3] === 4
}

/**
 * Lists the files of an archive by its central directory (APPNOTE.TXT 4.3.12), inflating nothing.
 *
 * @throws UnzipRefused `tooLarge` for more than `maxEntries` files; `broken` for ZIP64, encryption, several disks, other
 * methods than stored and deflate, files that overlap, share a name or lie outside the archive
 */
export function listZip(data: Uint8Array, maxEntries: number): UnzipEntry[] {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  const start = bytes.readUInt32LE(end + 16)
  const stop = start + bytes.readUInt32LE(end + 12)
  if (bytes.readUInt16LE(end + 4) !== 0 || bytes.readUInt16LE(end + 8) !== count) throw broken('several disks')
  if (stop > end) throw broken('the directory lies outside the archive (or it is ZIP64)')
  if (count > maxEntries) throw new UnzipRefused('tooLarge', `The archive holds ${count} files`)

  const entries: UnzipEntry[] = []
  const places: { from: number; to: number }[] = []
  const names = new Set<string>()
  let at = start
  for (let n = 0; n < count; n++) {
    if (at + recordLength > stop || bytes.readUInt32LE(at) !== 0x02014b50) throw broken('a directory record is missing')
    const nameLength = bytes.readUInt16LE(at + 28)
    const next = at + recordLength + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    if (next > stop) throw broken('a directory record is cut')
    const name = bytes.toString('utf8', at + recordLength, at + recordLength + nameLength)
    if (names.has(name)) throw broken(`two files are named ${name}`)
    names.add(name)
    const { entry, from, to } = locate(bytes, at, name, start)
    entries.push(entry)
    places.push({ from, to })
    at = next
  }
  if (at !== stop) throw broken('the directory has more records than it says')
  places.sort((a, b) => a.from - b.from)
  for (let n = 1; n < places.length; n++) if (places[n]!.from < places[n - 1]!.to) throw broken('files overlap')
  return entries
}

/**
 * The content of one file.
 * @param maxBytes where inflating stops
 * @throws UnzipRefused `tooLarge` beyond `maxBytes`; `broken` when size or checksum differ from the declared ones
 */
export function inflateEntry(entry: UnzipEntry, maxBytes: number): Buffer {
  const content = entry.method === 0 ? Buffer.from(entry.packed) : inflate(entry, maxBytes)
  if (content.length > maxBytes) throw new UnzipRefused('tooLarge', `${entry.name} is larger than allowed`)
  if (content.length !== entry.size || crc32(content) !== entry.crc)
    throw broken(`${entry.name} is not what it is said to be`)
  return content
}

function inflate(entry: UnzipEntry, maxBytes: number): Buffer {
  try {
    return inflateRawSync(entry.packed, { maxOutputLength: Math.max(1, maxBytes) })
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') {
      throw new UnzipRefused('tooLarge', `${entry.name} is larger than allowed`)
    }
    throw broken(`${entry.name} cannot be inflated`)
  }
}

/** Position of the end record: the last one whose comment reaches exactly to the end of the data. */
function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endLength - 0xffff)
  for (let at = bytes.length - endLength; at >= first; at--) {
    if (bytes.readUInt32LE(at) === 0x06054b50 && at + endLength + bytes.readUInt16LE(at + 20) === bytes.length)
      return at
  }
  throw broken('its end is missing')
}

/** Finds the data of the file whose directory record is at `at`. */
function locate(bytes: Buffer, at: number, name: string, directory: number) {
  const flags = bytes.readUInt16LE(at + 8)
  const method = bytes.readUInt16LE(at + 10)
  if (flags & 1) throw broken(`${name} is encrypted`)
  if (method !== 0 && method !== 8) throw broken(`${name} is packed with method ${method}`)
  const from = bytes.readUInt32LE(at + 42)
  if (from + localLength > directory || bytes.readUInt32LE(from) !== 0x04034b50) throw broken(`${name} is not there`)
  const begin = from + localLength + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28)
  const to = begin + bytes.readUInt32LE(at + 20)
  if (to > directory) throw broken(`${name} lies outside the archive`)
  const entry: UnzipEntry = {
    name,
    method,
    crc: bytes.readUInt32LE(at + 16),
    size: bytes.readUInt32LE(at + 24),
    packed: bytes.subarray(begin, to),
  }
  return { entry, from, to }
}

function broken(why: string): UnzipRefused {
  return new UnzipRefused('broken', `The archive is damaged: ${why}`)
}
