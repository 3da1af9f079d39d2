/** Removes what a film (ISO/IEC 14496-12) reveals besides picture and sound: where it was made, by what and by whom. */

import { FileRefused } from './file-refused.ts'

/** No genuine film has more boxes besides its tables, nor more ranges to erase. */
const maxSteps = 100_000

/** Work spent on one film: a film may consist of box headers only, or name one range a million times. */
interface Spent {
  steps: number
  bytes: number
}

interface Box {
  type: string
  /** Range of the content within the film. */
  start: number
  end: number
  /** Position of the four letters of the type. */
  typeAt: number
}

/** The boxes within a range, as far as they fit into it; one at a time, because a film may consist of box headers only. */
function* boxesOf(film: Buffer, from: number, to: number, spent: Spent): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    step(spent)
    let size = film.readUInt32BE(at)
    let head = 8
    if (size === 0) size = to - at
    else if (size === 1) {
      if (at + 16 > to) break
      size = Number(film.readBigUInt64BE(at + 8))
      head = 16
    }
    if (size < head || at + size > to) break
    yield { type: film.toString('latin1', at + 4, at + 8), start: at + head, end: at + size, typeAt: at + 4 }
    at += size
  }
}

function step(spent: Spent): void {
  spent.steps++
  if (spent.steps > maxSteps) throw new FileRefused('broken', 'The film is made of too many parts')
}

/** Metadata boxes: position, camera, comments (8.10), and those of other vendors (XMP). */
const remarks = new Set(['udta', 'meta', 'uuid'])
/** Kinds of tracks that are seen, heard or read (12). Others record the camera's position over time. */
const mediaKinds = new Set(['vide', 'soun', 'subt', 'text', 'sbtl', 'clcp', 'auxv'])

/**
 * A public copy of a film: the same picture and sound, without position, camera and comments. Removed parts become free
 * space, so that all other offsets stay valid.
 * @throws FileRefused `broken` for a film with more parts than any genuine one
 */
export function publicFilm(content: Buffer): Buffer {
  const film = Buffer.from(content)
  const spent: Spent = { steps: 0, bytes: 0 }
  for (const outer of boxesOf(film, 0, film.length, spent)) {
    if (remarks.has(outer.type)) erase(film, outer)
    if (outer.type !== 'moov' && outer.type !== 'moof') continue
    for (const box of boxesOf(film, outer.start, outer.end, spent)) {
      if (remarks.has(box.type)) erase(film, box)
      if (box.type !== 'trak') continue
      // A vendor's box (uuid) holds the shape of a panorama, never a position.
      for (const part of boxesOf(film, box.start, box.end, spent))
        if (part.type === 'udta' || part.type === 'meta') erase(film, part)
      const kind = kindOf(film, box, spent)
      if (kind === undefined || mediaKinds.has(kind)) continue
      for (const [from, to] of samplesOf(film, box, spent)) {
        step(spent)
        spent.bytes += to - from
        // Samples do not overlap: otherwise the same range would be erased again and again.
        if (spent.bytes > film.length) throw new FileRefused('broken', 'The film names its parts twice')
        film.fill(0, from, to)
      }
      erase(film, box)
    }
  }
  return film
}

/** Free space that players skip (8.1.2). */
function erase(film: Buffer, box: Box): void {
  film.fill(0, box.start, box.end)
  film.write('free', box.typeAt, 'latin1')
}

/** The first box at the end of a path of types. */
function findBox(film: Buffer, box: Box, spent: Spent, ...path: string[]): Box | undefined {
  let current: Box | undefined = box
  for (const type of path) current = current && firstOf(film, current, type, spent)
  return current
}

function firstOf(film: Buffer, box: Box, type: string, spent: Spent): Box | undefined {
  for (const one of boxesOf(film, box.start, box.end, spent)) if (one.type === type) return one
  return undefined
}

function kindOf(film: Buffer, track: Box, spent: Spent): string | undefined {
  const handler = findBox(film, track, spent, 'mdia', 'hdlr')
  return handler && handler.start + 12 <= handler.end
    ? film.toString('latin1', handler.start + 8, handler.start + 12)
    : undefined
}

/** Byte ranges of a track's samples (8.7): chunks by their offsets, each with a number of samples by their sizes. */
function* samplesOf(film: Buffer, track: Box, spent: Spent): Generator<[number, number]> {
  const table = findBox(film, track, spent, 'mdia', 'minf', 'stbl')
  if (!table) return
  /** The numbers of a box after its flags, none beyond its actual content. */
  const numbers = (type: string): { count: number; at: (n: number) => number } => {
    const part = findBox(film, table, spent, type)
    const count = part ? Math.max(0, Math.floor((part.end - part.start - 4) / 4)) : 0
    return { count, at: n => (n < count ? film.readUInt32BE(part!.start + 4 + n * 4) : 0) }
  }
  const [sizes, chunks, short, long] = [numbers('stsz'), numbers('stsc'), numbers('stco'), numbers('co64')]
  const same = sizes.at(0)
  const sampleCount = same > 0 ? sizes.at(1) : Math.min(sizes.at(1), sizes.count - 2)
  const wide = long.count > 0
  const places = Math.min((wide ? long : short).at(0), wide ? (long.count - 1) / 2 : short.count - 1)
  let sample = 0
  let run = 0
  for (let n = 0; n < places && sample < sampleCount; n++) {
    step(spent)
    while (run + 1 < Math.min(chunks.at(0), chunks.count / 3) && chunks.at(1 + (run + 1) * 3) <= n + 1) run++
    const held = Math.min(chunks.at(2 + run * 3), sampleCount - sample)
    let length = same * held
    if (same === 0) for (let one = 0; one < held; one++) length += sizes.at(2 + sample + one)
    sample += held
    const at = wide ? long.at(1 + n * 2) * 2 ** 32 + long.at(2 + n * 2) : short.at(1 + n)
    if (at < film.length) yield [at, Math.min(film.length, at + length)]
  }
}
