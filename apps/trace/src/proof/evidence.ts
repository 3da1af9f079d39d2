import type { SealedChain, SealedEntry, SealedProof, WaitingEntry } from '@timbermark/contract/trace'
import { type Json, toHex, verifyInclusion } from '@timbermark/ledger'
import { checkPartialChain, type IndexEntry, openFields, toBase64Url, verifyIndex } from '@timbermark/ledger/sealed'
import { hashesOf, hashOf, sameBytes } from './bytes.ts'
import type { Head } from './head.ts'
import { eachInTurn } from './pause.ts'
import type { WalkFault } from './proven.ts'

/** An answer and the head that it leads to; none before the log's first. */
export interface Part {
  answer: SealedProof
  head: Head | null
}

/** What was sealed at one time, its fields opened. */
export interface Sealed {
  fields: ReadonlyMap<string, Json>
  /** Digest of all its fields. */
  content: Uint8Array
  given: { opened: readonly string[]; closed: readonly string[]; forgotten: number; today: string | null }
}

/** The same of a subject: entered under its number, or handed over to be. */
export interface Statement extends Sealed {
  place: { seq: number; hash: Uint8Array; entry: string } | { since: string; waitedMs: number }
}

/** What is proven of a subject. */
export interface Chain {
  /** How many entries the index counts. */
  count: number
  /** Those that are given, in order; where numbers are missing each run is proven by itself. */
  entries: readonly Statement[]
  waiting: readonly Statement[]
}

/** What the answers of a visit hold, read when the walk asks for it: what nobody needs is never judged. */
export class Evidence {
  private readonly parts: readonly Part[]
  private readonly chains = new Map<string, Chain | WalkFault>()
  private readonly known: ReadonlyMap<string, Sealed>
  /** Contents that are none, or there twice. */
  readonly spoilt: boolean

  constructor(parts: readonly Part[]) {
    this.parts = parts
    const read = parts.map(({ answer }) => contentsOf(answer))
    this.spoilt = read.some(({ sound }) => !sound)
    this.known = new Map(read.flatMap(({ contents }) => [...contents]))
  }

  /** What is proven of a subject, or why nothing is. */
  chain(subject: Uint8Array): Chain | WalkFault {
    const name = toHex(subject)
    const known = this.chains.get(name) ?? mergeChains(this.parts.flatMap(part => readChains(subject, part)))
    this.chains.set(name, known)
    return known
  }

  content(digest: Uint8Array): Sealed | undefined {
    return this.known.get(toHex(digest))
  }

  get contents(): readonly Sealed[] {
    return [...this.known.values()]
  }
}

interface Contents {
  contents: ReadonlyMap<string, Sealed>
  sound: boolean
}

/** Most of the work of a walk. Answers that later ones extend are walked again: each is read once. */
const alreadyRead = new WeakMap<SealedProof, Contents>()

function contentsOf(answer: SealedProof): Contents {
  return alreadyRead.get(answer) ?? keep(answer, answer.contents.map(openSealed))
}

/** Reads an answer so that a slow phone goes on scrolling meanwhile; what reads it later finds it read. */
export async function readAhead(answer: SealedProof): Promise<void> {
  if (!alreadyRead.has(answer)) keep(answer, await eachInTurn(answer.contents, openSealed))
}

function keep(answer: SealedProof, sealed: readonly (Sealed | undefined)[]): Contents {
  const opened = sealed.filter(one => one !== undefined)
  const contents = new Map(opened.map(one => [toHex(one.content), one]))
  const read = { contents, sound: contents.size === answer.contents.length }
  alreadyRead.set(answer, read)
  return read
}

function openSealed(given: Sealed['given']): Sealed | undefined {
  const opened = openFields(given)
  return typeof opened === 'string' || given.forgotten > given.closed.length ? undefined : { ...opened, given }
}

/** A subject has one chain in an answer. */
function readChains(subject: Uint8Array, part: Part): (Chain | WalkFault)[] {
  // Bytes have one text in base64url.
  const named = toBase64Url(subject)
  const chains = part.answer.chains.filter(chain => chain.subject === named)
  return chains.length > 1 ? ['entry'] : chains.map(chain => readChain(subject, chain, part))
}

function readChain(subject: Uint8Array, chain: SealedChain, { answer, head }: Part): Chain | WalkFault {
  const newest = newestOf(subject, chain.index, head)
  if (typeof newest === 'string') return newest
  const entries = readEntries(subject, chain.entries, newest, head)
  if (typeof entries === 'string') return entries
  const waiting = chain.waiting.map(given => readWaiting(given, answer.now))
  if (!waiting.every(statement => statement !== undefined)) return 'field'
  return { count: newest?.seq ?? 0, entries, waiting }
}

/** The newest entry of the subject by the index; null when it has none. */
function newestOf(subject: Uint8Array, index: SealedChain['index'], head: Head | null): IndexEntry | null | WalkFault {
  // Before its first head the log shows nothing of anything.
  if (!head) return index.siblings.length === 0 && index.end === null ? null : 'index'
  const siblings = hashesOf(index.siblings)
  const end = index.end && { subject: hashOf(index.end.subject), seq: index.end.seq, hash: hashOf(index.end.hash) }
  if (!siblings || (end && !(end.subject && end.hash))) return 'index'
  const shown = verifyIndex(subject, { siblings, end: end as IndexEntry | null }, head.index)
  if (shown.outcome === 'wrong') return 'index'
  return shown.outcome === 'present' ? shown.entry : null
}

function readEntries(
  subject: Uint8Array,
  given: readonly SealedEntry[],
  newest: IndexEntry | null,
  head: Head | null,
): Statement[] | WalkFault {
  if (given.length === 0) return []
  if (!newest || !head) return 'entry'
  const checked = checkPartialChain(subject, given, ({ seq, hash }, at) =>
    seq === newest.seq ? sameBytes(hash, newest.hash) : seq < newest.seq && isIncluded(given[at]!, hash, head),
  )
  if ('fault' in checked) return fieldFaults.includes(checked.fault) ? 'field' : 'entry'
  // Nobody needs the path of an entry that the next one names, and it may be handed on.
  if (given.some((entry, at) => entry.inclusion && !isIncluded(entry, checked.entries[at]!.hash, head))) return 'entry'
  if (given.some(({ forgotten, closed }) => forgotten > closed.length)) return 'field'
  return checked.entries.map(({ seq, hash, content, fields }, at) => ({
    fields,
    content,
    given: given[at]!,
    place: { seq, hash, entry: given[at]!.entry },
  }))
}

const fieldFaults: readonly string[] = ['field', 'twice', 'content']

function isIncluded({ inclusion }: SealedEntry, hash: Uint8Array, { checkpoint: { size, root } }: Head): boolean {
  const path = inclusion && hashesOf(inclusion.path)
  return !!path && verifyInclusion(inclusion.index, size, hash, path, root)
}

function readWaiting(given: WaitingEntry, now: string): Statement | undefined {
  const sealed = openSealed(given)
  // A clock that goes before the server's own makes nothing older than it is.
  return (
    sealed && {
      ...sealed,
      place: { since: given.since, waitedMs: Math.max(0, Date.parse(now) - Date.parse(given.since)) },
    }
  )
}

/** What several answers say of one subject. What waited in one of them and is entered in another does not wait. */
function mergeChains(chains: readonly (Chain | WalkFault)[]): Chain | WalkFault {
  if (chains.length === 0) return 'missing'
  const entries = new Map<number, Statement>()
  const waiting = new Map<string, Statement>()
  let count = 0
  for (const chain of chains) {
    if (typeof chain === 'string') return chain
    count = Math.max(count, chain.count)
    for (const statement of chain.entries) {
      if (!('seq' in statement.place)) continue
      const { seq, hash } = statement.place
      const other = entries.get(seq)
      if (other && 'hash' in other.place && !sameBytes(other.place.hash, hash)) return 'entry'
      entries.set(seq, statement)
    }
    for (const statement of chain.waiting) waiting.set(toHex(statement.content), statement)
  }
  for (const { content } of entries.values()) waiting.delete(toHex(content))
  const inOrder = [...entries].sort(([a], [b]) => a - b).map(([, statement]) => statement)
  return { count, entries: inOrder, waiting: [...waiting.values()] }
}
