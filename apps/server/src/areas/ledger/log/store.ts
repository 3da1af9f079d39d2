import {
  type Checkpoint,
  emptyEdge,
  FormatError,
  parseCheckpoint,
  parseNote,
  readEdge,
  type Tile,
  type TileBytes,
  type TreeEdge,
} from '@timbermark/ledger'
import { findIndexRoot } from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { StoredDamage, TilesDamaged } from './damage.ts'

/** Newest signed head of the log. */
export interface Head {
  size: number
  root: Buffer
  /** The signed note, unchanged. */
  note: string
}

/** Root of the index over no entries (SEALED.md). */
const noSubjects = new Uint8Array(32)

/**
 * Root of the index in a head; the root of an empty index without a head, or for one signed before the index existed.
 * @throws StoredDamage when the head is no checkpoint
 */
export function indexRootOf(head: Pick<Head, 'note'> | undefined): Uint8Array {
  return (head && findIndexRoot(checkpointOf(head).extensions)) ?? noSubjects
}

/** The checkpoint in a stored head. @throws StoredDamage when it is none */
export function checkpointOf({ note }: Pick<Head, 'note'>): Checkpoint {
  try {
    return parseCheckpoint(parseNote(note).text)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new StoredDamage('head', `The stored head is no checkpoint: ${error.message}`)
  }
}

export function newestHead(db: Db): Promise<Head | undefined> {
  return db.maybe<Head>(sql`select size, root, note from ledger_checkpoint order by size desc limit 1`)
}

/** Stored hashes of these tiles, in order. A tile may be wider than requested. @throws TilesDamaged when one is missing */
export async function readTiles(db: Db, tiles: readonly Tile[]): Promise<Uint8Array[]> {
  if (tiles.length === 0) return []
  const rows = await db.query<{ level: number; index: number; hashes: Buffer }>(sql`
    select t.level, t.index, t.hashes
    from unnest(${tiles.map(tile => tile.level)}::smallint[], ${tiles.map(tile => tile.index)}::bigint[]) as wanted (level, index)
    join ledger_tile t on t.level = wanted.level and t.index = wanted.index`)
  const hashesByTile = new Map(rows.map(row => [`${row.level}/${row.index}`, row.hashes]))
  return tiles.map(tile => {
    const hashes = hashesByTile.get(`${tile.level}/${tile.index}`)
    if (!hashes) throw new TilesDamaged(`Tile ${tile.level}/${tile.index} is missing`)
    return new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.length)
  })
}

/** The right edge of the stored tree: all that appending needs. */
export async function loadEdge(db: Db, size: number): Promise<TreeEdge> {
  return size === 0 ? emptyEdge() : readEdge(size, tiles => readTiles(db, tiles))
}

/** Writes tiles that are new or have grown. */
export async function writeTiles(db: Db, tiles: readonly TileBytes[]): Promise<void> {
  await db.execute(sql`
    insert into ledger_tile (level, index, width, hashes)
    select *
    from unnest(
      ${tiles.map(tile => tile.level)}::smallint[], ${tiles.map(tile => tile.index)}::bigint[],
      ${tiles.map(tile => tile.width)}::smallint[], ${tiles.map(tile => Buffer.from(tile.bytes))}::bytea[])
    on conflict (level, index) do update set width = excluded.width, hashes = excluded.hashes`)
}
