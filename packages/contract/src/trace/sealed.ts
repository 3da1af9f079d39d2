import { z } from 'zod'
import type { Language } from '../limits.ts'
import { count, moment } from '../wire/shapes.ts'
import type { StageKey } from '../stage/keys.ts'
import type { FieldGroup, StageFieldType } from '../stage/types.ts'

/**
 * What a reader is given to check a code by himself: entries of the ledger with the fields that he may see, and what shows
 * that they are in the log and the newest. Format of entries, fields and index: packages/ledger/SEALED.md. What the fields
 * say: docs/sealed-fields.md. Subjects, digests and hashes of entries are base64url, hashes of the tree base64.
 */

const opening = {
  /** Texts of the fields that he may see. */
  opened: z.array(z.string()),
  /** Digests of the others. */
  closed: z.array(z.string()),
  /** How many of those are closed for ever, because what opens them was removed on request. */
  forgotten: count,
  /** Content digest made again from today's rows of the database; null where it is not made. */
  today: z.string().nullable(),
}

const sealedContent = z.strictObject(opening)

const sealedEntry = z.strictObject({
  /** Text of the entry as the log holds it. */
  entry: z.string(),
  ...opening,
  /** Place in the log and inclusion path; null for an entry that the next one names. */
  inclusion: z.strictObject({ index: count, path: z.array(z.string()) }).nullable(),
})

const waitingEntry = z.strictObject({
  ...opening,
  /** When it was handed over to be entered. */
  since: moment,
})

const sealedChain = z.strictObject({
  subject: z.string(),
  /** Where the index has the subject, under the root that the checkpoint names. */
  index: z.strictObject({
    siblings: z.array(z.string()),
    end: z.strictObject({ subject: z.string(), seq: count, hash: z.string() }).nullable(),
  }),
  /** In rising order. All there are, or those that the answer is about. */
  entries: z.array(sealedEntry),
  /** Handed over and not entered yet, in that order. */
  waiting: z.array(waitingEntry),
})

export const sealedProof = z.strictObject({
  /** As the server names itself; a reader trusts the keys that came with his script. */
  log: z.strictObject({ origin: z.string(), verifierKey: z.string() }),
  /** Signed checkpoint (C2SP tlog-checkpoint) that everything here leads to; empty before the first one. */
  checkpoint: z.string(),
  /** The server's clock. */
  now: moment,
  /** Serial of the code within its request. */
  serial: count,
  /** Everything on the way from the code: request, enterprise, batch, product, records, block and spans of codes, and of what it is packed in. */
  chains: z.array(sealedChain),
  /** Contents that records name by their digest. */
  contents: z.array(sealedContent),
  /** Consistency proof from the head of `since` to this checkpoint, when that was asked for. */
  consistency: z.array(z.string()).nullable(),
  /** When records of a stage were asked for: what to ask `after` for the next ones; null when these were the last. */
  next: z.string().nullable(),
})

export type SealedContent = z.output<typeof sealedContent>
export type SealedEntry = z.output<typeof sealedEntry>
export type WaitingEntry = z.output<typeof waitingEntry>
export type SealedChain = z.output<typeof sealedChain>
export type SealedProof = z.output<typeof sealedProof>

/** Member of `recalls` of a batch or request: goods that are, or were, called back. */
export interface SealedRecall {
  reason: Words
  advice: Words
  contact: Words
  since: string
  lifted: { at: string; reason: Words } | null
}

/** The same of a request: which of its codes, by the first serial and the one behind the last. */
export interface SealedCodesRecall extends SealedRecall {
  codes: readonly (readonly [number, number])[]
}

/**
 * A word as it stood when it was sealed: in the languages that it was given in, or as somebody wrote it. Under `und` stands
 * one whose language nobody said (BCP 47), where others were given beside it.
 */
export type Words = string | { readonly [language in Language | 'und']?: string }

/** A file as it was sealed: the hash of the bytes behind its public address. */
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
  /** What buyers may be shown of each, once its enterprise consents; left out of what was sealed before there were any. */
  copies?: SealedCopy[]
}

/** Bytes that buyers may be shown of a paper: a pdf as it is, of a picture the stripped copy. */
export interface SealedCopy {
  /** SHA-256, hexadecimal. */
  sha256: string
  type: string
}

/** Field `document/<n>` of a step of certification. */
export interface SealedCertificate extends SealedDocument {
  copies: SealedCopy[]
  /** As it bears it, and by which scheme; null where it has none. */
  number: string | null
  scheme: string | null
}

/** Field `place` of a record, decimal degrees (WGS 84) as texts. */
export interface SealedPlace {
  longitude: string
  latitude: string
  name: Words | null
}

/** Field `record` of an entry in a chain of records: which record, and the digest of what it says. */
export interface SealedMention {
  /** Number that all versions of the record share. */
  record: number
  version: number
  stage: StageKey
  status: 'current' | 'voided'
  /** Content digest of the record, base64url. */
  says: string
  /** Content digest of the record's closed fields alone, base64url: an open one that is kept back is missed. Not told at first. */
  closed?: string
}

/** Field `codes` of an entry in the chain of a block or a span: serials, from and to (exclusive). */
export type SealedRanges = readonly (readonly [from: number, to: number])[]

/** Field `parent` of the same: request number and serial of what these codes are packed in. */
export type SealedParent = readonly [request: number, serial: number]
