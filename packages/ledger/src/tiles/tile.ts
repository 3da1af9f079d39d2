import { copyBytes } from '../bytes.ts'
import { HASH_SIZE, hashPairs } from '../merkle/hash.ts'
import { type NodeId, requireBetween } from '../merkle/nodes.ts'

/** Hashes in a full tile (C2SP tlog-tiles). */
export const TILE_WIDTH = 256

/**
 * A tile. Its hash i is that of subtree number index * 256 + i among the subtrees of 256^level leaves. `width` is the number
 * of hashes, 1 to 256; a tile with fewer than 256 is partial. An entry bundle has the index and width of the tile of level 0.
 */
export interface Tile {
  level: number
  index: number
  width: number
}

/** Number of hashes on tile level `level` in a tree of `size` leaves. */
function hashesOnLevel(level: number, size: number): number {
  return Math.floor(size / TILE_WIDTH ** level)
}

/**
 * The tiles that are new or wider in the tree of `size` leaves than in that of `before` leaves. They must be stored before a
 * checkpoint of `size` is published. Lowest level first, left to right. Throws RangeError unless 0 <= before <= size.
 */
export function newTiles(before: number, size: number): Tile[] {
  requireBetween('size', size, 0, Number.MAX_SAFE_INTEGER)
  requireBetween('before', before, 0, size)
  const tiles: Tile[] = []
  for (let level = 0; hashesOnLevel(level, size) > 0; level++) {
    const hashes = hashesOnLevel(level, size)
    const known = hashesOnLevel(level, before)
    if (hashes === known) break
    for (let index = Math.floor(known / TILE_WIDTH); index * TILE_WIDTH < hashes; index++) {
      tiles.push({ level, index, width: Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH) })
    }
  }
  return tiles
}

/** All tiles of the tree of `size` leaves. */
export function tilesOf(size: number): Tile[] {
  return newTiles(0, size)
}

/** The tile (level, index) of a tree of `size` leaves, or null when the tree does not have it. */
export function tileAt(level: number, index: number, size: number): Tile | null {
  const width = Math.min(TILE_WIDTH, hashesOnLevel(level, size) - index * TILE_WIDTH)
  return width > 0 ? { level, index, width } : null
}

/** The part of a tile from which the hash of a complete subtree is computed: `width` hashes, beginning with hash `start`. */
export interface TilePart {
  level: number
  index: number
  start: number
  width: number
}

/** Locates the hashes of a tile from which the hash of a complete subtree is computed. */
export function tilePartOf(node: NodeId): TilePart {
  const level = Math.floor(node.level / 8)
  const width = 2 ** (node.level % 8)
  const start = node.index * width
  return { level, index: Math.floor(start / TILE_WIDTH), start: start % TILE_WIDTH, width }
}

/**
 * Hash of a complete subtree, computed from the bytes of the tile that `tilePartOf` locates. Throws RangeError when the tile
 * is too short.
 */
export function hashFromTile(bytes: Uint8Array, { start, width }: TilePart, pairs = hashPairs): Uint8Array {
  let hashes = copyBytes(bytes, start * HASH_SIZE, (start + width) * HASH_SIZE)
  if (hashes.length !== width * HASH_SIZE) throw new RangeError('The tile ends before the requested subtree.')
  while (hashes.length > HASH_SIZE) hashes = pairs(hashes)
  return hashes
}
