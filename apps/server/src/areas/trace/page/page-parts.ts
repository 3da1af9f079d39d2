import { randomBytes } from 'node:crypto'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { Cache, registerCache } from '../../../platform/concurrency/caches.ts'

/** A piece of a page in the form that is sent. */
interface Piece {
  bytes: Buffer
  /** The same as non-final blocks of RFC 1951, so that other blocks may follow. */
  deflated: Buffer
}

/** A rendered page: text, and parts that were rendered, encoded and compressed once for all pages. */
export type Pieces = readonly (string | Piece)[]

/** Parts by everything that they show. A part with 18 records takes some 150 kB. */
const partCache = new Cache<string, Piece>(100)
registerCache('pageParts', partCache)

/** Prefix of a placeholder for a part. It is random, so that no text of a user can contain it. */
const mark = `part-${randomBytes(18).toString('hex')}`
const marks = new RegExp(`${mark}-(\\d+)-`)

/**
 * Renders a page whose parts are cached.
 * @param page renders the page; its argument finds or renders a part by everything it shows, and answers a placeholder
 */
export function drawPieces(page: (renderPart: (shows: string, draw: () => string) => string) => string): Pieces {
  const used: Piece[] = []
  const renderPart = (shows: string, draw: () => string) => {
    let part = partCache.lookUp(shows)
    if (!part) {
      part = pieceOf(draw(), constants.Z_BEST_COMPRESSION)
      partCache.set(shows, part)
    }
    return `${mark}-${used.push(part) - 1}-`
  }
  // Every second piece of the split is the number of a part.
  return page(renderPart)
    .split(marks)
    .map((piece, n) => (n % 2 === 0 ? piece : used[Number(piece)]!))
}

export const plainOf = (pieces: Pieces): Buffer =>
  Buffer.concat(pieces.map(piece => (typeof piece === 'string' ? Buffer.from(piece) : piece.bytes)))

/** Does this header accept gzip (RFC 9110, 12.5.3)? */
export const takesGzip = (acceptEncoding: string | undefined): boolean =>
  /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?(?:[\s,]|$))(?:[\s,;]|$)/i.test(acceptEncoding ?? '')

/** Compression level for a single reader: output a tenth larger than by default, in half the time. */
const quick = 3

/** Header of a gzip member (RFC 1952) without name and time. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** An empty final block. */
const lastBlock = deflateRawSync('')

/** The page as one gzip member: parts that are compressed already are only concatenated. */
export function gzipOf(pieces: Pieces): Buffer {
  const sent = pieces.map(piece => (typeof piece === 'string' ? pieceOf(piece, quick) : piece))
  const end = Buffer.alloc(8)
  end.writeUInt32LE(sent.reduce((sum, { bytes }) => crc32(bytes, sum), 0))
  end.writeUInt32LE(
    sent.reduce((sum, { bytes }) => sum + bytes.length, 0),
    4,
  )
  return Buffer.concat([gzipHead, ...sent.map(({ deflated }) => deflated), lastBlock, end])
}

function pieceOf(text: string, level: number): Piece {
  const bytes = Buffer.from(text)
  // Ends on a byte boundary, and refers to nothing before itself.
  return { bytes, deflated: deflateRawSync(bytes, { level, finishFlush: constants.Z_SYNC_FLUSH }) }
}
