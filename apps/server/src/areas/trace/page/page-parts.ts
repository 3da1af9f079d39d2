import { randomBytes } from 'node:crypto'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { Cache, registerCache } from '../../../platform/concurrency/caches.ts'

/** A piece of a page as it is sent. */
interface Piece {
  bytes: Buffer
  /** The same in blocks of RFC 1951 that others may follow. */
  deflated: Buffer
}

/** A drawn page: text, and parts that were drawn, encoded and compressed once for all pages. */
export type Pieces = readonly (string | Piece)[]

/** The parts that were drawn last, by what they show. One of 18 records takes some 150 kB. */
const parts = new Cache<string, Piece>(100)
registerCache('pageParts', parts)

/** Begins what stands for a part in a document. Nobody knows it, so that nothing that people write can hold it. */
const mark = `part-${randomBytes(18).toString('hex')}`
const marks = new RegExp(`${mark}-(\\d+)-`)

/**
 * Draws a page of which parts are kept.
 * @param page draws it; is handed what finds a part by what it shows, or has it drawn, and gives what stands for it
 */
export function drawPieces(page: (kept: (shows: string, draw: () => string) => string) => string): Pieces {
  const used: Piece[] = []
  const kept = (shows: string, draw: () => string) => {
    let part = parts.lookUp(shows)
    if (!part) {
      part = pieceOf(draw(), constants.Z_BEST_COMPRESSION)
      parts.store(shows, part)
    }
    return `${mark}-${used.push(part) - 1}-`
  }
  // Every second piece is the number of a part.
  return page(kept)
    .split(marks)
    .map((piece, n) => (n % 2 === 0 ? piece : used[Number(piece)]!))
}

export const plainOf = (pieces: Pieces): Buffer =>
  Buffer.concat(pieces.map(piece => (typeof piece === 'string' ? Buffer.from(piece) : piece.bytes)))

/** Does this header say that the reader takes gzip (RFC 9110, 12.5.3)? */
export const takesGzip = (acceptEncoding: string | undefined): boolean =>
  /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?(?:[\s,]|$))(?:[\s,;]|$)/i.test(acceptEncoding ?? '')

/** For what is compressed for one reader: a tenth longer than usual in half the time. */
const quick = 3

/** A member of RFC 1952 without name and time. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** An empty block that is the last. */
const lastBlock = deflateRawSync('')

/** The page as one gzip member: what was compressed before is only put in its place. */
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
  // Ends on a whole byte, and refers to nothing before itself.
  return { bytes, deflated: deflateRawSync(bytes, { level, finishFlush: constants.Z_SYNC_FLUSH }) }
}
