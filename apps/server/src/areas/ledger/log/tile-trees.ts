import {
  type HashReader,
  HASH_SIZE,
  type NodeId,
  nodesOf,
  readRoot,
  type Tile,
  TILE_WIDTH,
  tileAt,
  tilePartOf,
} from '@timbermark/ledger'
import { hashPairs, sha256 } from '@timbermark/ledger/node'
import { Cache, registerCache } from '../../../platform/concurrency/caches.ts'
import type { Database } from '../../../platform/database/database.ts'
import { TilesDamaged } from './damage.ts'

/** Hashes of one tile, level by level: first its leaves, then the hashes of their pairs, up to the root of the tile. */
class TileTree {
  readonly #levels: Uint8Array[]

  constructor(hashes: Uint8Array) {
    this.#levels = [hashes]
  }

  /** All hashes of the tile. */
  get bytes(): Uint8Array {
    return this.#levels[0]!
  }

  hash(level: number, position: number): Uint8Array {
    while (this.#levels.length <= level) this.#levels.push(hashPairs(this.#levels.at(-1)!))
    return this.#levels[level]!.subarray(position * HASH_SIZE, (position + 1) * HASH_SIZE)
  }
}

/** Reads hashes of tiles, at least as wide as requested. */
export type TileReader = (tiles: readonly Tile[]) => Promise<Uint8Array[]>

/** Full tiles never change and serve every proof below them; each takes about 16 kB with its inner nodes. */
const maxFullTiles = 1024
/** Levels of the tree that one tile covers. */
const tileHeight = 8

/** Reads tiles of a stored tree and caches the full ones, so that a proof costs few statements and few hashes. */
export class TileTrees {
  readonly #full = new Cache<string, TileTree>(maxFullTiles)

  /** Lets operators see and empty this cache. For the long-lived cache of a process, not for the cache of one check. */
  registerCache(database: Database): this {
    registerCache('ledgerTiles', this.#full, { of: database })
    return this
  }

  /**
   * Reader of the nodes of a tree of `size` leaves. With the signed root, stored tiles are checked before they are used or
   * cached: the edge of the tree must lead to the root, and every full tile must match its parent tile.
   * Without the root nothing is checked, and nothing is cached.
   * @throws TilesDamaged when the stored tiles do not lead to the root
   */
  reader(size: number, stored: TileReader, root?: Uint8Array): HashReader {
    const trees = readOnce(stored)
    const read = this.#unchecked(size, trees)
    if (!root) return read
    let edge: Promise<void> | undefined
    return async nodes => {
      // One statement reads everything that the checks below need.
      const needed = [...(edge ? [] : edgeNodes(size)), ...nodes].map(node => placeOfNode(node, size))
      await trees(needed.filter(({ key }) => !this.#full.has(key)).map(({ tile }) => tile))
      edge ??= assertRoot(size, read, root)
      await edge
      await this.#check(size, trees, nodes)
      return read(nodes)
    }
  }

  /**
   * Hashes of a tile, checked as in `reader`. A full tile comes from the cache, so that later damage in the database does not
   * show. Undefined when the tree has no such tile.
   */
  async tile(
    level: number,
    index: number,
    size: number,
    source: TileReader,
    root: Uint8Array,
  ): Promise<Uint8Array | undefined> {
    const tile = tileAt(level, index, size)
    if (!tile) return undefined
    await this.reader(size, source, root)([{ level: level * tileHeight, index: index * TILE_WIDTH }])
    const tree = this.#full.get(keyOf(tile)) ?? (await treesOf([tile], source)).get(keyOf(tile))!
    return tree.bytes
  }

  #unchecked(size: number, treesOf: TreeReader): HashReader {
    return async nodes => {
      const trees = new Map<string, TileTree>()
      const missing = new Map<string, Tile>()
      for (const node of nodes) {
        const { key, tile } = placeOfNode(node, size)
        const known = this.#full.lookUp(key)
        if (known) trees.set(key, known)
        else missing.set(key, tile)
      }
      const loaded = await treesOf([...missing.values()])
      for (const key of missing.keys()) trees.set(key, loaded.get(key)!)
      return nodes.map(node => {
        const { key, part } = placeOfNode(node, size)
        return trees.get(key)!.hash(node.level % tileHeight, part.start / part.width)
      })
    }
  }

  /** Checks the full tiles that these nodes need against their parent tiles, from the top down, and caches them. */
  async #check(size: number, treesOf: TreeReader, nodes: readonly NodeId[]): Promise<void> {
    const unknown = new Map<string, Tile>()
    for (const node of nodes) {
      for (let tile: Tile | null = placeOfNode(node, size).tile; tile; tile = parentTile(tile, size)) {
        const key = keyOf(tile)
        if (tile.width === TILE_WIDTH && !this.#full.has(key)) unknown.set(key, tile)
      }
    }
    const fromTop = [...unknown.values()].sort((a, b) => b.level - a.level)
    const trees = await treesOf(fromTop)
    for (const tile of fromTop) {
      const tree = trees.get(keyOf(tile))!
      const parent = parentTile(tile, size)
      if (parent && !(await this.#names(parent, tile, tree, treesOf)))
        throw new TilesDamaged(`Tile ${keyOf(tile)} is not the one that the tile above it names`)
      this.#full.set(keyOf(tile), tree)
    }
  }

  async #names(parent: Tile, tile: Tile, tree: TileTree, treesOf: TreeReader): Promise<boolean> {
    const known = this.#full.get(keyOf(parent)) ?? (await treesOf([parent])).get(keyOf(parent))!
    return Buffer.compare(known.hash(0, tile.index % TILE_WIDTH), tree.hash(tileHeight, 0)) === 0
  }
}

/** Loads tiles; answers them by key. */
type TreeReader = (tiles: readonly Tile[]) => Promise<ReadonlyMap<string, TileTree>>

/** Reads each tile at most once. */
function readOnce(source: TileReader): TreeReader {
  const known = new Map<string, TileTree>()
  return async tiles => {
    const missing = tiles.filter(tile => !known.has(keyOf(tile)))
    if (missing.length > 0) for (const [key, tree] of await treesOf(missing, source)) known.set(key, tree)
    return known
  }
}

const edgeNodes = (size: number) => nodesOf({ from: 0, to: size })

async function assertRoot(size: number, read: HashReader, root: Uint8Array): Promise<void> {
  if (size > 0 && Buffer.compare(await readRoot(size, read, sha256), root) !== 0)
    throw new TilesDamaged('The stored tiles do not lead to the signed root')
}

const keyOf = ({ level, index }: Tile) => `${level}/${index}`

/** The tile that contains the hash of a full tile; null at the top. */
function parentTile({ level, index, width }: Tile, size: number): Tile | null {
  return width === TILE_WIDTH ? tileAt(level + 1, Math.floor(index / TILE_WIDTH), size) : null
}

async function treesOf(tiles: readonly Tile[], source: TileReader): Promise<Map<string, TileTree>> {
  const hashes = await source(tiles)
  return new Map(
    tiles.map((tile, position) => {
      const stored = hashes[position]!
      if (stored.length < tile.width * HASH_SIZE)
        throw new TilesDamaged(`Tile ${keyOf(tile)} is shorter than ${tile.width} hashes`)
      return [keyOf(tile), new TileTree(stored.slice(0, tile.width * HASH_SIZE))]
    }),
  )
}

function placeOfNode(node: NodeId, size: number) {
  const part = tilePartOf(node)
  const tile = tileAt(part.level, part.index, size)
  if (!tile) throw new RangeError(`A tree of ${size} leaves has no node ${node.index} on level ${node.level}`)
  return { key: `${part.level}/${part.index}`, tile, part }
}
