import { HASH_SIZE, type HashPairs, hashPairs } from '../merkle/hash.ts'
import type { HashReader } from '../merkle/nodes.ts'
import { hashFromTile, type Tile, tileAt, tilePartOf } from './tile.ts'

/**
 * Returns the bytes of tiles, in the order of `tiles`, each of the requested width. A store may return a wider version of a
 * tile: tiles only grow, so the requested hashes are its first ones.
 */
export type TileSource = (tiles: Tile[]) => Uint8Array[] | Promise<Uint8Array[]>

/**
 * A HashReader over the tiles of a tree of `size` leaves. A call requests each needed tile once, all with one call of
 * `source`. The reader throws RangeError for a subtree outside the tree, and for a tile shorter than its width.
 */
export function tileReader(size: number, source: TileSource, pairs: HashPairs = hashPairs): HashReader {
  return async nodes => {
    const wanted = new Map<string, Tile>()
    const parts = nodes.map(node => {
      const part = tilePartOf(node)
      const tile = tileAt(part.level, part.index, size)
      if (!tile) throw new RangeError(`A tree of ${size} leaves has no node ${node.index} on level ${node.level}.`)
      const key = `${part.level}/${part.index}`
      wanted.set(key, tile)
      return { part, key }
    })
    const tiles = [...wanted.values()]
    const answers = await source(tiles)
    const bytes = new Map([...wanted.keys()].map((key, i) => [key, answers[i]]))
    for (const [i, tile] of tiles.entries()) {
      if ((answers[i]?.length ?? 0) < tile.width * HASH_SIZE) {
        throw new RangeError(`Tile ${tile.level}/${tile.index} is missing or shorter than ${tile.width} hashes.`)
      }
    }
    return parts.map(({ part, key }) => hashFromTile(bytes.get(key)!, part, pairs))
  }
}
