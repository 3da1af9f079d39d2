import { toHex } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import { empty, foldPage, indexHash, type IndexNode, type IndexPage, indexRoot } from '@timbermark/ledger/sealed'
import { Cache, registerCache } from '../../../platform/concurrency/caches.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { IndexDamaged } from './damage.ts'

const nodeKinds = { empty: 0, leaf: 1, inner: 2 } as const
const hashSize = 32
/** Size of a leaf with its kind byte. */
const leafSize = 1 + hashSize + 8 + hashSize

/** Stored form of a page: per place one byte for the kind, then the hash of an inner node, or subject, number and hash of a leaf. */
export function encodePage(page: IndexPage): Buffer {
  const bytes = Buffer.allocUnsafe(page.length * leafSize)
  let at = 0
  const put = (part: Uint8Array) => {
    bytes.set(part, at)
    at += part.length
  }
  for (const node of page) {
    bytes[at++] = nodeKinds[node.kind]
    if (node.kind === 'inner') put(node.hash)
    if (node.kind !== 'leaf') continue
    const { subject, seq, hash } = node.entry
    put(subject)
    at = bytes.writeBigUInt64BE(BigInt(seq), at)
    put(hash)
  }
  return bytes.subarray(0, at)
}

/** Parses the stored form. @throws IndexDamaged */
export function decodePage(bytes: Buffer): IndexPage {
  let at = 0
  const take = (size: number) => {
    if (at + size > bytes.length) throw new IndexDamaged('A page of the index is too short')
    at += size
    return new Uint8Array(bytes.buffer, bytes.byteOffset + at - size, size)
  }
  const page = Array.from({ length: 16 }, (): IndexNode => {
    const [kind] = take(1)
    if (kind === nodeKinds.empty) return empty
    if (kind === nodeKinds.inner) return { kind: 'inner', hash: take(hashSize) }
    if (kind !== nodeKinds.leaf) throw new IndexDamaged('A page of the index holds something else')
    const subject = take(hashSize)
    const seq = Number(Buffer.from(take(8)).readBigUInt64BE())
    return { kind: 'leaf', entry: { subject, seq, hash: take(hashSize) } }
  })
  if (at !== bytes.length) throw new IndexDamaged('A page of the index is too long')
  return page
}

/** Pages above this depth stay in memory: 4,369 at most, some 30 MB. Nearly every group of entries passes through all of them. */
const cachedDepth = 4

/**
 * The upper pages of the index as this process last wrote them. Stored pages are compared with these byte by byte, so that
 * their hashes need not be computed again.
 */
export class WrittenPages {
  #root = ''
  readonly #pages = new Map<string, { bytes: Buffer; page: IndexPage }>()

  /** The page for these stored bytes; undefined when the stored bytes differ, or when this root is not the root of the pages in memory. */
  find(root: Uint8Array, prefix: string, bytes: Buffer): IndexPage | undefined {
    const written = this.#pages.get(prefix)
    return written && this.#root === toHex(root) && written.bytes.equals(bytes) ? written.page : undefined
  }

  /** Remembers pages that were written and committed. @param from root before the change @param to root after it */
  keep(from: Uint8Array, to: Uint8Array, written: ReadonlyMap<string, { bytes: Buffer; page: IndexPage }>): void {
    if (this.#root !== toHex(from)) this.#pages.clear()
    this.#root = toHex(to)
    for (const [prefix, one] of written) if (prefix.length < cachedDepth) this.#pages.set(prefix, one)
  }
}

/**
 * Upper pages on the paths of readers, by prefix, with the bytes they were decoded from. Equal bytes are the same page, whose
 * inner hashes need not be computed again. Each transaction still verifies that the head leads to them.
 * Lower pages are not cached: nearly every reader needs different ones, so that they would only cost garbage collection.
 */
const pageCache = new Cache<string, { bytes: Buffer; page: IndexPage }>(5000)
registerCache('ledgerIndexPages', pageCache)

function decodeCachedPage(prefix: string, bytes: Buffer): IndexPage {
  if (prefix.length >= cachedDepth) return decodePage(bytes)
  const cached = pageCache.lookUp(prefix, one => one.bytes.equals(bytes))
  if (cached) return cached.page
  // A copy, because the driver's bytes may be a small slice of a large buffer.
  const copy = Buffer.from(bytes)
  const page = decodePage(copy)
  pageCache.set(prefix, { bytes: copy, page })
  return page
}

/** Levels of pages fetched by one statement: with ten million subjects hardly any path is longer. */
const levelsAtOnce = 7

/**
 * The pages of the index as one transaction sees them. Each page is checked against its parent page before it is used, the
 * top page against the root in the newest head.
 */
export class IndexPages {
  readonly #db: Db
  readonly #root: Uint8Array
  readonly #fetched = new Map<string, IndexPage | undefined>()
  readonly #verified = new Set<string>()
  readonly #writtenPages: WrittenPages | undefined

  /** @param root as in the newest head @param writtenPages what this process wrote before; only the sequencer has it */
  constructor(db: Db, root: Uint8Array, writtenPages?: WrittenPages) {
    this.#db = db
    this.#root = root
    this.#writtenPages = writtenPages
  }

  /** Fetches in one statement what the paths to these subjects probably need. */
  async prefetch(subjects: readonly Uint8Array[]): Promise<void> {
    const names = subjects.map(toHex)
    const levels = Array.from({ length: levelsAtOnce }, (_, depth) => names.map(name => name.slice(0, depth)))
    await this.#fetch([...new Set(levels.flat())])
  }

  /** A `PageReader`. @throws IndexDamaged */
  readonly read = async (prefixes: readonly string[]): Promise<(IndexPage | undefined)[]> => {
    await this.#fetch(prefixes)
    return prefixes.map(prefix => this.#verify(prefix))
  }

  /** Root of the stored index. @throws IndexDamaged when it differs from the root in the head */
  async root(): Promise<Uint8Array> {
    await this.read([''])
    return this.#root
  }

  async #fetch(prefixes: readonly string[]): Promise<void> {
    const wanted = prefixes.filter(prefix => !this.#fetched.has(prefix))
    if (wanted.length === 0) return
    const rows = await this.#db.query<{ prefix: string; page: Buffer }>(
      sql`select prefix, page from ledger_index_page where prefix = any(${wanted})`,
    )
    for (const prefix of wanted) this.#fetched.set(prefix, undefined)
    for (const { prefix, page: bytes } of rows) {
      const written = this.#writtenPages?.find(this.#root, prefix, bytes)
      if (written) this.#verified.add(prefix)
      this.#fetched.set(prefix, written ?? (this.#writtenPages ? decodePage(bytes) : decodeCachedPage(prefix, bytes)))
    }
  }

  #verify(prefix: string): IndexPage | undefined {
    const page = this.#fetched.get(prefix)
    if (this.#verified.has(prefix)) return page
    if (prefix === '') {
      if (toHex(indexRoot(page, sha256)) !== toHex(this.#root))
        throw new IndexDamaged('The stored index does not lead to the root that the newest head names')
    } else {
      const parentNode = this.#fetched.get(prefix.slice(0, -1))?.[Number.parseInt(prefix.at(-1)!, 16)]
      const matches =
        page && parentNode?.kind === 'inner' && Buffer.compare(indexHash(foldPage(page, sha256)), parentNode.hash) === 0
      if (!matches) throw new IndexDamaged(`Page ${prefix} of the index is not the one that the page above it names`)
    }
    this.#verified.add(prefix)
    return page
  }
}

/** Writes changed pages. @returns the pages with their bytes */
export async function writePages(
  db: Db,
  pages: ReadonlyMap<string, IndexPage>,
): Promise<Map<string, { bytes: Buffer; page: IndexPage }>> {
  const written = new Map([...pages].map(([prefix, page]) => [prefix, { bytes: encodePage(page), page }]))
  if (written.size === 0) return written
  const all = [...written.values()].map(({ bytes }) => bytes)
  // One binary parameter: an array of bytea would be sent as hexadecimal text and parsed again.
  await db.execute(sql`
    insert into ledger_index_page (prefix, page)
    select prefix, substring(${Buffer.concat(all)}::bytea from at::int for size)
    from (
      select prefix, size, 1 + sum(size) over (order by n) - size as at
      from unnest(${[...written.keys()]}::text[], ${all.map(bytes => bytes.length)}::int[]) with ordinality as g (prefix, size, n)) p
    on conflict (prefix) do update set page = excluded.page`)
  return written
}
