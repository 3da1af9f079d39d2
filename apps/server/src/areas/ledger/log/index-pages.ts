import { toHex } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import { empty, foldPage, indexHash, type IndexNode, type IndexPage, indexRoot } from '@timbermark/ledger/sealed'
import { Cache, registerCache } from '../../../platform/concurrency/caches.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** The stored index does not lead to the root that its newest head names. */
export class IndexDamaged extends Error {}

const kinds = { empty: 0, leaf: 1, inner: 2 } as const
const hashSize = 32
/** A leaf with its kind. */
const leafSize = 1 + hashSize + 8 + hashSize

/** A page as it is stored: for each place its kind in a byte, then the hash of an inner one, or subject, number and hash of a leaf. */
export function encodePage(page: IndexPage): Buffer {
  const bytes = Buffer.allocUnsafe(page.length * leafSize)
  let at = 0
  const put = (part: Uint8Array) => {
    bytes.set(part, at)
    at += part.length
  }
  for (const node of page) {
    bytes[at++] = kinds[node.kind]
    if (node.kind === 'inner') put(node.hash)
    if (node.kind !== 'leaf') continue
    const { subject, seq, hash } = node.entry
    put(subject)
    at = bytes.writeBigUInt64BE(BigInt(seq), at)
    put(hash)
  }
  return bytes.subarray(0, at)
}

/** Reads such bytes. @throws IndexDamaged */
export function decodePage(bytes: Buffer): IndexPage {
  let at = 0
  const take = (size: number) => {
    if (at + size > bytes.length) throw new IndexDamaged('A page of the index is too short')
    at += size
    return new Uint8Array(bytes.buffer, bytes.byteOffset + at - size, size)
  }
  const page = Array.from({ length: 16 }, (): IndexNode => {
    const [kind] = take(1)
    if (kind === kinds.empty) return empty
    if (kind === kinds.inner) return { kind: 'inner', hash: take(hashSize) }
    if (kind !== kinds.leaf) throw new IndexDamaged('A page of the index holds something else')
    const subject = take(hashSize)
    const seq = Number(Buffer.from(take(8)).readBigUInt64BE())
    return { kind: 'leaf', entry: { subject, seq, hash: take(hashSize) } }
  })
  if (at !== bytes.length) throw new IndexDamaged('A page of the index is too long')
  return page
}

/** Pages above this depth are held: 4,369 at most, some 30 MB. Nearly every group of entries passes through all of them. */
const heldDepth = 4

/**
 * The upper pages of the index as this process wrote them last. What is stored of them is compared with that, byte by byte,
 * instead of being worked out again.
 */
export class HeldPages {
  #root = ''
  readonly #pages = new Map<string, { bytes: Buffer; page: IndexPage }>()

  /** The page that is held for these stored bytes; none where other ones are stored, or this root is not of what is held. */
  find(root: Uint8Array, prefix: string, bytes: Buffer): IndexPage | undefined {
    const held = this.#pages.get(prefix)
    return held && this.#root === toHex(root) && held.bytes.equals(bytes) ? held.page : undefined
  }

  /** Holds what was written and committed. @param from root that the pages were changed from @param to root that they lead to */
  keep(from: Uint8Array, to: Uint8Array, written: ReadonlyMap<string, { bytes: Buffer; page: IndexPage }>): void {
    if (this.#root !== toHex(from)) this.#pages.clear()
    this.#root = toHex(to)
    for (const [prefix, one] of written) if (prefix.length < heldDepth) this.#pages.set(prefix, one)
  }
}

/**
 * Upper pages that readers' ways have passed, by prefix, with the bytes that they were read from: the same bytes are the same
 * page, whose inner hashes need not be worked out again. Whether they are the ones that the head names is found out each time.
 * Below them nearly every reader has a way of his own: kept for nobody, what was made of it would only be longer to throw away.
 */
const passed = new Cache<string, { bytes: Buffer; page: IndexPage }>(5000)
registerCache('ledgerIndexPages', passed)

function passedPage(prefix: string, bytes: Buffer): IndexPage {
  if (prefix.length >= heldDepth) return decodePage(bytes)
  const known = passed.lookUp(prefix, one => one.bytes.equals(bytes))
  if (known) return known.page
  // Of its own memory: what the driver read may be a small part of a large piece.
  const own = Buffer.from(bytes)
  const page = decodePage(own)
  passed.store(prefix, { bytes: own, page })
  return page
}

/** So many levels of pages are fetched at once: with ten million subjects hardly a path is longer. */
const levelsAtOnce = 7

/**
 * The pages of the index as one transaction sees them. Each is held against the page above it before it is used, the top
 * against the root that the newest head names.
 */
export class IndexPages {
  readonly #db: Db
  readonly #root: Uint8Array
  readonly #fetched = new Map<string, IndexPage | undefined>()
  readonly #known = new Set<string>()
  readonly #held: HeldPages | undefined

  /** @param root as the newest head names it @param held what this process wrote before, of who writes */
  constructor(db: Db, root: Uint8Array, held?: HeldPages) {
    this.#db = db
    this.#root = root
    this.#held = held
  }

  /** Fetches what the ways to these subjects probably need, in one statement. */
  async prefetch(subjects: readonly Uint8Array[]): Promise<void> {
    const names = subjects.map(toHex)
    const levels = Array.from({ length: levelsAtOnce }, (_, depth) => names.map(name => name.slice(0, depth)))
    await this.#fetch([...new Set(levels.flat())])
  }

  /** A `PageReader`. @throws IndexDamaged */
  readonly read = async (prefixes: readonly string[]): Promise<(IndexPage | undefined)[]> => {
    await this.#fetch(prefixes)
    return prefixes.map(prefix => this.#checked(prefix))
  }

  /** Root of what is stored. @throws IndexDamaged when it is not the one that the head names */
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
      const held = this.#held?.find(this.#root, prefix, bytes)
      if (held) this.#known.add(prefix)
      this.#fetched.set(prefix, held ?? (this.#held ? decodePage(bytes) : passedPage(prefix, bytes)))
    }
  }

  #checked(prefix: string): IndexPage | undefined {
    const page = this.#fetched.get(prefix)
    if (this.#known.has(prefix)) return page
    if (prefix === '') {
      if (toHex(indexRoot(page, sha256)) !== toHex(this.#root))
        throw new IndexDamaged('The stored index does not lead to the root that the newest head names')
    } else {
      const above = this.#fetched.get(prefix.slice(0, -1))?.[Number.parseInt(prefix.at(-1)!, 16)]
      const matches =
        page && above?.kind === 'inner' && Buffer.compare(indexHash(foldPage(page, sha256)), above.hash) === 0
      if (!matches) throw new IndexDamaged(`Page ${prefix} of the index is not the one that the page above it names`)
    }
    this.#known.add(prefix)
    return page
  }
}

/** Writes pages that changed. @returns them with their bytes */
export async function writePages(
  db: Db,
  pages: ReadonlyMap<string, IndexPage>,
): Promise<Map<string, { bytes: Buffer; page: IndexPage }>> {
  const written = new Map([...pages].map(([prefix, page]) => [prefix, { bytes: encodePage(page), page }]))
  if (written.size === 0) return written
  const all = [...written.values()].map(({ bytes }) => bytes)
  // In one piece, as bytes: a list of them would be written out in hexadecimal and read again.
  await db.execute(sql`
    insert into ledger_index_page (prefix, page)
    select prefix, substring(${Buffer.concat(all)}::bytea from at::int for size)
    from (
      select prefix, size, 1 + sum(size) over (order by n) - size as at
      from unnest(${[...written.keys()]}::text[], ${all.map(bytes => bytes.length)}::int[]) with ordinality as g (prefix, size, n)) p
    on conflict (prefix) do update set page = excluded.page`)
  return written
}
