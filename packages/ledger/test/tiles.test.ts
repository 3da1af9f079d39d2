import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeBundle,
  emptyEdge,
  encodeBundle,
  FormatError,
  newTiles,
  growTree,
  hashFromTile,
  leafHash,
  MAX_ENTRY_SIZE,
  parseTilePath,
  proveConsistency,
  proveInclusion,
  rangeRoot,
  readEdge,
  readRoot,
  type Tile,
  type TileSource,
  TILE_WIDTH,
  tileAt,
  tilePartOf,
  tilePath,
  tileReader,
  tilesOf,
  type TreeEdge,
  verifyConsistency,
  verifyInclusion,
} from '../src/index.ts'
import { hashLeaves, hashPairs, sha256 } from '../src/node.ts'
import { slowPath, slowProof, slowRoot, someEntries } from './reference.ts'

describe('tiles (C2SP tlog-tiles)', () => {
  it('of a tree of 70,000 leaves are those of the standard’s example', () => {
    const tiles = tilesOf(70_000)
    const count = (level: number, full: boolean): number =>
      tiles.filter(tile => tile.level === level && (tile.width === TILE_WIDTH) === full).length
    expect([count(0, true), count(0, false), count(1, true), count(1, false), count(2, true), count(2, false)]).toEqual(
      [273, 1, 1, 1, 0, 1],
    )
    expect(tileAt(0, 273, 70_000)?.width).toBe(112)
    expect(tileAt(1, 1, 70_000)?.width).toBe(17)
    expect(tileAt(2, 0, 70_000)?.width).toBe(1)
    expect(tilesOf(256)).toEqual([
      { level: 0, index: 0, width: 256 },
      { level: 1, index: 0, width: 1 },
    ])
    expect(tilesOf(0)).toEqual([])
  })

  it('to write when a tree grows are those that differ from before', () => {
    const name = ({ level, index, width }: Tile): string => `${level}/${index}/${width}`
    fc.assert(
      fc.property(fc.nat(70_000), fc.nat(600), (before, more) => {
        const old = new Set(tilesOf(before).map(name))
        const expected = tilesOf(before + more).filter(tile => !old.has(name(tile)))
        expect(newTiles(before, before + more)).toEqual(expected)
      }),
      { numRuns: 50 },
    )
    expect(() => newTiles(2, 1)).toThrow(RangeError)
    expect(() => newTiles(-1, 1)).toThrow(RangeError)
  })

  it('work beyond 32 bits', () => {
    const size = 2 ** 45 + 1
    expect(newTiles(size - 1, size)).toEqual([{ level: 0, index: 2 ** 37, width: 1 }])
    expect(tilePath({ level: 0, index: 2 ** 37, width: 1 })).toBe('tile/0/x137/x438/x953/472.p/1')
    expect(tilePartOf({ level: 41, index: 15 })).toEqual({ level: 5, index: 0, start: 30, width: 2 })
  })

  it('contain the hashes from which every complete subtree is computed', () => {
    const bytes = hashLeaves(someEntries(TILE_WIDTH))
    for (const [level, index] of [
      [0, 0],
      [0, 255],
      [3, 4],
      [7, 1],
      [5, 7],
    ] as const) {
      const part = tilePartOf({ level, index })
      const entries = someEntries(TILE_WIDTH).slice(index * 2 ** level, (index + 1) * 2 ** level)
      expect(hashFromTile(bytes, part)).toEqual(slowRoot(entries))
    }
    expect(() => hashFromTile(bytes.subarray(0, 32 * 20), tilePartOf({ level: 2, index: 5 }))).toThrow(RangeError)
  })
})

describe('tile paths', () => {
  it.each([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 0, index: 5, width: 1 }, 'tile/0/005.p/1'],
    [{ level: 1, index: 999, width: 255 }, 'tile/1/999.p/255'],
    [{ level: 0, index: 1000, width: 256 }, 'tile/0/x001/000'],
    [{ level: 0, index: 1234067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 63, index: 1234067, width: 112 }, 'tile/63/x001/x234/067.p/112'],
    [{ level: 'entries', index: 1234067, width: 256 }, 'tile/entries/x001/x234/067'],
    [{ level: 'entries', index: 12, width: 34 }, 'tile/entries/012.p/34'],
  ] as const)('%j is %s and parses back', (name, path) => {
    expect(tilePath(name)).toBe(path)
    expect(parseTilePath(path)).toEqual(name)
  })

  it.each([
    'tile/0/0',
    'tile/0/00',
    'tile/0/0000',
    'tile/0/x000/001',
    'tile/0/001/002',
    'tile/0/x001',
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/0/000.p/',
    'tile/0/000.p',
    '/tile/0/000',
    'tile/0/000/',
    'tile/data/000',
    'tile/0/../000',
    'tile/0/x999/x999/x999/x999/x999/999',
    '',
  ])('refuses %j', path => {
    expect(() => parseTilePath(path)).toThrow(FormatError)
  })

  it('refuses numbers out of range', () => {
    expect(() => tilePath({ level: 64, index: 0, width: 1 })).toThrow(RangeError)
    expect(() => tilePath({ level: 0, index: -1, width: 1 })).toThrow(RangeError)
    expect(() => tilePath({ level: 0, index: 0, width: 0 })).toThrow(RangeError)
    expect(() => tilePath({ level: 0, index: 0, width: 257 })).toThrow(RangeError)
  })
})

describe('entry bundles', () => {
  it('are entries preceded by their big-endian lengths', () => {
    const entries = [new Uint8Array(Buffer.from('ab')), new Uint8Array(0), new Uint8Array(258).fill(7)]
    const bundle = encodeBundle(entries)
    expect(Buffer.from(bundle.subarray(0, 8)).toString('hex')).toBe('0002616200000102')
    expect(decodeBundle(bundle, 3)).toEqual(entries)
  })

  it('accept entries of up to 65,535 bytes and 256 of them', () => {
    const largest = new Uint8Array(MAX_ENTRY_SIZE).fill(1)
    expect(decodeBundle(encodeBundle([largest]), 1)).toEqual([largest])
    expect(() => encodeBundle([new Uint8Array(MAX_ENTRY_SIZE + 1)])).toThrow(RangeError)
    expect(() => encodeBundle([])).toThrow(RangeError)
    expect(() => encodeBundle(someEntries(257))).toThrow(RangeError)
    expect(decodeBundle(encodeBundle(someEntries(256)), 256)).toEqual(someEntries(256))
  })

  it('are refused when truncated, or with too few or too many entries', () => {
    const bundle = encodeBundle(someEntries(3))
    for (const end of [1, 5, bundle.length - 1])
      expect(() => decodeBundle(bundle.subarray(0, end), 3)).toThrow(FormatError)
    expect(() => decodeBundle(bundle, 2)).toThrow(FormatError)
    expect(() => decodeBundle(bundle, 4)).toThrow(FormatError)
    expect(() => decodeBundle(new Uint8Array(0), 1)).toThrow(FormatError)
  })
})

/** A store of tiles as the server has it: one row for each tile, overwritten when the tile gets wider. */
function makeStore() {
  const rows = new Map<string, Uint8Array>()
  const source: TileSource = tiles =>
    tiles.map(({ level, index }) => rows.get(`${level}/${index}`) ?? new Uint8Array(0))
  const write = (grown: ReturnType<typeof growTree>): TreeEdge => {
    for (const { level, index, bytes } of grown.tiles) rows.set(`${level}/${index}`, bytes)
    return grown.edge
  }
  return { rows, source, write }
}

describe('a log stored as tiles', () => {
  it('has the same root, proofs and tiles for any grouping of its leaves', async () => {
    const entries = someEntries(1500)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 8 }), async groups => {
        const store = makeStore()
        let edge = emptyEdge()
        for (const group of groups) {
          const leaves = hashLeaves(entries.slice(edge.range.size, edge.range.size + group))
          const before = edge.range.size
          const grown = growTree(edge, leaves, hashPairs)
          expect(grown.tiles.map(({ bytes: _, ...tile }) => tile)).toEqual(newTiles(before, grown.edge.range.size))
          edge = store.write(grown)
        }
        const { size } = edge.range
        expect(rangeRoot(edge.range, sha256)).toEqual(slowRoot(entries.slice(0, size)))
        // The store alone is enough to continue.
        expect(await readEdge(size, store.source)).toEqual(edge)
        expect(await readRoot(size, tileReader(size, store.source))).toEqual(rangeRoot(edge.range))
        const single = growTree(emptyEdge(), hashLeaves(entries.slice(0, size)))
        expect(single.tiles).toEqual(
          tilesOf(size).map(tile => ({ ...tile, bytes: store.rows.get(`${tile.level}/${tile.index}`) })),
        )
      }),
      { numRuns: 25 },
    )
  })

  it('proves inclusion and growth from its tiles, for any earlier size', async () => {
    const entries = someEntries(1100)
    const store = makeStore()
    store.write(growTree(emptyEdge(), hashLeaves(entries), hashPairs))
    const root = (size: number): Uint8Array => slowRoot(entries.slice(0, size))
    for (const [index, size] of [
      [0, 1],
      [255, 256],
      [256, 257],
      [300, 1024],
      [511, 1100],
      [1099, 1100],
    ] as const) {
      const path = await proveInclusion(index, size, tileReader(size, store.source, hashPairs))
      expect(path).toEqual(slowPath(index, entries.slice(0, size)))
      expect(verifyInclusion(index, size, leafHash(entries[index]!), path, root(size))).toBe(true)
    }
    for (const [size1, size2] of [
      [1, 1100],
      [256, 1100],
      [257, 512],
      [1023, 1024],
      [1000, 1100],
    ] as const) {
      const proof = await proveConsistency(size1, size2, tileReader(size2, store.source, hashPairs))
      expect(proof).toEqual(slowProof(size1, entries.slice(0, size2)))
      expect(verifyConsistency(size1, size2, root(size1), root(size2), proof)).toBe(true)
    }
  })

  it('reads each tile once for a proof, and only a few tiles', async () => {
    const store = makeStore()
    store.write(growTree(emptyEdge(), hashLeaves(someEntries(70_000)), hashPairs))
    const requested: Tile[][] = []
    const reader = tileReader(70_000, tiles => {
      requested.push(tiles)
      return store.source(tiles)
    })
    await proveInclusion(12_345, 70_000, reader)
    expect(requested).toHaveLength(1)
    expect(requested[0]!.length).toBeLessThanOrEqual(6)
    expect(new Set(requested[0]!.map(tile => `${tile.level}/${tile.index}`)).size).toBe(requested[0]!.length)
  })

  it('throws when a tile is missing, too short or beyond the end', async () => {
    const store = makeStore()
    store.write(growTree(emptyEdge(), hashLeaves(someEntries(300)), hashPairs))
    await expect(
      proveInclusion(
        0,
        300,
        tileReader(300, () => [new Uint8Array(0), new Uint8Array(0)]),
      ),
    ).rejects.toThrow(RangeError)
    await expect(
      proveInclusion(
        0,
        300,
        tileReader(300, () => []),
      ),
    ).rejects.toThrow(RangeError)
    await expect(proveInclusion(0, 300, tileReader(200, store.source))).rejects.toThrow(RangeError)
    await expect(readEdge(400, store.source)).rejects.toThrow(RangeError)
  })

  it('is not changed by a group that was computed and then dropped', () => {
    const first = growTree(emptyEdge(), hashLeaves(someEntries(300)))
    const before = structuredClone(first.edge)
    growTree(first.edge, hashLeaves(someEntries(500)))
    expect(first.edge).toEqual(before)
  })
})
