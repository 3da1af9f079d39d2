/**
 * A stage report as the phone stores it, from the first keystroke to the server's answer.
 *
 * Until the server has answered, only the phone has the report, so everything here is plain data
 * that IndexedDB can store.
 */
import type { FormSnapshot } from './form-snapshot.ts'
import type { Issue, StageKey } from '@timbermark/contract'
import type { SoftRule } from '@timbermark/contract/plausible'
import type { LogRow } from './rows.ts'
import type { FieldError } from './field-errors.ts'
import type { Id, ScannedLabel } from './wire.ts'

/** Longitude and latitude, degrees, WGS-84. */
export type Position = [longitude: number, latitude: number]

/**
 * One answer in the form. Numbers stay text, so that they stay exact; pictures and files are keys of `Attachment`s
 * stored on the phone.
 */
export type FieldValue = string | boolean | string[] | Position | UnreadText

/** A typed text that is no number; it is stored on the phone and never sent. */
export interface UnreadText {
  unread: string
}

export const isUnread = (value: FieldValue | null | undefined): value is UnreadText =>
  typeof value === 'object' && value !== null && 'unread' in value

/** The circulation of the batch of the scanned codes, once the server has sent it. */
export function circulationOf(codes: readonly ScannedCode[]): BatchCirculation | undefined {
  for (const { check } of codes) if (check.state !== 'unchecked' && check.circulation) return check.circulation
  return undefined
}

/** The species of the scanned codes by their code requests, where the server has named one, and no other. */
export function speciesOf(codes: readonly ScannedCode[]): string | undefined {
  const named = new Set(codes.flatMap(({ check }) => (check.state === 'good' && check.species ? [check.species] : [])))
  return named.size === 1 ? [...named][0] : undefined
}

/** Is the value no answer? */
export function isEmpty(value: FieldValue | null | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The circulation of a code's batch. */
export interface BatchCirculation {
  id: Id
  name: string
}

/**
 * The check result of a scanned code. `unchecked`: no network yet, the server checks the code when the report is sent.
 * `already`: the code was reported for this stage before. `proposed`: the stage that its code request proposes, until it
 * is reported.
 */
export type CodeCheck =
  | { state: 'unchecked' }
  | {
      state: 'good'
      level?: number
      batchNumber?: string
      productName?: string
      /** Old drafts have none. */
      species?: string
      already?: boolean
      circulation?: BatchCirculation
      /** Number of codes in a range. */
      count?: number
      proposed?: StageKey
      /** What stands against the goods or the label without forbidding it. Old drafts have none. */
      label?: ScannedLabel
      recalled?: string
    }
  | {
      state: 'refused'
      error: string
      message: string
      circulation?: BatchCirculation
      proposed?: StageKey
      label?: ScannedLabel
      recalled?: string
    }

export interface ScannedCode {
  code: string
  /** For a range: all codes from `code` to this one, of one request. */
  last?: string
  /** Milliseconds since 1970. */
  at: number
  check: CodeCheck
}

/** What the person entered. Stored on the phone: property names must stay. */
export interface ReportContent {
  documentCode: string
  operator: string
  /** ISO 8601, UTC. */
  time: string
  /** Empty: that of the batch, which the server knows. */
  circulationId: Id | ''
  templateId: Id | ''
  /** The template's form as it was when the report was started. Old drafts have none. */
  form?: FormSnapshot
  /** Parameter template last used to fill the form. */
  parameterId: Id | ''
  codes: ScannedCode[]
  parentCode: string
  /** In a stage other than packing: this report puts the codes into the parent. Old drafts have none. */
  linkCodes?: boolean
  /** Answers to the stage's fields and the template's attributes. */
  values: Record<string, FieldValue>
  position: Position | null
  /** The server's questions from its refusal of this report. */
  asked?: ServerQuestion[]
  /** The reasons why unlikely values are correct. */
  confirmed?: Answer[]
  /** One row for each log, when each has its own values; `codes` is empty then. */
  rows?: LogRow[]
  /** The stage was chosen because the request of the code scanned first proposes it. */
  proposed?: boolean
  /** The step of the form that the person was in. */
  step?: number
  /** The server's field errors, until the fields are changed. */
  told?: FieldError[]
  /** The quantity that was last counted from the codes; a different answer is the person's. */
  counted?: string
  /** The volume that was last computed by the measure rule. Old drafts have none. */
  measured?: string
  /** Form parts filled in from the last report of this stage, until they are changed. */
  fromLast?: string[]
  /** Form parts filled in from the batch of the codes, until they are changed. */
  fromBatch?: string[]
  /** Submission time by the phone's clock, and as estimated from the server's clock (ISO 8601, UTC). */
  clock?: { shown: string; reckoned: string }
}

/** A question of the server with the value that it concerns: when the value changes, the question is void. */
export interface ServerQuestion {
  issue: Issue
  /** The question as a sentence. */
  message: string
  /** The value at that time, as text. */
  was: string
}

/** The answer to a question; it is valid as long as the question has the same values. */
export interface Answer {
  rule: SoftRule
  about: string
  reason: string
}

export type ReportState = 'draft' | 'waiting' | 'sending' | 'sent' | 'refused'

/** Why the last attempt got no answer. */
export type Failure = 'network' | 'timeout' | 'server' | 'busy' | 'signIn'

export interface RefusedCode {
  code: string
  error: string
  message: string
}

/** A picture or document that the server did not take. */
export interface RefusedFile {
  /** Of its attachment. */
  key: string
  name: string
  error: string
  message: string
}

/** The server's refusal, with its own messages. */
export interface Refusal {
  error: string
  message: string
  codes: RefusedCode[]
  issues: Issue[]
  /** Files because of which the report could not be sent. Refusals of old versions have none. */
  files?: RefusedFile[]
  /** How many codes and field errors the server left out. */
  more?: { refused?: number; issues?: number }
}

/** Something that the phone sends to the server when it can, once: a report, or an act on labels. */
export interface Delivery {
  /** Identifies it on this phone, for addresses and attachments; never changes. */
  key: string
  /** The user who wrote it. Nobody else sends it, even on a shared phone. */
  owner: string
  /** Identifies the submission on the server: the same id is counted once. Renewed when a refused one is corrected. */
  reportId: string
  state: ReportState
  createdAt: number
  updatedAt: number
  /** Number of attempts without an answer since it was queued. */
  attempts: number
  /** Not sent again before this moment (milliseconds since 1970). */
  nextAt: number
  /** The body may have left the phone under this `reportId`, so the content must not change any more. */
  left: boolean
  failure?: Failure
  refusal?: Refusal
  sentAt?: number
}

export interface LocalReport extends Delivery {
  kind?: undefined
  stage: StageKey
  content: ReportContent
  recordId?: string
  /** Records of all rows, in their order, where there are several. */
  recordIds?: string[]
  acceptedCodes?: string[]
  /** Number of accepted codes, with those of ranges counted. */
  acceptedCount?: number
}

/** A picture or document chosen on the phone, stored until the report is accepted. */
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
