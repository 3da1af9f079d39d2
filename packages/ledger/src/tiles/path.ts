import { FormatError } from '../bytes.ts'
import { requireBetween } from '../merkle/nodes.ts'
import { TILE_WIDTH, type Tile } from './tile.ts'

/** A tile or an entry bundle, as a path of the log names it. */
export type TileName = Omit<Tile, 'level'> & { level: number | 'entries' }

/**
 * Path of a tile or, with level `entries`, of an entry bundle under the log's prefix, such as `tile/0/x001/x234/067` or
 * `tile/entries/000.p/5` (C2SP tlog-tiles). Throws RangeError when a number is out of range.
 */
export function tilePath({ level, index, width }: TileName): string {
  if (level !== 'entries') requireBetween('level', level, 0, 63)
  requireBetween('index', index, 0, Number.MAX_SAFE_INTEGER)
  requireBetween('width', width, 1, TILE_WIDTH)
  // Groups of three digits; zeros in front fill the first group.
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.../g)!
  const last = groups.pop()
  return `tile/${level}/${groups.map(group => `x${group}/`).join('')}${last}${width < TILE_WIDTH ? `.p/${width}` : ''}`
}

/**
 * Parses the path that `tilePath` writes. Throws FormatError for any other spelling, so that each tile has only one address,
 * which caches may store for ever.
 */
export function parseTilePath(path: string): TileName {
  const match = /^tile\/(\d{1,2}|entries)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path)
  if (!match) throw new FormatError('not a tile path')
  const level = match[1] === 'entries' ? 'entries' : Number(match[1])
  const name: TileName = { level, index: Number(match[2]!.replace(/[x/]/g, '')), width: Number(match[3] ?? TILE_WIDTH) }
  let spelling: string | null = null
  try {
    spelling = tilePath(name)
  } catch {
    // A number is out of range: refused below, like a wrong spelling.
  }
  if (spelling !== path) throw new FormatError('not a tile path')
  return name
}
