import { type HashReader, HASH_SIZE, type NodeId, type Tile, TILE_WIDTH, tileAt, tilePartOf } from '@timbermark/ledger'
import { hashPairs } from '@timbermark/ledger/node'

/** Hashes of one tile level by level: its own first, then what they make in pairs, up to one. */
class TileTree {
  readonly #levels: Uint8Array[]

  constructor(hashes: Uint8Array) {
    this.#levels = [hashes]
  }

  hash(level: number, position: number): Uint8Array {
    while (this.#levels.length <= level) this.#levels.push(hashPairs(this.#levels.at(-1)!))
    return this.#levels[level]!.subarray(position * HASH_SIZE, (position + 1) * HASH_SIZE)
  }
}

/** Full tiles never change and serve every proof under them; each takes about 16 kB with its inner nodes. */
const kept = 1024

/** Reads tiles of a stored tree and keeps the full ones, so that a proof costs few statements and few hashes. */
export class TileTrees {
  readonly #full = new Map<string, TileTree>()

  /**
   * Reader of the nodes of a tree of `size` leaves.
   * @param source gives hashes of tiles, at least as wide as asked for
   */
  reader(size: number, source: (tiles: readonly Tile[]) => Promise<Uint8Array[]>): HashReader {
    return async nodes => {
      const trees = new Map<string, TileTree>()
      const missing = new Map<string, Tile>()
      for (const node of nodes) {
        const { key, tile } = placeOfNode(node, size)
        const known = this.#full.get(key)
        if (known) trees.set(key, known)
        else missing.set(key, tile)
      }
      const hashes = await source([...missing.values()])
      for (const [position, [key, tile]] of [...missing].entries()) {
        const stored = hashes[position]!
        if (stored.length < tile.width * HASH_SIZE)
          throw new RangeError(`Tile ${key} is shorter than ${tile.width} hashes`)
        const tree = new TileTree(stored.slice(0, tile.width * HASH_SIZE))
        trees.set(key, tree)
        if (tile.width === TILE_WIDTH) this.#keep(key, tree)
      }
      return nodes.map(node => {
        const { key, part } = placeOfNode(node, size)
        return trees.get(key)!.hash(node.level % 8, part.start / part.width)
      })
    }
  }

  #keep(key: string, tree: TileTree): void {
    if (this.#full.size >= kept) this.#full.delete(this.#full.keys().next().value!)
    this.#full.set(key, tree)
  }
}

function placeOfNode(node: NodeId, size: number) {
  const part = tilePartOf(node)
  const tile = tileAt(part.level, part.index, size)
  if (!tile) throw new RangeError(`A tree of ${size} leaves has no node ${node.index} on level ${node.level}`)
  return { key: `${part.level}/${part.index}`, tile, part }
}
