import { proveConsistency, proveInclusions, toBase64 } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import { entryHash, findInIndex, fromBase64Url, parseEntry, proveIndex, toBase64Url } from '@timbermark/ledger/sealed'
import type { SealedChain } from '@timbermark/contract/trace'
import type { Database, Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { IndexPages } from './index-pages.ts'
import { noteServedHead } from './served-heads.ts'
import { type Head, indexRootOf, newestHead, readTiles } from './store.ts'
import { TileTrees } from './tile-trees.ts'

/** An entry of the log. */
export interface LoggedEntry {
  /** Place in the log. */
  index: number
  /** Canonical JSON, exactly the text whose bytes were hashed. */
  text: string
  seq: number
  /** Digest of its content, base64url. */
  content: string
}

/** The log under its newest head. In a repeatable-read transaction all its answers are consistent with each other. */
export class LedgerView {
  readonly #db: Db
  readonly #pages: IndexPages
  /** Undefined before the first head. */
  readonly head: Head | undefined

  private constructor(db: Db, head: Head | undefined) {
    this.#db = db
    this.head = head
    this.#pages = new IndexPages(db, indexRootOf(head))
  }

  static async open(db: Db): Promise<LedgerView> {
    const head = await newestHead(db)
    noteServedHead(db.database, head)
    return new LedgerView(db, head)
  }

  /** Entries by subject (base64url), in order; an empty list for a subject without entries. */
  async entries(subjects: readonly string[]): Promise<Map<string, LoggedEntry[]>> {
    const rows = await this.#db.query<LoggedEntry & { subject: string }>(sql`
      select index, text, subject, seq, content from ledger_entry where subject = any(${[...subjects]}) order by subject, seq`)
    return new Map(subjects.map(subject => [subject, rows.filter(row => row.subject === subject)]))
  }

  /** Index proofs of these subjects (base64url), in wire format. @throws IndexDamaged */
  async indexProofs(subjects: readonly string[]): Promise<Map<string, SealedChain['index']>> {
    const bytes = subjects.map(fromBase64Url)
    await this.#pages.prefetch(bytes)
    const paths = new Map<string, SealedChain['index']>()
    for (const [at, subject] of subjects.entries()) {
      const { siblings, end } = await proveIndex(bytes[at]!, this.#pages.read, sha256)
      paths.set(subject, {
        siblings: siblings.map(toBase64),
        end: end && { subject: toBase64Url(end.subject), seq: end.seq, hash: toBase64Url(end.hash) },
      })
    }
    return paths
  }

  /**
   * Contents (digests, base64url) of the newest entries of these subjects (base64url), by the index of the head. A subject without
   * entries is absent; the content is null when the stored entry is not the one that the index names.
   * @throws IndexDamaged
   */
  async newestContents(subjects: readonly string[]): Promise<Map<string, string | null>> {
    const bytes = subjects.map(fromBase64Url)
    await this.#pages.prefetch(bytes)
    const newest = [...(await findInIndex(bytes, this.#pages.read)).values()]
    const rows = await this.#db.query<{ subject: string; text: string }>(sql`
      select e.subject, e.text from unnest(${newest.map(({ subject }) => toBase64Url(subject))}::text[], ${newest.map(({ seq }) => seq)}::bigint[])
        as newest (subject, seq) join ledger_entry e on e.subject = newest.subject and e.seq = newest.seq`)
    const texts = new Map(rows.map(({ subject, text }) => [subject, text]))
    return new Map(
      newest.map(({ subject, hash }) => {
        const name = toBase64Url(subject)
        const text = texts.get(name)
        const isNamed = text !== undefined && Buffer.compare(entryHash(text, sha256), hash) === 0
        return [name, isNamed ? toBase64Url(parseEntry(text).content) : null]
      }),
    )
  }

  /** Which of these contents (digests, base64url) have an entry that is in the log under the head. @throws TilesDamaged */
  async enteredContents(contents: readonly string[]): Promise<Set<string>> {
    const size = this.head?.size ?? 0
    const rows = await this.#db.query<{ index: number; text: string }>(
      sql`select index, text from ledger_entry where content = any(${[...contents]}) and index < ${size}`,
    )
    const read = tileTreesOf(this.#db.database).reader(size, tiles => readTiles(this.#db, tiles), this.head?.root)
    const hashes = rows.length > 0 ? await read(rows.map(({ index }) => ({ level: 0, index }))) : []
    const entered = rows.filter(({ text }, at) => Buffer.compare(entryHash(text, sha256), hashes[at]!) === 0)
    return new Set(entered.map(({ text }) => toBase64Url(parseEntry(text).content)))
  }

  /** Inclusion proofs of entries, by their place in the log, in wire format. */
  async inclusionProofs(indexes: readonly number[]): Promise<Map<number, string[]>> {
    const distinct = [...new Set(indexes)]
    const size = this.head?.size ?? 0
    const read = tileTreesOf(this.#db.database).reader(size, tiles => readTiles(this.#db, tiles), this.head?.root)
    const paths = await proveInclusions(distinct, size, read, sha256)
    return new Map(distinct.map((index, at) => [index, paths[at]!.map(hash => toBase64(hash))]))
  }

  /** Text of the last entry below the head: the statement of the index. Undefined before the first head, or when the entry is gone. */
  async statement(): Promise<string | undefined> {
    if (!this.head) return undefined
    const row = await this.#db.maybe<{ text: string }>(
      sql`select text from ledger_entry where index = ${this.head.size - 1}`,
    )
    return row?.text
  }

  /** Hashes of a tile, checked against the signed root. @throws TilesDamaged */
  async tile(level: number, index: number): Promise<Uint8Array | undefined> {
    if (!this.head) return undefined
    return tileTreesOf(this.#db.database).tile(
      level,
      index,
      this.head.size,
      tiles => readTiles(this.#db, tiles),
      this.head.root,
    )
  }

  /** Consistency proof from a head of this size to the newest one, in wire format; null when there is none. */
  async consistencyProof(from: number): Promise<string[] | null> {
    const size = this.head?.size ?? 0
    if (from < 1 || from > size) return null
    const read = tileTreesOf(this.#db.database).reader(size, tiles => readTiles(this.#db, tiles), this.head?.root)
    return (await proveConsistency(from, size, read, sha256)).map(toBase64)
  }
}

const treesByDatabase = new WeakMap<Database, TileTrees>()

/** The tile cache of this process for the log of this database. */
export function tileTreesOf(database: Database): TileTrees {
  const known = treesByDatabase.get(database) ?? new TileTrees().registerCache(database)
  treesByDatabase.set(database, known)
  return known
}
