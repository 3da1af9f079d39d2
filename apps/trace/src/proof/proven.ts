import type { Language, StageKey } from '@timbermark/contract'
import type { SealedAnchor, SealedProof } from '@timbermark/contract/trace'
import type { Item } from '../types.ts'
import type { ProvenHandover, ProvenInvitation } from './custody.ts'
import type { ProvenFile } from './proven-files.ts'

/** The item as the reader's browser proved it; see `walkProof`. */
export interface ProvenItem {
  /** The content of the opened entries, in the shape that pages draw. */
  answer: Item
  /** How each record of `answer.stages` is proven, by record id. */
  records: ReadonlyMap<string, RecordProof>
  /** Whether the serial of the code follows from the code itself (format 2), or is the platform's statement (format 1). */
  serialFrom: 'code' | 'platform'
  /** Pictures, papers and other files by the hashes that were sealed, each once. */
  files: readonly ProvenFile[]
  /** Where the next holder reports about the goods; null when they were not handed over. */
  handover: ProvenHandover | null
  /** Where partners report that were invited to single stages, in the order of their entries. */
  invitations: readonly ProvenInvitation[]
  /** Withdrawn records, as far as their mentions are in the answers, the oldest first. */
  withdrawn: readonly WithdrawnRecord[]
  /** How many withdrawals may be among the entries about records that the answers leave out; null when they leave out none. */
  hiddenWithdrawals: number | null
  /** Facts that were sealed again with other values, the newest first. */
  changes: readonly FactChange[]
  /** Number of fields that stay closed, and how many of those were removed on request. */
  closed: number
  forgotten: number
  /** What the platform says it handed over to the log and is not sealed yet, the oldest first. It replaces nothing that is proven. */
  pending: readonly PendingFact[]
}

/** Something that waits to be entered. The platform states it; nothing of it is proven. */
export interface PendingFact {
  of: 'enterprise' | 'product' | 'batch' | 'request' | 'certification' | 'packing' | 'label' | 'custody' | 'record'
  /** When it was handed over: by a signed promise where there is one, else by the platform's statement. */
  since: string
  /** Whether the log has signed that it will enter it within `PROMISED_WITHIN_MS`. */
  isPromised: boolean
  /** For a record: its number, its stage, and whether it would be new, a correction or a withdrawal. */
  record?: { recordId: string; stage: StageKey; action: 'added' | 'corrected' | 'withdrawn' }
}

/** How a record is proven to be in the log. */
export interface RecordProof {
  /** Hexadecimal digests of the record: as sealed, and as computed from today's database rows (null: not in the answer). */
  sealed: string
  today: string | null
  /** Text of the entry that mentions the record, and of the fields that open the entry. */
  entry: string
  mention: readonly string[]
  /** The opened fields of the record, the digests of the closed ones, and how many of those can never be opened again. */
  opened: readonly string[]
  closed: readonly string[]
  forgotten: number
  /** Which codes the record names. */
  named: NamedCodes
  /** The last place in the log that its mention can have. */
  latestIndex: number
}

/** A code by its request and its serial. */
export interface CodePlace {
  request: number
  serial: number
}

/** Whether a record names the reader's code. */
export interface NamedCodes {
  /**
   * `item`: the code itself; `package`: a package that it was in; `batch`: other codes only, so that the record holds for the batch;
   * `unknown`: the answer does not say which codes.
   */
  of: 'item' | 'package' | 'batch' | 'unknown'
  /** Number of codes that it names, as sealed; null for records from before it was sealed. */
  count: number | null
  /** The named package, the innermost of several. */
  package?: CodePlace
}

/** A record that was withdrawn. */
export interface WithdrawnRecord {
  recordId: string
  stage: StageKey
  /** When the withdrawal was sealed. */
  at: string
}

/** Facts of one subject that changed at one time. */
export interface FactChange {
  of: 'enterprise' | 'product' | 'batch' | 'request'
  /** When the new values were sealed. */
  at: string
  reason: string | null
  /** Field names (docs/sealed-fields.md) with the values before and after, as texts. */
  facts: readonly { name: string; before: string; after: string }[]
}

/** Why an answer proves nothing, or what contradicts the item. */
export type WalkFault =
  | 'unreadable' // not a valid answer, or too large
  | 'key' // signed with a key that did not come with the page's script
  | 'checkpoint' // not a checkpoint signed by the log, or without the root of the index
  | 'index' // an index path does not lead to the root
  | 'entry' // an entry is invalid, of another subject, out of order, or not the newest
  | 'field' // fields are not the sealed ones
  | 'binding' // an entry belongs to another number, batch, product or enterprise
  | 'subject' // the subject of a request does not provably follow from its number
  | 'missing' // a required entry is missing or left out
  | 'serial' // the answers are about another serial than the code states
  | 'count' // the serial of the code is not below the sealed count
  | 'age' // what was promised still waited when the head was signed, longer than promised
  | 'promise' // an entry that this browser was promised is not in the log, after the promised time
  | 'database' // today's database rows differ from the sealed content
  | 'history' // the log does not continue the head that was seen before

/** A witness that signed a head of the log, and no head that contradicts it. */
export interface SeenByWitness {
  name: string
  /** Time of its signature, as it states. */
  at: string
  /** Number of entries that it saw. */
  size: number
}

/**
 * - `fresh`: the head is of the last day by the reader's clock;
 * - `old`: it is older, and the platform's clock agrees with the reader's: the log has stalled, or an old answer is shown;
 * - `clock`: the platform's clock and the reader's differ by more than a day: one of them is wrong, or an old answer is shown;
 * - `unknown`: there is no head that says when it was signed.
 */
export type HeadAge = 'fresh' | 'old' | 'clock' | 'unknown'

/** Promises of entries: those to keep, and what became of those that were kept. Promises are signed notes. */
export interface PromiseResult {
  /** Promises for what waits and concerns the item. */
  received: readonly string[]
  /** Their entries are in the log. */
  fulfilled: readonly string[]
  /** The log broke them. */
  broken: readonly string[]
  /** Times of those whose entries may have been lost in a break that the log declares. */
  lost: readonly string[]
  /** Digests (base64url) of contents whose entries may be among those that the answers leave out: to be asked for by `entries`. */
  sought: readonly string[]
}

export interface WalkResult {
  /**
   * `proven`: everything is proven; `waiting`: the same, and more is handed over to the log but not sealed; `asOf`: the same as
   * of the time of the head, which is not of today; `stated`: the item is not in the log yet, so nothing is proven;
   * `suspicious`: something contradicts; `unavailable`: nothing is known for or against the item.
   */
  outcome: 'proven' | 'waiting' | 'asOf' | 'stated' | 'suspicious' | 'unavailable'
  /** Each with the part that it is about: `checkpoint`, `request`, `enterprise`, `product`, `batch`, `records`, `block`, `certification`, `promise`, or a record's number. */
  faults: readonly { fault: WalkFault; about: string }[]
  /** The item as far as it was proven; null when nothing was. */
  item: ProvenItem | null
  promises: PromiseResult
  log: {
    origin: string
    verifierKey: string
    checkpoint: string
    /** Number of leaves; null when the checkpoint cannot be read. */
    size: number | null
    /** When the head was signed; null when it cannot be read or says nothing. */
    time: string | null
    /** How that time compares with the reader's clock; see `judgeHeadAge`. */
    age: HeadAge
    /** The witnesses that saw this head or an earlier one, and when by their own statement. */
    witnesses: readonly SeenByWitness[]
    /** Number of witnesses whose keys came with the script. */
    witnessCount: number
    /** An earlier head that is recorded on a chain, by the platform's statement, and that this head provably extends. */
    anchor: SealedAnchor | null
  }
}

/** What the reader trusts independently of the answers. */
export interface TrustedInput {
  /** The code on the item, canonical. */
  code: string
  language: Language
  /** The reader's clock, milliseconds since 1970. */
  now: number
  /** Verifier keys that came with the script, one per name that the log has had; the newest last. */
  keys: readonly string[]
  /** The key that came with the script, under which the subject of a request follows from its number. */
  requestKey: string
  /** Verifier keys of witnesses that came with the script; other cosignatures are not shown. */
  witnessKeys?: readonly string[]
  /** The last signed head that this browser saw; undefined on a first visit. Answers must be requested `since` its size. */
  previousHead?: string
  /** Promises that this browser keeps, the oldest first. */
  keptPromises?: readonly string[]
  /** Digests (base64url) of contents whose entries were asked for: they are not among what the answers leave out. */
  demanded?: readonly string[]
}

/** Verifies the answers of one visit; later answers extend the first. Answers must not be mutated. Never rejects. */
export type WalkProof = (answers: readonly SealedProof[], input: TrustedInput) => Promise<WalkResult>
