/** A small log of sealed entries and its public files, for tests of monitors. Tests can falsify it in every way. */
import {
  canonicalize,
  emptyEdge,
  encodeBundle,
  encodeCheckpoint,
  encodeVerifierKey,
  growTree,
  type Json,
  leafHash,
  rangeRoot,
  TILE_WIDTH,
  tilePath,
  tilesOf,
  toBase64,
  toHex,
  type TreeEdge,
} from '../src/index.ts'
import type { LogFiles, NamedHead, StatedBreak } from '../src/monitor.ts'
import { generateSigner, hashLeaves, hashPairs, sha256, type Signer, signNote } from '../src/node.ts'
import {
  encodeEntry,
  encodeIndexLine,
  encodeIndexStatement,
  encodeTimeLine,
  enterIndex,
  type IndexEntry,
  type IndexPage,
  indexRoot,
} from '../src/sealed.ts'

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

export const subjectOf = (n: number): Uint8Array => sha256(bytes(`subject ${n}`))

/** Texts of `count` entries over `subjects` subjects in turn, after the entries in `logged`. */
export function entriesOver(count: number, subjects: number, logged: readonly string[] = []): string[] {
  const from = logged.filter(text => text.includes('timbermark/entry@2'))
  const texts: string[] = []
  const newest = new Map<number, { seq: number; previous: Uint8Array }>()
  for (let n = 0; n < from.length + count; n++) {
    const subject = n % subjects
    const before = newest.get(subject)
    const seq = (before?.seq ?? 0) + 1
    const entry = {
      subject: subjectOf(subject),
      seq,
      previous: before?.previous ?? null,
      content: sha256(bytes(`${n}`)),
    }
    const text = from[n] ?? encodeEntry(entry)
    if (n >= from.length) texts.push(text)
    newest.set(subject, { seq, previous: leafHash(bytes(text), sha256) })
  }
  return texts
}

/** The content that the index must have after these entries. */
export function newestOf(texts: readonly string[]): IndexEntry[] {
  const newest = new Map<string, IndexEntry>()
  for (const text of texts) {
    const { type, subject, seq } = JSON.parse(text) as { type: string; subject: string; seq: number }
    if (type !== 'timbermark/entry@2') continue
    const hash = leafHash(bytes(text), sha256)
    newest.set(subject, { subject: new Uint8Array(Buffer.from(subject, 'base64url')), seq, hash })
  }
  return [...newest.values()]
}

/** A head in the form of the list of names. */
const headText = ({ origin, size, root }: NamedHead) =>
  `${origin} ${size} ${toBase64(new Uint8Array(Buffer.from(root, 'hex')))}`

export class MonitoredLog {
  readonly signer: Signer
  /** The public files, by path. */
  readonly files = new Map<string, Uint8Array>()
  readonly texts: string[] = []
  edge: TreeEdge = emptyEdge()
  #names: string[]
  /** When the newest head was signed. */
  at = new Date()

  constructor(signer: Signer = generateSigner('log.example/ledger'), from?: MonitoredLog, size = 0) {
    this.signer = signer
    this.#names = from ? [...from.#names] : [`log ${signer.key.name}\nkey ${this.key}\n`]
    this.put('key', `${this.key}\n`)
    if (from) {
      this.texts.push(...from.texts.slice(0, size))
      this.#grow(this.texts)
    }
  }

  get key(): string {
    return encodeVerifierKey(this.signer.key)
  }

  put(path: string, content: string): void {
    this.files.set(path, bytes(content))
  }

  /** Appends these entries and the statement of the index, and publishes the head. */
  async append(texts: readonly string[], { at = new Date() }: { at?: Date } = {}): Promise<string> {
    this.at = at
    const root = await indexOf(newestOf([...this.texts, ...texts]))
    return this.appendOnly([...texts, encodeIndexStatement({ root, at })])
  }

  /** Appends these entries without the statement of the index, and publishes the head. */
  async appendOnly(texts: readonly string[]): Promise<string> {
    this.texts.push(...texts)
    this.#grow(texts)
    return this.publish()
  }

  /** Signs and publishes a head over all entries; the arguments replace true values by false ones. */
  async publish({ extensions, root }: { extensions?: string[]; root?: Uint8Array } = {}): Promise<string> {
    const note = await this.headNote({ extensions, root })
    this.put('checkpoint', note)
    this.put('breaks', this.#names.join('\n'))
    return note
  }

  async headNote({ extensions, root }: { extensions?: string[]; root?: Uint8Array } = {}): Promise<string> {
    const index = await indexOf(newestOf(this.texts))
    const head = {
      origin: this.signer.key.name,
      size: this.texts.length,
      root: root ?? rangeRoot(this.edge.range, sha256),
      extensions: extensions ?? ['timbermark/requests 7', encodeTimeLine(this.at), encodeIndexLine(index)],
    }
    return signNote(encodeCheckpoint(head), [this.signer])
  }

  /**
   * The log that continues from this one's first `size` entries under another name, because the rest was lost.
   * @param changed false values in the break entry
   */
  async brokenOff(
    size: number,
    signer: Signer,
    changed: Partial<StatedBreak & { lost: NamedHead }> = {},
  ): Promise<MonitoredLog> {
    const next = new MonitoredLog(signer, this, size)
    const stated: StatedBreak & { lost: NamedHead } = {
      origin: signer.key.name,
      at: '2026-11-22T10:00:00.000Z',
      reason: 'the disk broke',
      former: { origin: this.signer.key.name, size, root: toHex(rangeRoot(next.edge.range, sha256)) },
      lost: { origin: this.signer.key.name, size: this.texts.length, root: toHex(rangeRoot(this.edge.range, sha256)) },
      ...changed,
    }
    const { at, former, lost, reason } = stated
    next.#names.push(
      `log ${signer.key.name}\nkey ${next.key}\nat ${at}\nfrom ${headText(former)}\nlost ${headText(lost)}\nreason ${reason}\n`,
    )
    await next.append([canonicalize({ type: 'timbermark/break@1', ...stated })])
    return next
  }

  /**
   * The log that continues this one under another name, because its key was changed.
   * @param named false values in the last entry under the former name; null for no such entry
   */
  async withKey(signer: Signer, named: { [name: string]: Json } | null = {}): Promise<MonitoredLog> {
    const common = { at: '2026-11-22T10:00:00.000Z', reason: 'somebody left' }
    const next = { origin: signer.key.name, verifierKey: encodeVerifierKey(signer.key) }
    const { name } = this.signer.key
    if (named)
      await this.appendOnly([canonicalize({ type: 'timbermark/key@1', origin: name, ...common, next, ...named })])
    const size = this.texts.length
    const log = new MonitoredLog(signer, this, size)
    const former = { origin: name, size, root: toHex(rangeRoot(this.edge.range, sha256)) }
    log.#names.push(
      `log ${next.origin}\nkey ${next.verifierKey}\nat ${common.at}\nfrom ${headText(former)}\nreason ${common.reason}\n`,
    )
    const begun = { type: 'timbermark/key-begun@1', origin: next.origin, ...common }
    await log.append([canonicalize({ ...begun, former: { ...former, verifierKey: this.key } })])
    return log
  }

  #grow(texts: readonly string[]): void {
    this.edge = growTree(this.edge, hashLeaves(texts.map(bytes)), hashPairs).edge
    const levels: Uint8Array[] = []
    let hashes = hashLeaves(this.texts.map(bytes))
    for (let level = 0; hashes.length > 0; level++) {
      if (level % 8 === 0) levels.push(hashes)
      hashes = hashPairs(hashes)
    }
    for (const tile of tilesOf(this.texts.length)) {
      const from = tile.index * TILE_WIDTH
      this.files.set(tilePath(tile), levels[tile.level]!.slice(from * 32, (from + tile.width) * 32))
      if (tile.level === 0)
        this.files.set(
          tilePath({ ...tile, level: 'entries' }),
          encodeBundle(this.texts.slice(from, from + tile.width).map(bytes)),
        )
    }
  }

  /** The log as a monitor reads it. */
  source(): LogFiles {
    const file = async (path: string): Promise<Uint8Array> => {
      const content = this.files.get(path)
      if (!content) throw new Error(`no ${path}`)
      return content
    }
    const text = async (path: string) => Buffer.from(await file(path)).toString('utf8')
    return {
      checkpoint: () => text('checkpoint'),
      breaks: async () => (this.files.has('breaks') ? text('breaks') : null),
      bundle: (index, width) => file(tilePath({ level: 'entries', index, width })),
      tiles: tiles => Promise.all(tiles.map(tile => file(tilePath(tile)))),
    }
  }
}

export async function indexOf(entries: readonly IndexEntry[]): Promise<Uint8Array> {
  const pages = new Map<string, IndexPage>()
  const changed = await enterIndex(entries, async prefixes => prefixes.map(prefix => pages.get(prefix)), sha256)
  return indexRoot(changed.get(''), sha256)
}
