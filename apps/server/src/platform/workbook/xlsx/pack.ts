/** Zip archives (APPNOTE.TXT 6.3.10) written while their content is still being produced, in constant memory. */
import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One file of an archive; its data is read when its turn comes. */
export interface PackEntry {
  path: string
  data: string | AsyncIterable<Buffer>
}

interface Written {
  path: Buffer
  crc: number
  packed: number
  plain: number
  offset: number
  method: number
}

/** APPNOTE 4.4.5: stored as is, or deflated. */
const methods = { stored: 0, deflated: 8 } as const
const flags = 0x0808 // sizes follow the data (bit 3), names are UTF-8 (bit 11)
const date = 0x21 // 1980-01-01: equal content gives equal bytes
const limit = 0xffff_ffff

/**
 * The bytes of a zip archive with these files, in order.
 * @param deflate false for files that are compressed already
 * @throws RangeError when a file or the archive exceeds 4 GiB (ZIP64 is not written)
 */
export async function* pack(
  entries: AsyncIterable<PackEntry>,
  { deflate = true }: { deflate?: boolean } = {},
): AsyncGenerator<Buffer> {
  const method = deflate ? methods.deflated : methods.stored
  const done: Written[] = []
  let offset = 0
  for await (const { path, data } of entries) {
    const entry: Written = { path: Buffer.from(path), crc: 0, packed: 0, plain: 0, offset, method }
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(flags, 6)
    head.writeUInt16LE(method, 8)
    head.writeUInt16LE(date, 12)
    head.writeUInt16LE(entry.path.length, 26)
    yield Buffer.concat([head, entry.path])
    yield* deflate ? deflated(entry, data) : stored(entry, data)
    if (entry.plain > limit || entry.packed > limit) throw new RangeError(`${path} is larger than 4 GiB`)
    const tail = Buffer.alloc(16)
    tail.writeUInt32LE(0x08074b50, 0)
    sizes(tail, 4, entry)
    yield tail
    offset += head.length + entry.path.length + entry.packed + tail.length
    if (offset > limit) throw new RangeError('The archive is larger than 4 GiB')
    done.push(entry)
  }
  yield directory(done, offset)
}

async function* stored(entry: Written, data: PackEntry['data']): AsyncGenerator<Buffer> {
  for await (const chunk of typeof data === 'string' ? [Buffer.from(data)] : data) {
    entry.crc = crc32(chunk, entry.crc)
    entry.plain += chunk.length
    entry.packed += chunk.length
    yield chunk
  }
}

async function* deflated(entry: Written, data: PackEntry['data']): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const chunk of typeof data === 'string' ? [Buffer.from(data)] : data) {
      entry.crc = crc32(chunk, entry.crc)
      entry.plain += chunk.length
      yield chunk
    }
  }
  const source = Readable.from(counted())
  const deflate = createDeflateRaw()
  source.on('error', error => deflate.destroy(error))
  source.pipe(deflate)
  try {
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.packed += chunk.length
      yield chunk
    }
  } finally {
    source.destroy()
  }
}

function sizes(target: Buffer, at: number, { crc, packed, plain }: Written): void {
  target.writeUInt32LE(crc, at)
  target.writeUInt32LE(packed, at + 4)
  target.writeUInt32LE(plain, at + 8)
}

/** The central directory and its end record, which starts at `offset`. */
function directory(entries: Written[], offset: number): Buffer {
  const parts = entries.flatMap(entry => {
    const record = Buffer.alloc(46)
    record.writeUInt32LE(0x02014b50, 0)
    record.writeUInt16LE(20, 4)
    record.writeUInt16LE(20, 6)
    record.writeUInt16LE(flags, 8)
    record.writeUInt16LE(entry.method, 10)
    record.writeUInt16LE(date, 14)
    sizes(record, 16, entry)
    record.writeUInt16LE(entry.path.length, 28)
    record.writeUInt32LE(entry.offset, 42)
    return [record, entry.path]
  })
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, end])
}
