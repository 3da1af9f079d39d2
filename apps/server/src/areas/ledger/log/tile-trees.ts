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

/** Stored tiles do not lead to the signed root. */
export class TilesDamaged extends Error {}

/** Hashes of one tile level by level: its own first, then what they make in pairs, up to one. */
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

/** Gives hashes of tiles, at least as wide as asked for. */
export type TileRows = (tiles: readonly Tile[]) => Promise<Uint8Array[]>

/** Full tiles never change and serve every proof under them; each takes about 16 kB with its inner nodes. */
const kept = 1024
/** Levels from one hash of a tile to all of them. */
const tileHeight = 8

/** Reads tiles of a stored tree and keeps the full ones, so that a proof costs few statements and few hashes. */
export class TileTrees {
  readonly #full = new Cache<string, TileTree>(kept)

  /** Lets the operator see and empty it: of the trees that a process keeps, not those of one check. */
  shown(of: Database): this {
    registerCache('ledgerTiles', this.#full, { of })
    return this
  }

  /**
   * Reader of the nodes of a tree of `size` leaves. With its signed root, what is stored is held against that before it is
   * used or kept: the edge of the tree makes the root, and every full tile is the one that the tile above it names.
   * Without it nothing is checked, and nothing is kept.
   * @throws TilesDamaged when what is stored does not lead there
   */
  reader(size: number, stored: TileRows, root?: Uint8Array): HashReader {
    const trees = once(stored)
    const read = this.#unchecked(size, trees)
    if (!root) return read
    let edge: Promise<void> | undefined
    return async nodes => {
      // What all of this needs, in one statement.
      const needed = [...(edge ? [] : edgeNodes(size)), ...nodes].map(node => placeOfNode(node, size))
      await trees(needed.filter(({ key }) => !this.#full.has(key)).map(({ tile }) => tile))
      edge ??= assertRoot(size, read, root)
      await edge
      await this.#check(size, trees, nodes)
      return read(nodes)
    }
  }

  /**
   * Hashes of a tile of that tree, checked as by `reader`: of a full one those that were checked, whatever is stored since.
   * Undefined where the tree has no such tile.
   */
  async tile(
    level: number,
    index: number,
    size: number,
    source: TileRows,
    root: Uint8Array,
  ): Promise<Uint8Array | undefined> {
    const tile = tileAt(level, index, size)
    if (!tile) return undefined
    await this.reader(size, source, root)([{ level: level * tileHeight, index: index * TILE_WIDTH }])
    const tree = this.#full.get(keyOf(tile)) ?? (await treesOf([tile], source)).get(keyOf(tile))!
    return tree.bytes
  }

  #unchecked(size: number, treesOf: Trees): HashReader {
    return async nodes => {
      const trees = new Map<string, TileTree>()
      const missing = new Map<string, Tile>()
      for (const node of nodes) {
        const { key, tile } = placeOfNode(node, size)
        const known = this.#full.lookUp(key)
        if (known) trees.set(key, known)
        else missing.set(key, tile)
      }
      const found = await treesOf([...missing.values()])
      for (const key of missing.keys()) trees.set(key, found.get(key)!)
      return nodes.map(node => {
        const { key, part } = placeOfNode(node, size)
        return trees.get(key)!.hash(node.level % tileHeight, part.start / part.width)
      })
    }
  }

  /** Holds the full tiles that these nodes need against the tiles above them, from the top down, and keeps them. */
  async #check(size: number, treesOf: Trees, nodes: readonly NodeId[]): Promise<void> {
    const unknown = new Map<string, Tile>()
    for (const node of nodes) {
      for (let tile: Tile | null = placeOfNode(node, size).tile; tile; tile = above(tile, size)) {
        const key = keyOf(tile)
        if (tile.width === TILE_WIDTH && !this.#full.has(key)) unknown.set(key, tile)
      }
    }
    const fromTop = [...unknown.values()].sort((a, b) => b.level - a.level)
    const trees = await treesOf(fromTop)
    for (const tile of fromTop) {
      const tree = trees.get(keyOf(tile))!
      const parent = above(tile, size)
      if (parent && !(await this.#names(parent, tile, tree, treesOf)))
        throw new TilesDamaged(`Tile ${keyOf(tile)} is not the one that the tile above it names`)
      this.#full.store(keyOf(tile), tree)
    }
  }

  async #names(parent: Tile, tile: Tile, tree: TileTree, treesOf: Trees): Promise<boolean> {
    const known = this.#full.get(keyOf(parent)) ?? (await treesOf([parent])).get(keyOf(parent))!
    return Buffer.compare(known.hash(0, tile.index % TILE_WIDTH), tree.hash(tileHeight, 0)) === 0
  }
}

/** Gives tiles by their keys. */
type Trees = (tiles: readonly Tile[]) => Promise<ReadonlyMap<string, TileTree>>

/** Reads each tile once, however often it is asked for. */
function once(source: TileRows): Trees {
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

/** The tile that names a full one; null at the top. */
function above({ level, index, width }: Tile, size: number): Tile | null {
  return width === TILE_WIDTH ? tileAt(level + 1, Math.floor(index / TILE_WIDTH), size) : null
}

async function treesOf(tiles: readonly Tile[], source: TileRows): Promise<Map<string, TileTree>> {
  const hashes = await source(tiles)
  return new Map(
    tiles.map((tile, position) => {
      const stored = hashes[position]!
      if (stored.length < tile.width * HASH_SIZE)
        throw new RangeError(`Tile ${keyOf(tile)} is shorter than ${tile.width} hashes`)
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
