import type { StageKey } from '../stage/keys.ts'
import type { FieldGroup, StageFieldType } from '../stage/types.ts'

/** GET /api/trace/{code}: what anyone sees of a code. Everything here is public. */
export interface TraceAnswer {
  /** Code in its canonical spelling, 20 characters. */
  code: string
  status: 'active' | 'notActivated' | 'voided'
  /** Printed beside the code: country, factory, batch date, species code. */
  print: { country: string; factory: string; batchDate: string; species: string }
  product: {
    name: string
    foreignName: string
    chineseName: string
    latinName: string
    category: string
    description: string
    images: PublicFile[]
    video: PublicFile | null
  }
  batch: { number: string; date: string | null; volume: string | null }
  owner: { id: string; name: string; active: boolean }
  /**
   * Records in the order of the stages and, within one, of when they happened. A long history answers a window of it: of
   * every long stage the first and the last records. `histories` says what is left out, `GET …/records` gives it.
   */
  stages: TraceStage[]
  /** How many records speak of this code now, and how many of them `stages` holds. */
  records: { total: number; shown: number }
  /** Every reported stage, in order. */
  histories: StageHistory[]
  counts: TraceCounts
  ledger: {
    /** Speaks of the records in `stages` alone. `recorded`: every shown record is in the ledger; `pending`: some are queued; `unavailable`: cannot check now. */
    state: 'recorded' | 'pending' | 'mismatch' | 'unavailable'
    anchored: boolean
    /** Declared breaks of the log, the oldest first; none when left out. */
    breaks?: LedgerBreakTold[]
  }
  warnings: TraceWarning[]
}

/** Where the log goes on under a new name because entries that had been signed were lost. */
export interface LedgerBreakTold {
  /** ISO 8601 in UTC. */
  at: string
  /** As the operator wrote it. */
  reason: string
  /** Entries that the log goes on from. */
  size: number
  /** The furthest head that is known to have been signed and is lost; root in hexadecimal. */
  lost: { size: number; root: string }
}

/** All that was reported of one stage, of which `stages` may hold a part. */
export interface StageHistory {
  stage: StageKey
  total: number
  /** How many of them `stages` holds. */
  shown: number
  /** When the first and the last of all of them happened (ISO 8601 UTC). */
  firstAt: string
  lastAt: string
  /** Records before the first one that is shown. */
  before: number
  /** The shown record after which `total - shown - before` others are left out; null when none are. */
  gapAfter: string | null
}

/** GET /api/trace/{code}/records?stage=&after=&limit=: records of one stage, in order. */
export interface TraceRecords {
  stage: StageKey
  /** How many current records the stage has for this code. */
  total: number
  /** How many of them come before the first one answered here. */
  before: number
  records: TraceStage[]
  /** What to ask `after` for the next ones; null when these were the last. */
  next: string | null
  /** As in the answer about the code, of these records alone. */
  ledger: TraceAnswer['ledger']
  warnings: TraceWarning[]
}

export interface TraceCounts {
  scans: number
  firstScanAt: string | null
  checks: number
  firstCheckAt: string | null
}

export interface PublicFile {
  url: string
  name: string
  type: string
  sha256: string
}

export interface TraceStage {
  recordId: string
  stage: StageKey
  order: number
  version: number
  /** When it was reported (server clock, ISO 8601 UTC) and when the reporter says it happened. */
  recordedAt: string
  happenedAt: string
  enterprise: string
  place: { longitude: number; latitude: number; name: string | null } | null
  values: TraceValue[]
  files: (PublicFile & { field: string; fieldName?: string; kind: 'image' | 'document' })[]
  documents: { code: string; name: string }[]
  corrected: boolean
}

export interface TraceValue {
  key: string
  type: StageFieldType
  group: FieldGroup
  unit?: string
  /** As in the ledger leaf; choices are option keys, dictionaries carry `label`. */
  value: unknown
  label?: string
  /** Name of a field that the enterprise added to its form, as it wrote it; the stages' own fields have phrases. */
  fieldName?: string
  highlight?: boolean
}

export type TraceWarning =
  | { kind: 'suspicious'; stage: StageKey | null; reason: 'fingerprintMismatch' | 'chainBroken' }
  | { kind: 'clone'; reason: 'impossibleSpeed' | 'manyPlaces' | 'beforePort' | 'afterSale' | 'channel' }
  | { kind: 'manyWrongChecks' }
  | { kind: 'ownerInactive' }

/** POST /api/trace/scan. Exactly one caller of a code is told `first: true`. */
export interface ScanAnswer {
  scans: number
  firstScanAt: string
  first: boolean
}

/** POST /api/trace/check. */
export interface CheckAnswer {
  genuine: boolean
  /** Right codes that were entered; wrong ones are not counted here. */
  checks: number
  /** When the first right one was entered; empty before that. */
  firstCheckAt: string
  /** This right code was the first. */
  first: boolean
  /** True when more wrong answers than the limits allow have come: solve the picture and send `captcha`. */
  challenge?: { uuid: string; image: string }
}

/**
 * GET /api/trace/{code}/proof: everything a reader needs to check the record without trusting this server. Of the records in
 * the answer about the code; with `records=17,18` of these (at most 100), with `stage=&after=&limit=` of those that `records` answers.
 */
export interface ProofAnswer {
  log: {
    origin: string
    /** Verifier key of the log in the signed-note form `name+hash+base64`. */
    verifierKey: string
  }
  /** Signed checkpoint (C2SP tlog-checkpoint) that every inclusion path leads to. */
  checkpoint: string
  records: ProofRecord[]
  /** How many records speak of this code now, proven here or not. */
  total: number
  /** When a stage was asked for: what to ask `after` for the next ones; null when these were the last. */
  next: string | null
}

export interface ProofRecord {
  recordId: string
  stage: StageKey
  /** `queued` records have no index yet. */
  state: 'logged' | 'queued'
  /** Leaf entry: RFC 8785 canonical JSON, exactly the bytes that were hashed. */
  leaf: string
  index: number | null
  /** Inclusion path, leaf upward, base64. */
  path: string[]
  /** Fields of the specification's blockchain check. */
  timestamp: string
  ownerEnterprise: string
  transactionFingerprint: string
  /** Leaf hash in the log (hex), and the hash recomputed from today's database row (hex). */
  traceHash: string
  databaseHash: string
  compliant: boolean
  anchor: { chainId: number; transaction: string; block: number } | null
}
