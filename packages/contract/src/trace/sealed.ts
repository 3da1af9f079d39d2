import { z } from 'zod'
import type { Language } from '../limits.ts'
import { count, moment } from '../wire/shapes.ts'
import type { StageKey } from '../stage/keys.ts'
import type { FieldGroup, StageFieldType } from '../stage/types.ts'

/**
 * What readers get to verify a code themselves: ledger entries with the fields that they may see, and proofs that the
 * entries are in the log and the newest. Format of entries, fields and index: packages/ledger/SEALED.md. Meaning of the
 * fields: docs/sealed-fields.md. Subjects, digests and hashes of entries are base64url, hashes of the tree base64.
 */

const opening = {
  /** Texts of the visible fields. */
  opened: z.array(z.string()),
  /** Digests of the others. */
  closed: z.array(z.string()),
  /** Number of fields closed for ever, because their salts were removed on request. */
  forgotten: count,
  /** Content digest recomputed from today's database rows; null when not computed. */
  today: z.string().nullable(),
}

const sealedContent = z.strictObject({
  ...opening,
  /**
   * The codes that the record names, whose digest is the sealed `codes`: each `request:from-to`, the last serial excluded. Left out
   * where there are too many.
   */
  ranges: z.array(z.string()).optional(),
})

/**
 * In place of the texts in `opened`: what differs from the next entry of the chain (packages/ledger/src/sealed/repetition.ts). Each
 * recall seals its request again with the whole list of recalls so far; written out, a proof grows with their square.
 */
const repetition = z.strictObject({
  secret: z.string(),
  changed: z.record(z.string(), z.unknown()),
  absent: z.array(z.string()),
  lists: z.record(z.string(), z.strictObject({ length: count, items: z.record(z.string(), z.unknown()) })),
})

const sealedEntry = z.strictObject({
  /** Text of the entry in the log. */
  entry: z.string(),
  ...opening,
  repeats: repetition.optional(),
  /** Index in the log and inclusion proof; null for an entry that the next one names. */
  inclusion: z.strictObject({ index: count, path: z.array(z.string()) }).nullable(),
})

const waitingEntry = z.strictObject({
  ...opening,
  repeats: repetition.optional(),
  /** When it was queued. */
  since: moment,
  /**
   * The log's signed promise to enter it (packages/ledger/SEALED.md); null for an entry that an earlier version of the server
   * queued, and when the log cannot sign.
   */
  promise: z.string().nullable(),
})

const sealedChain = z.strictObject({
  subject: z.string(),
  /** The subject's proof in the index, under the root in the checkpoint. */
  index: z.strictObject({
    siblings: z.array(z.string()),
    end: z.strictObject({ subject: z.string(), seq: count, hash: z.string() }).nullable(),
  }),
  /** In ascending order. All entries, or those that the answer is about. */
  entries: z.array(sealedEntry),
  /** Queued and not in the log yet, in order. */
  waiting: z.array(waitingEntry),
})

/** A head of the log that is recorded in a contract on a chain. What of it is on the chain is the platform's statement. */
const sealedAnchor = z.strictObject({
  chainId: count,
  /** Addresses of the contract and of who recorded it, hexadecimal with 0x, lower case. */
  contract: z.string(),
  sender: z.string(),
  /** Hash of the transaction, number and hash of its block. */
  transaction: z.string(),
  block: count,
  blockHash: z.string(),
  /** Time of the block. */
  time: moment,
  /** The recorded head, and the consistency proof from it to the checkpoint. */
  size: count,
  root: z.string(),
  consistency: z.array(z.string()),
  /** Address of an explorer (EIP-3091): `EXPLORER/tx/TRANSACTION`; null when none is set. */
  explorer: z.string().nullable(),
})

export const sealedProof = z.strictObject({
  /** The server's own claim; readers trust the keys in their script. */
  log: z.strictObject({ origin: z.string(), verifierKey: z.string() }),
  /** Signed checkpoint (C2SP tlog-checkpoint) of all proofs here, with its cosignatures; empty before the first one. */
  checkpoint: z.string(),
  /**
   * The last entry below the checkpoint, with its inclusion proof: it states the root of the index and the time, so that both are
   * part of the tree. Null before the first checkpoint.
   */
  statement: z.strictObject({ entry: z.string(), path: z.array(z.string()) }).nullable(),
  /**
   * An earlier head that witnesses signed, with the consistency proof from it to the checkpoint: the newest one. Null when the
   * checkpoint itself has as many cosignatures, or nobody signed one.
   */
  witnessed: z.strictObject({ checkpoint: z.string(), consistency: z.array(z.string()) }).nullable(),
  /**
   * The breaks that the log declares about itself, each an entry with its inclusion proof, the oldest first. They say that entries
   * were lost, and so promised ones too.
   */
  breaks: z.array(z.strictObject({ entry: z.string(), index: count, path: z.array(z.string()) })),
  /** The server's clock. It proves nothing. */
  now: moment,
  /** Serial of the code within its request, as the server states it; a code of format 2 says it itself. */
  serial: count,
  /**
   * For each request on the proof path the proof that its subject follows from its number (base64url, 80 bytes). None for numbers
   * from before subjects followed from a secret key.
   */
  requests: z.array(z.strictObject({ number: count, proof: z.string() })),
  /** All chains of the proof path: request, enterprise, batch, product, records, block and spans of codes, and the same for its parents. */
  chains: z.array(sealedChain),
  /** Contents that records reference by digest. */
  contents: z.array(sealedContent),
  /** Consistency proof from the head of `since` to this checkpoint, if requested. */
  consistency: z.array(z.string()).nullable(),
  /** The newest anchor that the checkpoint extends; null without one. Answers of earlier versions have no such member. */
  anchor: sealedAnchor.nullable().optional(),
  /** For records of a stage: value of `after` for the next ones; null after the last. */
  next: z.string().nullable(),
})

export type SealedAnchor = z.output<typeof sealedAnchor>
export type SealedContent = z.output<typeof sealedContent>
export type SealedEntry = z.output<typeof sealedEntry>
export type WaitingEntry = z.output<typeof waitingEntry>
export type SealedChain = z.output<typeof sealedChain>
export type SealedProof = z.output<typeof sealedProof>

/** Member of `recalls` of a batch or request: an active or lifted recall. */
export interface SealedRecall {
  reason: Words
  advice: Words
  contact: Words
  since: string
  lifted: { at: string; reason: Words } | null
}

/** Wood that came into a batch from another one of the same enterprise, in the order of the transfers. */
export interface SealedTransfer {
  /** Number of the other batch. */
  batch: string
  species: Words
  form: 'log' | 'sawn' | 'product'
  /** Cubic metres. */
  volume: string
  at: string
}

/** A recall of single codes of a request: first serial, and the one after the last. */
export interface SealedCodesRecall extends SealedRecall {
  codes: readonly (readonly [number, number])[]
}

/**
 * A word at the time of sealing: by language, or as plain text. `und` holds a text of unknown language (BCP 47) if there are others.
 */
export type Words = string | { readonly [language in Language | 'und']?: string }

/** A sealed file: the hash of the bytes behind its public address. */
export interface SealedFile {
  /** Id behind `/api/file/`. */
  file: string
  /** SHA-256, hexadecimal. */
  sha256: string
  type: string
  name: string
}

/** Field `file/<key>/<n>` of a record. */
export interface SealedRecordFile extends SealedFile {
  /** Name of the form's field. */
  label: Words
  order: number
}

/** Field `value/<key>` of a record. */
export interface SealedValue {
  type: StageFieldType
  group: FieldGroup
  order: number
  unit?: string
  value: unknown
  /** Name of the form's field. */
  label: Words
  /** Word of a chosen value. */
  word?: Words
  highlight?: boolean
}

/** Field `document/<n>` of a record: a paper by its code. */
export interface SealedDocument {
  code: string
  name: string
  /** SHA-256 of each of its files, hexadecimal. */
  files: string[]
  /** The copy of each that buyers may open if its enterprise consents; missing in old entries. */
  copies?: SealedCopy[]
}

/** Bytes of a paper that buyers may open: a pdf unchanged, of a picture the stripped copy. */
export interface SealedCopy {
  /** SHA-256, hexadecimal. */
  sha256: string
  type: string
}

/** Field `document/<n>` of a step of certification. */
export interface SealedCertificate extends SealedDocument {
  copies: SealedCopy[]
  /** Number as printed, and scheme; null without any. */
  number: string | null
  scheme: string | null
}

/** Field `place` of a record, decimal degrees (WGS 84) as texts. */
export interface SealedPlace {
  longitude: string
  latitude: string
  name: Words | null
}

/** Field `record` of an entry in a chain of records: the record, and the digest of its content. */
export interface SealedMention {
  /** Number that all versions of the record share. */
  record: number
  version: number
  stage: StageKey
  status: 'current' | 'voided'
  /** Content digest of the record, base64url. */
  says: string
  /** Content digest of the record's closed fields alone, base64url: reveals a withheld open field. Missing in old entries. */
  closed?: string
}

/** Field `codes` of an entry in the chain of a block or a span: serials, from and to (exclusive). */
export type SealedRanges = readonly (readonly [from: number, to: number])[]

/** Field `parent` of the same: request number and serial of what these codes are packed in. */
export type SealedParent = readonly [request: number, serial: number]
