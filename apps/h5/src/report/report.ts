/**
 * A stage report as the phone keeps it, from the first keystroke to the server's answer.
 *
 * The phone is the only place that holds a report until the server has answered, so everything here is plain data
 * that IndexedDB can store.
 */
import type { FormSnapshot } from './form-snapshot.ts'
import type { Issue, StageKey } from '@timbermark/contract'
import type { SoftRule } from '@timbermark/contract/plausible'
import type { LogRow } from './rows.ts'
import type { FieldError } from './field-errors.ts'
import type { Id } from './wire.ts'

/** Longitude and latitude, degrees, WGS-84. */
export type Position = [longitude: number, latitude: number]

/**
 * One answer in the form. Numbers stay text, so that they stay exact; pictures and files are keys of `Attachment`s
 * kept on the phone.
 */
export type FieldValue = string | boolean | string[] | Position

/** The circulation that the batch of the scanned codes goes by, once the server has told it. */
export function circulationOf(codes: readonly ScannedCode[]): BatchCirculation | undefined {
  for (const { check } of codes) if (check.state !== 'unchecked' && check.circulation) return check.circulation
  return undefined
}

/** A question that was not answered. */
export function isEmpty(value: FieldValue | null | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The circulation that the batch of a code goes by. */
export interface BatchCirculation {
  id: Id
  name: string
}

/**
 * What is known about a scanned code. `unchecked`: no network yet, the server will judge when the report is sent.
 * `already`: the code was reported for this stage before. `proposed`: the stage that its request proposes, as long as it
 * has not been reported.
 */
export type CodeCheck =
  | { state: 'unchecked' }
  | {
      state: 'good'
      level?: number
      batchNumber?: string
      productName?: string
      already?: boolean
      circulation?: BatchCirculation
      /** How many codes a range is. */
      count?: number
      proposed?: StageKey
    }
  | { state: 'refused'; error: string; message: string; circulation?: BatchCirculation; proposed?: StageKey }

export interface ScannedCode {
  code: string
  /** All codes from `code` to this one, of one request. */
  last?: string
  /** Milliseconds since 1970. */
  at: number
  check: CodeCheck
}

/** What the person entered. */
export interface ReportContent {
  documentCode: string
  operator: string
  /** ISO 8601, UTC. */
  time: string
  circulationId: Id | ''
  templateId: Id | ''
  /** The form of that number as it was when the report began with it. Drafts of before have none. */
  form?: FormSnapshot
  /** Parameter template last used to fill the form. */
  parameterId: Id | ''
  codes: ScannedCode[]
  parentCode: string
  /** In a stage that is no packing: the codes go into the parent by this report. Drafts of before have none. */
  linkCodes?: boolean
  /** Answers to the stage's fields and the template's attributes. */
  values: Record<string, FieldValue>
  position: Position | null
  /** What the server found unlikely when it refused this report. */
  asked?: ServerQuestion[]
  /** Why what is unlikely is true all the same. */
  confirmed?: Answer[]
  /** One row for each log, where each has its own values; `codes` is empty then. */
  rows?: LogRow[]
  /** The stage was chosen because the request of the code that was scanned first proposes it. */
  proposed?: boolean
  /** Where in a form of several steps the person was. */
  step?: number
  /** What the server said of parts of the form, until they are changed. */
  told?: FieldError[]
  /** Parts that were filled in from the last report of this stage, until they are changed. */
  fromLast?: string[]
  /** By the phone's own clock and as reckoned from the server's, when the report was handed over (ISO 8601, UTC). */
  clock?: { shown: string; reckoned: string }
}

/** A question of the server, with the entry that it was about: another entry, and it is none any more. */
export interface ServerQuestion {
  issue: Issue
  /** The question in words. */
  message: string
  /** The entry then, as text. */
  was: string
}

/** The answer to a question; it counts as long as the question has the same numbers. */
export interface Answer {
  rule: SoftRule
  about: string
  reason: string
}

export type ReportState = 'draft' | 'waiting' | 'sending' | 'sent' | 'refused'

/** Why the last attempt did not reach an answer. */
export type Failure = 'network' | 'timeout' | 'server' | 'busy' | 'signIn'

export interface RefusedCode {
  code: string
  error: string
  message: string
}

/** The server's refusal, in its words. */
export interface Refusal {
  error: string
  message: string
  codes: RefusedCode[]
  issues: Issue[]
}

export interface LocalReport {
  /** Names the report on this phone, for addresses and attachments; never changes. */
  key: string
  /** User who composed it. Nobody else sends it, even on a shared phone. */
  owner: string
  /** Names the submission on the server; the same id has the effect of once. Renewed when a refused report is corrected. */
  reportId: string
  stage: StageKey
  state: ReportState
  content: ReportContent
  createdAt: number
  updatedAt: number
  /** Attempts since it was queued that ended without an answer. */
  attempts: number
  /** Not sent again before this moment (milliseconds since 1970). */
  nextAt: number
  /** The body may have left the phone under this `reportId`, so the content must not change any more. */
  left: boolean
  failure?: Failure
  refusal?: Refusal
  recordId?: string
  /** Records of all rows, in their order, where there are several. */
  recordIds?: string[]
  acceptedCodes?: string[]
  /** How many codes were reported, where ranges were among them. */
  acceptedCount?: number
  sentAt?: number
}

/** A picture or document chosen on the phone, kept until the report has been accepted. */
export interface Attachment {
  key: string
  reportKey: string
  name: string
  type: string
  blob: Blob
  /** The server's id, once uploaded. */
  fileId?: string
}

/** An empty report of `stage`, ready to be filled in. */
export function newReport(input: {
  id: string
  owner: string
  stage: StageKey
  operator: string
  now: number
}): LocalReport {
  return {
    key: input.id,
    owner: input.owner,
    reportId: input.id,
    stage: input.stage,
    state: 'draft',
    content: {
      documentCode: '',
      operator: input.operator,
      time: new Date(input.now).toISOString(),
      circulationId: '',
      templateId: '',
      parameterId: '',
      codes: [],
      parentCode: '',
      values: {},
      position: null,
    },
    createdAt: input.now,
    updatedAt: input.now,
    attempts: 0,
    nextAt: 0,
    left: false,
  }
}
