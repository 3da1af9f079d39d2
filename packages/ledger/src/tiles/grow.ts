import { copyBytes } from '../bytes.ts'
import { HASH_SIZE, type HashPairs, hashPairs } from '../merkle/hash.ts'
import { appendLeaves, type CompactRange, emptyRange, readRange } from '../merkle/range.ts'
import { newTiles, TILE_WIDTH, type Tile, tileAt } from './tile.ts'
import { type TileSource, tileReader } from './reader.ts'

/**
 * The state that a sequencer keeps between groups of leaves: the compact range, and the bytes of the partial tile of each
 * level (empty when the last tile is full or no tile has begun). At most 255 hashes for each level.
 */
export interface TreeEdge {
  range: CompactRange
  partial: Uint8Array[]
}

/** The edge of an empty log. */
export function emptyEdge(): TreeEdge {
  return { range: emptyRange(), partial: [] }
}

/** Reads the edge of a stored log; a sequencer needs it when it starts. Throws RangeError when a stored tile is too short. */
export async function readEdge(size: number, source: TileSource): Promise<TreeEdge> {
  const range = await readRange(size, tileReader(size, source))
  const last: (Tile | null)[] = []
  for (let level = 0; TILE_WIDTH ** level <= size; level++) {
    last.push(tileAt(level, Math.floor(size / TILE_WIDTH ** (level + 1)), size))
  }
  const wanted = last.filter(tile => tile !== null)
  const bytes = wanted.length === 0 ? [] : await source(wanted)
  const partial = last.map(tile => {
    if (!tile) return new Uint8Array(0)
    const stored = bytes[wanted.indexOf(tile)]!
    if (stored.length < tile.width * HASH_SIZE) throw new RangeError('A stored tile is too short.')
    return copyBytes(stored, 0, tile.width * HASH_SIZE)
  })
  return { range, partial }
}

/** A tile with its bytes. */
export interface TileBytes extends Tile {
  bytes: Uint8Array
}

/**
 * Appends leaves, given as concatenated leaf hashes, and returns the new edge and every tile that is new or wider. Computes
 * about n hashes. Does not change `edge`, so the caller can drop the result if it cannot be stored.
 */
export function growTree(
  edge: TreeEdge,
  leafHashes: Uint8Array,
  pairs: HashPairs = hashPairs,
): { edge: TreeEdge; tiles: TileBytes[] } {
  // On every eighth level, concatenate the old partial tile and the new hashes; the new tiles are slices of this run.
  const runs: Uint8Array[] = []
  const range = appendLeaves(
    edge.range,
    leafHashes,
    (level, _first, hashes) => {
      if (level % 8 !== 0) return
      const before = edge.partial[level / 8] ?? new Uint8Array(0)
      const run = new Uint8Array(before.length + hashes.length)
      run.set(before)
      run.set(hashes, before.length)
      runs.push(run)
    },
    pairs,
  )
  const tiles = newTiles(edge.range.size, range.size).map(tile => {
    const firstOfRun = Math.floor(edge.range.size / TILE_WIDTH ** (tile.level + 1))
    const at = (tile.index - firstOfRun) * TILE_WIDTH * HASH_SIZE
    return { ...tile, bytes: runs[tile.level]!.slice(at, at + tile.width * HASH_SIZE) }
  })
  const untouched = edge.partial.slice(runs.length)
  const partial = runs.map(run => run.slice(run.length - (run.length % (TILE_WIDTH * HASH_SIZE))))
  return { edge: { range, partial: [...partial, ...untouched] }, tiles }
}
