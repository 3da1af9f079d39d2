import { equalBytes, FormatError, fromBase64, toBase64, toHex, utf8 } from '../bytes.ts'
import { HASH_SIZE, type HashPairs, hashPairs, leafHash } from '../merkle/hash.ts'
import { rangeRoot } from '../merkle/range.ts'
import { parseEntry } from '../sealed/entry.ts'
import {
  encodeIndexStatement,
  type IndexStatement,
  isIndexStatement,
  parseIndexStatement,
} from '../sealed/index-statement.ts'
import { toBase64Url } from '../sealed/base64url.ts'
import { isScriptStatement, parseScriptStatement } from '../sealed/script-statement.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { emptyEdge, growTree, type TileBytes, type TreeEdge } from '../tiles/grow.ts'
import { TILE_WIDTH } from '../tiles/tile.ts'
import {
  isLogStatement,
  type NamedKey,
  isKeyAnnouncement,
  parseBreak,
  parseNamedKey,
  type StatedBreak,
} from './breaks.ts'
import { type Finding, FindingError } from './finding.ts'
import { SubjectIndex } from './subject-index.ts'

/** Faster hash functions than the portable default ones; `/node` has them. */
export interface Hashing {
  hash?: Sha256
  pairs?: HashPairs
}

/** A break with the index of its entry. */
export interface EnteredBreak extends StatedBreak {
  index: number
}

/** State after reading a log from its first entry on: everything that is needed to continue, and to compute the roots that its head must have. */
export class LogHistory {
  #edge: TreeEdge
  #subjects: SubjectIndex
  readonly #breaks: EnteredBreak[]
  readonly #scripts: Set<string>
  /** The previous entry, if it announces a new key: the next entry must then begin with that key. */
  #named: NamedKey | null
  /** The last entry, if it is the statement of an index. */
  #statement: IndexStatement | null
  readonly #hash: Sha256
  readonly #pairs: HashPairs

  constructor({ hash = sha256, pairs = hashPairs }: Hashing = {}, from?: HistoryParts) {
    this.#hash = hash
    this.#pairs = pairs
    this.#edge = from?.edge ?? emptyEdge()
    this.#subjects = from?.subjects ?? new SubjectIndex(hash)
    this.#breaks = from?.breaks ?? []
    this.#scripts = new Set(from?.scripts)
    this.#named = from?.named ?? null
    this.#statement = from?.statement ?? null
  }

  /** Number of entries read. */
  get size(): number {
    return this.#edge.range.size
  }

  /** Number of subjects in them. */
  get subjects(): number {
    return this.#subjects.count
  }

  /** Breaks and changes of key in them, the oldest first. */
  get breaks(): readonly EnteredBreak[] {
    return this.#breaks
  }

  /** Hexadecimal SHA-256 of each released script of the page. */
  get scripts(): ReadonlySet<string> {
    return this.#scripts
  }

  /** The last entry read, if it is the statement of an index: it must agree with the head above it. */
  get statement(): IndexStatement | null {
    return this.#statement
  }

  /** True when the last entry read announces a new key. */
  get announcesKey(): boolean {
    return this.#named !== null
  }

  /** Root of the tree over all entries read, 32 bytes. */
  root(): Uint8Array {
    return rangeRoot(this.#edge.range, this.#hash)
  }

  /** Root of the index over all entries read, 32 bytes. */
  indexRoot(): Uint8Array {
    return this.#subjects.root()
  }

  /** The partial tiles at the right edge of the tree. */
  partialTiles(): TileBytes[] {
    return this.#edge.partial.flatMap((bytes, level) => {
      const index = Math.floor(this.size / TILE_WIDTH ** (level + 1))
      return bytes.length === 0 ? [] : [{ level, index, width: bytes.length / HASH_SIZE, bytes }]
    })
  }

  /**
   * Compares the first entries of a partial bundle with those that were read before.
   * @throws FindingError rewrite when an entry differs
   */
  assertUnchanged(entries: readonly Uint8Array[]): void {
    const known = this.#edge.partial[0] ?? new Uint8Array(0)
    const first = this.size - known.length / HASH_SIZE
    for (const [at, entry] of entries.entries())
      if (!equalBytes(leafHash(entry, this.#hash), known.subarray(at * HASH_SIZE, (at + 1) * HASH_SIZE)))
        throw new FindingError('rewrite', `entry ${first + at} is served differently from before`)
  }

  /**
   * Reads the next entries.
   * @returns the faults in them, and the tiles that are new or wider because of them
   * @throws FindingError unreadable for an entry that has no form that such a log allows
   */
  enter(entries: readonly Uint8Array[]): { findings: Finding[]; tiles: TileBytes[] } {
    const findings: Finding[] = []
    const tiles = new Map<string, TileBytes>()
    let hashes: Uint8Array[] = []
    const appendPending = () => {
      const grown = growTree(this.#edge, concatHashes(hashes), this.#pairs)
      this.#edge = grown.edge
      for (const tile of grown.tiles) tiles.set(`${tile.level}/${tile.index}`, tile)
      hashes = []
    }
    const first = this.size
    for (const [at, entry] of entries.entries()) {
      const hash = leafHash(entry, this.#hash)
      const index = first + at
      const text = decodeText(entry, index)
      const named = this.#named
      this.#named = null
      this.#statement = null
      if (isIndexStatement(text)) this.#enterStatement(text, index, findings)
      else if (isScriptStatement(text)) this.#scripts.add(orUnreadable(() => parseScriptStatement(text), index).sha256)
      else if (!isLogStatement(text)) this.#enterEntry(text, hash, index, findings)
      else if (isKeyAnnouncement(text)) this.#named = orUnreadable(() => parseNamedKey(text), index)
      else {
        // A break names the root of the tree before it, so the pending entries must be appended first.
        appendPending()
        this.#enterBreak(text, index, named, findings)
      }
      if (named && this.#breaks.at(-1)?.index !== index)
        findings.push({
          word: 'wrong-break',
          text: `entry ${index - 1} names a new key, and the log does not go on with it`,
        })
      hashes.push(hash)
    }
    appendPending()
    return { findings, tiles: [...tiles.values()] }
  }

  #enterEntry(text: string, hash: Uint8Array, index: number, findings: Finding[]): void {
    const { subject, seq, previous } = orUnreadable(() => parseEntry(text), index)
    const before = this.#subjects.newest(subject)
    const expected = (before?.seq ?? 0) + 1
    const what = () => `entry ${index}, number ${seq} of ${toBase64Url(subject)}`
    if (seq < expected) {
      // The first one stays in the index: the format does not define an index over both.
      findings.push({ word: 'second', text: `${what()}, is a second one: the subject had ${expected - 1} already` })
      return
    }
    if (seq > expected)
      findings.push({ word: 'gap', text: `${what()}, comes after number ${expected - 1}: ${seq - expected} left out` })
    else if (before && !equalBytes(before.hash, previous!))
      findings.push({ word: 'rewrite', text: `${what()}, names another entry before it than number ${seq - 1}` })
    this.#subjects.enter({ subject, seq, hash })
  }

  #enterStatement(text: string, index: number, findings: Finding[]): void {
    const statement = orUnreadable(() => parseIndexStatement(text), index)
    if (!equalBytes(statement.root, this.indexRoot()))
      findings.push({
        word: 'wrong-index',
        text: `entry ${index} states ${toBase64(statement.root)} as root of the index, the entries before it make ${toBase64(this.indexRoot())}`,
      })
    this.#statement = statement
  }

  #enterBreak(text: string, index: number, named: NamedKey | null, findings: Finding[]): void {
    const stated = orUnreadable(() => parseBreak(text), index)
    const { former } = stated
    if (former.size !== index || former.root !== toHex(this.root()))
      findings.push({
        word: 'wrong-break',
        text: `entry ${index} is a break that says it goes on from ${former.size} entries with root ${former.root}, and it does not`,
      })
    const { lost, origin } = stated
    if (lost ? named : named?.next.origin !== origin || named.origin !== former.origin)
      findings.push({
        word: 'wrong-break',
        text: `entry ${index} begins ${origin}, and the entry before it does not say so`,
      })
    this.#breaks.push({ ...stated, index })
  }

  /** Encodes this state, to continue later. `decode` detects damage. */
  encode(): Uint8Array {
    const { range, partial } = this.#edge
    const head: SavedHead = {
      size: range.size,
      range: range.hashes.map(toBase64),
      partial: partial.map(toBase64),
      breaks: this.#breaks,
      scripts: [...this.#scripts],
      named: this.#named,
      statement: this.#statement && encodeIndexStatement(this.#statement),
      root: toBase64(this.root()),
      indexRoot: toBase64(this.indexRoot()),
    }
    const text = utf8(`${JSON.stringify(head)}\n`)
    const subjects = this.#subjects.encode()
    const bytes = new Uint8Array(text.length + subjects.length)
    bytes.set(text)
    bytes.set(subjects, text.length)
    return bytes
  }

  /** Decodes a state. @throws FormatError for bytes that `encode` did not write, or that were damaged since */
  static decode(bytes: Uint8Array, hashing: Hashing = {}): LogHistory {
    const end = bytes.indexOf(0x0a)
    let saved: SavedHead
    try {
      saved = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as SavedHead
    } catch {
      throw new FormatError('not a saved log history')
    }
    const edge = {
      range: { size: saved.size, hashes: saved.range.map(fromBase64) },
      partial: saved.partial.map(fromBase64),
    }
    const subjects = SubjectIndex.decode(bytes.subarray(end + 1), hashing.hash)
    const statement = saved.statement ? parseIndexStatement(saved.statement) : null
    const { breaks, scripts = [], named = null } = saved
    const history = new LogHistory(hashing, { edge, subjects, breaks, scripts, named, statement })
    const width = (history.size % TILE_WIDTH) * HASH_SIZE
    if (
      toBase64(history.root()) !== saved.root ||
      toBase64(history.indexRoot()) !== saved.indexRoot ||
      (edge.partial[0]?.length ?? 0) !== width
    )
      throw new FormatError('the saved log history is damaged')
    return history
  }
}

interface HistoryParts {
  edge: TreeEdge
  subjects: SubjectIndex
  breaks: EnteredBreak[]
  scripts: readonly string[]
  named: NamedKey | null
  statement: IndexStatement | null
}

interface SavedHead {
  size: number
  range: string[]
  partial: string[]
  breaks: EnteredBreak[]
  /** Absent in states that were saved before scripts were entered: such a version would have refused an entry of one. */
  scripts?: string[]
  /** Absent in states that were saved by versions without changes of key. */
  named?: NamedKey | null
  /** Absent in states that were saved before index statements existed. */
  statement?: string | null
  root: string
  indexRoot: string
}

function decodeText(entry: Uint8Array, index: number): string {
  return orUnreadable(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(entry), index)
}

function orUnreadable<T>(work: () => T, index: number): T {
  try {
    return work()
  } catch (error) {
    throw new FindingError('unreadable', `entry ${index} is none that this log may have: ${(error as Error).message}`)
  }
}

function concatHashes(hashes: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * HASH_SIZE)
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * HASH_SIZE)
  return bytes
}
