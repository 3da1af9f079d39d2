import { equalBytes, toBase64, toHex } from '../bytes.ts'
import { readRoot } from '../merkle/prove.ts'
import { findHeadTime } from '../prefix/head-time.ts'
import { findIndexRoot } from '../prefix/line.ts'
import { decodeBundle } from '../tiles/bundle.ts'
import type { TileBytes } from '../tiles/grow.ts'
import { type TileSource, tileReader } from '../tiles/reader.ts'
import { TILE_WIDTH } from '../tiles/tile.ts'
import { type LogName, parseNames } from './breaks.ts'
import { type Finding, FindingError } from './finding.ts'
import { type LogHead, openHead, parseHead } from './head.ts'
import { type Hashing, LogHistory } from './history.ts'

/** The public files of a log (C2SP tlog-tiles). Each call rejects when the file cannot be fetched, with a `FindingError` if the answer is a finding. */
export interface LogFiles {
  checkpoint(): Promise<string>
  /** Names and keys of the log; null when it serves no list, which a log without breaks may omit. */
  breaks(): Promise<string | null>
  /** Bundle `index` with `width` entries (1 to 256). */
  bundle(index: number, width: number): Promise<Uint8Array>
  tiles: TileSource
}

/** What is known about a log before it is followed. */
export interface KnownLog {
  /** Trusted verifier keys (`name+id+base64`), one for each name of the log. */
  keys: readonly string[]
  /** Signed note of the last head without findings; null at the first visit. */
  head: string | null
  /** The entries read so far, not necessarily up to that head. `followLog` continues in this object; discard it after a finding. */
  history: LogHistory
}

export interface FollowOptions {
  files: LogFiles
  known: KnownLog
  hashing?: Hashing
  /** The monitor's clock, in milliseconds since 1970: decides whether the head is too old. */
  now?(): number
  /** Number of bundles to request before they are needed. */
  ahead?: number
  /** Called after the entries of each bundle were read, with the served bytes and the new tiles. `followLog` waits for it. */
  onBundle?(bundle: ReadBundle, history: LogHistory, total: number): Promise<void> | void
}

export interface ReadBundle {
  index: number
  width: number
  bytes: Uint8Array
  tiles: readonly TileBytes[]
  /** True while there is no finding in the entries so far. Do not save a history that is not sound: following it again would not report the findings again. */
  isSound: boolean
}

/** Result of following a log. */
export interface FollowResult {
  /** All faults; empty when the log is correct. */
  findings: Finding[]
  /** The present head, if a trusted key signed it. */
  head: LogHead | null
  /** All entries up to that head. */
  history: LogHistory
}

/** A log signs a head every hour, even when nothing is new. An older head than this is a finding. */
export const maxHeadAgeMs = 3 * 3_600_000

/** Further findings in entries are not collected. */
const maxFindings = 100

/**
 * Follows a log from outside: checks that its head is signed and extends the last seen head, that its entries have the root
 * of the head, and that no entry of a subject is missing, doubled or changed. Faults are returned as findings, not thrown;
 * other errors are.
 */
export async function followLog(options: FollowOptions): Promise<FollowResult> {
  const followed: FollowResult = { findings: [], head: null, history: options.known.history }
  try {
    await follow(options, followed)
  } catch (error) {
    if (!(error instanceof FindingError)) throw error
    // Earlier findings in entries count only if the head covers these entries.
    followed.findings = [error.finding]
  }
  return followed
}

async function follow(options: FollowOptions, followed: FollowResult): Promise<void> {
  const { files, known, hashing } = options
  const text = await files.checkpoint()
  const seen = known.head === null ? null : { ...parseHead(known.head).checkpoint, note: known.head }
  const head = await openCurrentHead(text, files, known.keys)
  followed.head = head
  // Heads to compare while reading: the last seen head, if it is part of this log.
  const marks: LogHead[] = []
  if (seen && seen.origin !== head.origin) {
    const from = findBreakSize(await loadNames(files), seen.origin)
    // Entries that were read beyond the break are not part of the continued log.
    if (from !== undefined && Math.max(seen.size, followed.history.size) > from)
      followed.history = new LogHistory(hashing)
    if (from === undefined || seen.size <= from) marks.push(seen)
  } else if (seen) {
    assertNotBehind(seen, head)
    marks.push(seen)
  }
  if (followed.history.size > head.size)
    throw new FindingError('replay', `the head has ${head.size} entries, ${followed.history.size} were read`, [
      head.note,
    ])
  try {
    await readUpTo(options, followed, marks, head)
    assertRoot(followed.history, head)
  } catch (error) {
    const isRoot =
      error instanceof FindingError && (error.finding.word === 'wrong-root' || error.finding.word === 'rewrite')
    if (isRoot && seen && (await isFork(files, seen, head)))
      throw new FindingError('fork', `the head of ${head.size} entries does not continue the one of ${seen.size}`, [
        seen.note,
        head.note,
      ])
    throw error
  }
  followed.findings.push(...checkHead(followed.history, seen, head), ...checkAge(head, options.now?.() ?? Date.now()))
  const names = await loadNames(files)
  if (!areNamesConsistent(names, followed.history, head))
    followed.findings.push({
      word: 'wrong-break',
      text: 'the breaks that the log declares are not those that its entries tell',
      heads: [head.note],
    })
}

function assertNotBehind(seen: LogHead, head: LogHead): void {
  if (head.size < seen.size)
    throw new FindingError('replay', `the head has ${head.size} entries, one of ${seen.size} was seen before`, [
      seen.note,
      head.note,
    ])
  if (head.size === seen.size && !equalBytes(head.root, seen.root))
    throw new FindingError('fork', `two heads of ${head.size} entries have different roots`, [seen.note, head.note])
}

/** Opens the present head. If its name is not trusted, a break may declare the name; that is a finding of its own. */
async function openCurrentHead(text: string, files: LogFiles, keys: readonly string[]): Promise<LogHead> {
  try {
    return await openHead(text, keys)
  } catch (error) {
    if (!(error instanceof FindingError) || error.finding.word !== 'unsigned') throw error
    const { origin } = parseHead(text).checkpoint
    if (keys.some(key => key.startsWith(`${origin}+`))) throw error
    const name = await loadNames(files).then(
      names => names.find(known => known.origin === origin && known.former),
      () => undefined,
    )
    if (!name) throw error
    if (!name.lost)
      throw new FindingError(
        'key',
        `the log says that its key was changed after ${name.former!.size} entries, the last of which names the new one, and goes on as ${origin}. ` +
          `To follow it, trust the key once its owner has confirmed it: ${name.verifierKey}`,
        [text],
      )
    throw new FindingError(
      'break',
      `the log says that it was broken off after ${name.former!.size} entries and goes on as ${origin}; ` +
        `nothing that was signed before vouches for its new key. To follow it, ask its owner for the key and trust it: ${name.verifierKey}`,
      [text],
    )
  }
}

async function loadNames(files: LogFiles): Promise<LogName[]> {
  const text = await files.breaks()
  try {
    return text === null ? [] : parseNames(text)
  } catch (error) {
    throw new FindingError('unreadable', `the names of the log cannot be read: ${(error as Error).message}`)
  }
}

/** Size at which the log stopped using the name `origin`, as the list of names declares it. The entries verify this later. */
function findBreakSize(names: readonly LogName[], origin: string): number | undefined {
  const at = names.findIndex(name => name.origin === origin)
  return names[at + 1]?.former?.size
}

/** Reads the entries from the end of the history to the head, bundle by bundle; requests some bundles ahead. */
async function readUpTo(
  { files, onBundle, ahead = 4 }: FollowOptions,
  followed: FollowResult,
  marks: readonly LogHead[],
  head: LogHead,
): Promise<void> {
  const { history, findings } = followed
  assertSeenHeads(history, marks, head)
  const pending: { index: number; width: number; bytes: Promise<Uint8Array> }[] = []
  let next = Math.floor(history.size / TILE_WIDTH)
  const requestNext = () => {
    const width = Math.min(TILE_WIDTH, head.size - next * TILE_WIDTH)
    const bytes = files.bundle(next, width)
    // A failure is handled when the bundle is awaited.
    bytes.catch(() => {})
    pending.push({ index: next++, width, bytes })
  }
  while (history.size < head.size) {
    while (pending.length < ahead && next * TILE_WIDTH < head.size) requestNext()
    const bundle = pending.shift()!
    const bytes = await bundle.bytes
    const entries = decode(bytes, bundle)
    const known = history.size - bundle.index * TILE_WIDTH
    history.assertUnchanged(entries.slice(0, known))
    const tiles: TileBytes[] = []
    for (let at = known; at < entries.length; ) {
      const stop = marks.find(({ size }) => size > history.size && size < history.size + entries.length - at)
      const part = entries.slice(at, stop ? at + stop.size - history.size : undefined)
      const entered = history.enter(part)
      findings.push(...entered.findings.slice(0, maxFindings - findings.length))
      tiles.push(...entered.tiles)
      at += part.length
      assertSeenHeads(history, marks, head)
    }
    const { index, width } = bundle
    await onBundle?.({ index, width, bytes, tiles, isSound: findings.length === 0 }, history, head.size)
  }
}

function decode(bytes: Uint8Array, { index, width }: { index: number; width: number }): Uint8Array[] {
  try {
    return decodeBundle(bytes, width)
  } catch (error) {
    throw new FindingError('unreadable', `bundle ${index} of entries: ${(error as Error).message}`)
  }
}

/** A seen head of the present size must have the root of the tree; otherwise the log was rewritten. */
function assertSeenHeads(history: LogHistory, marks: readonly LogHead[], head: LogHead): void {
  for (const seenHead of marks)
    if (seenHead.size === history.size && !equalBytes(seenHead.root, history.root()))
      throw new FindingError(
        'rewrite',
        `the first ${seenHead.size} entries are no longer those of the head that was seen`,
        [seenHead.note, head.note],
      )
}

function assertRoot(history: LogHistory, head: LogHead): void {
  if (!equalBytes(history.root(), head.root))
    throw new FindingError('wrong-root', `the ${head.size} entries that are served do not make the root of the head`, [
      head.note,
    ])
}

/** After a wrong root, decides by the log's own tiles whether the head belongs to a second history. */
async function isFork(files: LogFiles, seen: LogHead, head: LogHead): Promise<boolean> {
  if (seen.origin !== head.origin || seen.size === 0) return false
  try {
    const read = tileReader(head.size, files.tiles)
    if (!equalBytes(await readRoot(head.size, read), head.root)) return false
    return !equalBytes(await readRoot(seen.size, read), seen.root)
  } catch {
    // Without tiles that have the root of the head a fork is not proven: keep the weaker finding.
    return false
  }
}

/** Checks the index root and the name of the head, and that the breaks account for the last seen head. */
function checkHead(history: LogHistory, seen: LogHead | null, head: LogHead): Finding[] {
  const findings: Finding[] = []
  const named = findIndexRoot(head.extensions)
  if (!named) findings.push({ word: 'wrong-index', text: 'the head names no root of an index', heads: [head.note] })
  else if (!equalBytes(named, history.indexRoot()))
    findings.push({
      word: 'wrong-index',
      text: `the head names ${toBase64(named)} as root of the index, the entries make ${toBase64(history.indexRoot())}`,
      heads: [head.note],
    })
  else findings.push(...checkStatement(history, head))
  const last = history.breaks.at(-1)
  if (last && last.origin !== head.origin)
    findings.push({
      word: 'wrong-break',
      text: `the head is of ${head.origin}, while its entry ${last.index} says that the log goes on as ${last.origin}`,
      heads: [head.note],
    })
  if (seen && seen.origin !== head.origin && !isAccountedFor(history, seen))
    findings.push({
      word: 'fork',
      text: `no break accounts for the head of ${seen.size} entries that was signed as ${seen.origin}`,
      heads: [seen.note, head.note],
    })
  return findings
}

/** The entry below the head must state the index and the time that the head states: so they are part of the tree. */
function checkStatement({ statement, announcesKey, size }: LogHistory, head: LogHead): Finding[] {
  // An empty log has no entry; the last head under a former key has the announcement of the next one.
  if (size === 0 || announcesKey) return []
  const named = findIndexRoot(head.extensions)
  const time = findHeadTime(head.extensions)
  const agrees = statement && named && equalBytes(statement.root, named) && time?.getTime() === statement.at.getTime()
  if (agrees) return []
  const text = statement
    ? 'the last entry states another index or another time than the head'
    : 'the last entry does not state the index that the head names'
  return [{ word: 'wrong-index', text, heads: [head.note] }]
}

function checkAge(head: LogHead, now: number): Finding[] {
  const time = findHeadTime(head.extensions)
  // A head without a time is a finding of its own: the statement below it has one.
  if (!time || now - time.getTime() <= maxHeadAgeMs) return []
  const hours = Math.round((now - time.getTime()) / 3_600_000)
  return [
    { word: 'stalled', text: `the newest head is of ${time.toISOString()}, ${hours} hours ago`, heads: [head.note] },
  ]
}

/** True when the declared names follow from the break entries, each from the name before it. */
function areNamesConsistent(names: readonly LogName[], { breaks }: LogHistory, head: LogHead): boolean {
  // A name that was declared after the head was signed is checked next time.
  const declared = names.filter(({ former }) => former && former.size < head.size)
  if (declared.length !== breaks.length) return false
  return breaks.every(({ origin, former }, at) => {
    const declaration = declared[at]!
    return (
      declaration.origin === origin &&
      declaration.former!.size === former.size &&
      declaration.former!.root === former.root &&
      declaration.former!.origin === former.origin &&
      former.origin === names[names.indexOf(declaration) - 1]?.origin
    )
  })
}

/** True when a head under an earlier name is part of this log, or a break declares it lost. */
function isAccountedFor(history: LogHistory, seen: LogHead): boolean {
  return history.breaks.some(({ former, lost }) => {
    // Entries before the break were compared while they were read.
    if (former.origin === seen.origin && seen.size <= former.size) return true
    if (!lost || lost.origin !== seen.origin || seen.size > lost.size) return false
    return seen.size < lost.size || lost.root === toHex(seen.root)
  })
}
