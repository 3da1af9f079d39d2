import type { Language, StageKey } from '@timbermark/contract'
import type { SealedProof } from '@timbermark/contract/trace'
import type { Item } from '../types.ts'

/** What the reader's own browser holds to be so; see `walk`. */
export interface ProvenItem {
  /** What the opened entries say, in the shape in which pages draw an item. */
  answer: Item
  /** How each record of `answer.stages` is proven, by its number. */
  records: ReadonlyMap<string, ProvenRecord>
  /** Records that were withdrawn, as far as their mentions are given, the oldest first. */
  withdrawn: readonly Withdrawn[]
  /** Facts that were sealed anew after the first time, the newest first. */
  changes: readonly Change[]
  /** Opened entries and contents whose fields stay closed: how many fields, and how many of them were removed on request. */
  closed: number
  forgotten: number
  /** When the oldest part that still waits for its place was handed over; null when nothing waits. */
  waitingSince: string | null
  /** Milliseconds that it has waited, by the server's clock. */
  waitedMs: number
}

/** A record's way into the log. */
export interface ProvenRecord {
  state: 'proven' | 'waiting'
  /** Digest of what it says, as it is sealed and as it was made again from today's rows (null: not told); hexadecimal. */
  sealed: string
  today: string | null
  /** Text of the entry that mentions it, and of the fields that open it; null while it waits. */
  entry: string | null
  mention: readonly string[]
  /** What opens what it says, the digests of the rest, and how many of those are closed for ever. */
  opened: readonly string[]
  closed: readonly string[]
  forgotten: number
}

/** A record that no longer speaks of the item. */
export interface Withdrawn {
  recordId: string
  stage: StageKey
  /** When the withdrawal was sealed. */
  at: string
}

/** One fact that says something else than it did. */
export interface Change {
  of: 'enterprise' | 'product' | 'batch' | 'request'
  /** When it was sealed anew. */
  at: string
  reason: string | null
  /** Names of fields (docs/sealed-fields.md) with what they said before and say since, as texts. */
  facts: readonly { name: string; before: string; after: string }[]
}

/** Why an answer proves nothing, or something against the item. */
export type WalkFault =
  | 'unreadable' // not an answer that can be understood, or larger than can be read
  | 'key' // signed with another key than came with the page's script
  | 'checkpoint' // not a checkpoint that the log signed, or without the root of the index
  | 'index' // a path of the index does not lead to its root
  | 'entry' // an entry is not one, of another subject, out of order, or not the newest
  | 'field' // fields are not those that were sealed
  | 'binding' // an entry is not of what it was asked for: another number, batch, product, enterprise
  | 'missing' // an entry that has to be there is not, or is left out
  | 'count' // the code's serial is not below the sealed count
  | 'age' // the newest entries wait for longer than ten minutes
  | 'database' // today's rows say something else than was sealed
  | 'history' // the log is not a continuation of the head that was seen before

export interface Walk {
  /**
   * `proven`: everything; `waiting`: everything, and the newest entries are about to be entered; `suspicious`: something
   * contradicts; `unavailable`: nothing is known, neither for nor against.
   */
  outcome: 'proven' | 'waiting' | 'suspicious' | 'unavailable'
  /** With what they are about: `checkpoint`, `request`, `enterprise`, `product`, `batch`, `records`, `block`, `certification`, or a record's number. */
  faults: readonly { fault: WalkFault; about: string }[]
  /** What could be opened and proven; null when nothing could. */
  item: ProvenItem | null
  log: {
    origin: string
    verifierKey: string
    checkpoint: string
    /** Leaves; null when the checkpoint cannot be read. */
    size: number | null
    /** Names of the witnesses that signed it too. */
    witnesses: readonly string[]
  }
}

/** What the reader has beside the answer. */
export interface Known {
  /** Code in the reader's hand, canonical. */
  code: string
  language: Language
  /** Verifier keys that came with the script, one for each name that the log has had; the newest last. */
  keys: readonly string[]
  /** Verifier keys of witnesses that came with the script; the names of others who may have signed are not told. */
  witnessKeys?: readonly string[]
  /** The last signed head that this browser saw; undefined on a first visit. Answers are to be asked `since` its size. */
  seen?: string
}

/** Checks one or several answers of one visit, which nobody changes; later ones extend the first. Never rejects. */
export type WalkProof = (answers: readonly [SealedProof, ...SealedProof[]], known: Known) => Promise<Walk>
