import type { SealedChain, SealedEntry, SealedProof, WaitingEntry } from '@timbermark/contract/trace'
import { type Json, toHex, verifyInclusion } from '@timbermark/ledger'
import { checkPartialChain, type IndexEntry, openFields, toBase64Url, verifyIndex } from '@timbermark/ledger/sealed'
import { parseHashes, parseHash, sameBytes } from './bytes.ts'
import type { Head } from './head.ts'
import { mapInSlices } from './pause.ts'
import type { WalkFault } from './proven.ts'

/** A proof answer and the head that it leads to; null before the log has its first head. */
export interface AnswerWithHead {
  answer: SealedProof
  head: Head | null
}

/** Sealed content with its opened fields. */
export interface OpenedContent {
  fields: ReadonlyMap<string, Json>
  /** Digest of all fields, as the entry or mention commits to it. */
  content: Uint8Array
  opening: {
    opened: readonly string[]
    closed: readonly string[]
    forgotten: number
    today: string | null
    /** The codes of a record; see `SealedContent`. */
    ranges?: readonly string[] | undefined
  }
}

/** An opened entry of a subject: in the log under its number, or waiting to be entered. */
export interface OpenedEntry extends OpenedContent {
  place:
    | {
        seq: number
        hash: Uint8Array
        entry: string
        /** The last place in the log that it can have: its own, or one before that of its successor. */
        latestIndex: number
      }
    | { since: string; subject: Uint8Array; promise: string | null }
}

/** The proven entries of a subject, and what is said to wait. */
export interface Chain {
  /** Number of entries by the index. */
  count: number
  /** The entries in the answers, in order. Where numbers are missing, each run is proven separately. */
  entries: readonly OpenedEntry[]
  waiting: readonly OpenedEntry[]
}

/** The answers of a visit. Chains are verified when the walk asks for them, so that unneeded ones cost nothing. */
export class ProofEvidence {
  private readonly answers: readonly AnswerWithHead[]
  private readonly chains = new Map<string, Chain | WalkFault>()
  private readonly contentsByDigest: ReadonlyMap<string, OpenedContent>
  /** Whether some content is invalid or duplicated. */
  readonly hasInvalidContents: boolean

  constructor(answers: readonly AnswerWithHead[]) {
    this.answers = answers
    const opened = answers.map(({ answer }) => openContents(answer))
    this.hasInvalidContents = opened.some(({ isValid }) => !isValid)
    this.contentsByDigest = new Map(opened.flatMap(({ contents }) => [...contents]))
  }

  /** The proven chain of a subject, or why it is not proven. */
  findChain(subject: Uint8Array): Chain | WalkFault {
    const key = toHex(subject)
    const chain = this.chains.get(key) ?? mergeChains(this.answers.flatMap(source => proveChains(subject, source)))
    this.chains.set(key, chain)
    return chain
  }

  findContent(digest: Uint8Array): OpenedContent | undefined {
    return this.contentsByDigest.get(toHex(digest))
  }

  get contents(): readonly OpenedContent[] {
    return [...this.contentsByDigest.values()]
  }
}

interface OpenedContents {
  contents: ReadonlyMap<string, OpenedContent>
  isValid: boolean
}

/** Opening contents is most of the work of a walk. When later answers extend a visit, earlier ones are walked again but opened once. */
const openedAnswers = new WeakMap<SealedProof, OpenedContents>()

function openContents(answer: SealedProof): OpenedContents {
  return openedAnswers.get(answer) ?? cacheContents(answer, answer.contents.map(openContent))
}

/** Opens the contents of an answer in slices, so that a slow phone can still scroll; a later `openContents` finds them cached. */
export async function openContentsAhead(answer: SealedProof): Promise<void> {
  if (!openedAnswers.has(answer)) cacheContents(answer, await mapInSlices(answer.contents, openContent))
}

function cacheContents(answer: SealedProof, results: readonly (OpenedContent | undefined)[]): OpenedContents {
  const opened = results.filter(one => one !== undefined)
  const contents = new Map(opened.map(content => [toHex(content.content), content]))
  const result = { contents, isValid: contents.size === answer.contents.length }
  openedAnswers.set(answer, result)
  return result
}

function openContent(opening: OpenedContent['opening']): OpenedContent | undefined {
  const opened = openFields(opening)
  return typeof opened === 'string' || opening.forgotten > opening.closed.length ? undefined : { ...opened, opening }
}

/** Verifies the chain of a subject in one answer; more than one is a fault. */
function proveChains(subject: Uint8Array, source: AnswerWithHead): (Chain | WalkFault)[] {
  // Bytes have exactly one text in base64url.
  const encoded = toBase64Url(subject)
  const chains = source.answer.chains.filter(chain => chain.subject === encoded)
  return chains.length > 1 ? ['entry'] : chains.map(chain => proveChain(subject, chain, source))
}

function proveChain(subject: Uint8Array, chain: SealedChain, { head }: AnswerWithHead): Chain | WalkFault {
  const newest = proveNewestEntry(subject, chain.index, head)
  if (typeof newest === 'string') return newest
  const entries = proveEntries(subject, chain.entries, newest, head)
  if (typeof entries === 'string') return entries
  const waiting = chain.waiting.map(entry => openWaitingEntry(subject, entry))
  if (!waiting.every(entry => entry !== undefined)) return 'field'
  return { count: newest?.seq ?? 0, entries, waiting }
}

/** The newest entry of the subject by the index; null when the index proves that there is none. */
function proveNewestEntry(
  subject: Uint8Array,
  index: SealedChain['index'],
  head: Head | null,
): IndexEntry | null | WalkFault {
  // Before its first head the log proves nothing.
  if (!head) return index.siblings.length === 0 && index.end === null ? null : 'index'
  const siblings = parseHashes(index.siblings)
  const end = index.end && {
    subject: parseHash(index.end.subject),
    seq: index.end.seq,
    hash: parseHash(index.end.hash),
  }
  if (!siblings || (end && !(end.subject && end.hash))) return 'index'
  const proof = verifyIndex(subject, { siblings, end: end as IndexEntry | null }, head.index)
  if (proof.outcome === 'wrong') return 'index'
  return proof.outcome === 'present' ? proof.entry : null
}

function proveEntries(
  subject: Uint8Array,
  sealed: readonly SealedEntry[],
  newest: IndexEntry | null,
  head: Head | null,
): OpenedEntry[] | WalkFault {
  if (sealed.length === 0) return []
  if (!newest || !head) return 'entry'
  const checked = checkPartialChain(
    subject,
    sealed,
    ({ seq, hash }, at) =>
      // The newest one needs its path too: the index could name an entry that is in no log.
      isIncluded(sealed[at]!, hash, head) && (seq === newest.seq ? sameBytes(hash, newest.hash) : seq < newest.seq),
  )
  if ('fault' in checked) return fieldFaults.includes(checked.fault) ? 'field' : 'entry'
  // An entry that the next one names needs no path. A path that is present must still be valid, because readers may pass it on.
  if (sealed.some((entry, at) => entry.inclusion && !isIncluded(entry, checked.entries[at]!.hash, head))) return 'entry'
  if (sealed.some(({ forgotten, closed }) => forgotten > closed.length)) return 'field'
  const latest = latestIndexes(sealed)
  return checked.entries.map(({ seq, hash, content, fields }, at) => ({
    fields,
    content,
    opening: sealed[at]!,
    place: { seq, hash, entry: sealed[at]!.entry, latestIndex: latest[at]! },
  }))
}

/** The last entry has a path, and each one is before the next. */
function latestIndexes(sealed: readonly SealedEntry[]): number[] {
  let next = Number.MAX_SAFE_INTEGER
  return [...sealed]
    .reverse()
    .map(({ inclusion }) => {
      next = inclusion?.index ?? next - 1
      return next
    })
    .reverse()
}

const fieldFaults: readonly string[] = ['field', 'twice', 'content']

function isIncluded({ inclusion }: SealedEntry, hash: Uint8Array, { checkpoint: { size, root } }: Head): boolean {
  const path = inclusion && parseHashes(inclusion.path)
  return !!path && verifyInclusion(inclusion.index, size, hash, path, root)
}

function openWaitingEntry(subject: Uint8Array, waiting: WaitingEntry): OpenedEntry | undefined {
  const content = openContent(waiting)
  const { since, promise } = waiting
  return content && { ...content, place: { since, subject, promise } }
}

/** Merges what several answers hold about one subject. An entry that waits in one and is entered in another does not wait. */
function mergeChains(chains: readonly (Chain | WalkFault)[]): Chain | WalkFault {
  if (chains.length === 0) return 'missing'
  const entries = new Map<number, OpenedEntry>()
  const waiting = new Map<string, OpenedEntry>()
  let count = 0
  for (const chain of chains) {
    if (typeof chain === 'string') return chain
    count = Math.max(count, chain.count)
    for (const entry of chain.entries) {
      if (!('seq' in entry.place)) continue
      const { seq, hash } = entry.place
      const other = entries.get(seq)
      if (other && 'hash' in other.place && !sameBytes(other.place.hash, hash)) return 'entry'
      entries.set(seq, entry)
    }
    for (const entry of chain.waiting) waiting.set(toHex(entry.content), entry)
  }
  for (const { content } of entries.values()) waiting.delete(toHex(content))
  const sorted = [...entries].sort(([a], [b]) => a - b).map(([, entry]) => entry)
  return { count, entries: sorted, waiting: [...waiting.values()] }
}
