import { proveInclusions, toBase64 } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { newestHead, readTiles } from './store.ts'
import { TileTrees } from './tile-trees.ts'

/** What the log holds of a subject. */
export interface SubjectProof {
  subject: string
  /** Canonical JSON, exactly the text whose bytes were hashed. */
  leaf: string
  /** RFC 6962 hash of the leaf as the log has it, hexadecimal. */
  leafHash: string
  /** Place in the log; null while the leaf is queued. */
  index: number | null
  /** Inclusion path to the checkpoint, leaf upward, 32 bytes each; empty while the leaf is queued. */
  path: Uint8Array[]
  /** When the leaf was appended, or queued. */
  at: Date
}

export interface Proofs {
  /** Newest signed checkpoint that every path leads to; null before the first one. */
  checkpoint: string | null
  size: number
  /** By subject; a subject that was never queued has none. */
  proofs: Map<string, SubjectProof>
}

interface LeafRow {
  subject: string
  leaf: string
  leaf_hash: Buffer
  index: number | null
  at: Date
}

const trees = new TileTrees()

/**
 * Leaves and inclusion paths of these subjects, all against one checkpoint. The first leaf of a subject counts: a later
 * one cannot take the place of what was said before. Reads the log as it is stored and checks nothing.
 */
export async function proofsFor(db: Db, subjects: readonly string[]): Promise<Proofs> {
  // One statement sees a leaf either waiting or placed; the head that is read after it covers every place seen.
  const rows =
    subjects.length === 0
      ? []
      : await db.query<LeafRow>(sql`
          select distinct on (subject) subject, leaf, leaf_hash, index, at from (
            select subject, leaf, leaf_hash, index, appended_at as at, 0 as waiting, index as place
            from ledger_leaf where subject = any(${[...subjects]})
            union all
            select subject, leaf, leaf_hash, null, queued_at, 1, id from ledger_queue
            where tenant_id = ${db.tenant ?? null} and subject = any(${[...subjects]})) known
          order by subject, waiting, place`)
  const head = await newestHead(db)
  const size = head?.size ?? 0
  const placed = rows.filter(row => row.index !== null)
  const read = trees.reader(size, tiles => readTiles(db, tiles))
  const paths = await proveInclusions(
    placed.map(row => row.index!),
    size,
    read,
    sha256,
  )
  const pathOf = new Map(placed.map((row, position) => [row.subject, paths[position]!]))
  const proofs = rows.map((row): [string, SubjectProof] => [
    row.subject,
    {
      subject: row.subject,
      leaf: row.leaf,
      leafHash: row.leaf_hash.toString('hex'),
      index: row.index,
      path: pathOf.get(row.subject) ?? [],
      at: row.at,
    },
  ])
  return { checkpoint: head?.note ?? null, size, proofs: new Map(proofs) }
}

/** Inclusion path as the wire carries it. */
export function pathText(path: readonly Uint8Array[]): string[] {
  return path.map(hash => toBase64(hash))
}
