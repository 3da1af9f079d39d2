/** Answers of the server: types from the contract, and types of answers that the contract does not declare yet. */
import type { ChangeOfRecord, StageFieldType, StageKey } from '@timbermark/contract'
import type { StageAttribute } from '@timbermark/contract/stages'

export type {
  AuthorizedStage,
  CodeAnswer,
  DocumentAnswer,
  ReportAnswer,
  ReportBody,
  RowsBody,
  ScannedLabel,
} from '@timbermark/contract/stage-calls'

export type Id = number

export type RecordStatus = 'current' | 'superseded' | 'voided'
export type LedgerState = 'queued' | 'logged'

/** The newest request to withdraw or correct a record, as lists have it. */
export type ShortChange = Pick<ChangeOfRecord, 'kind' | 'status'>

/** One row of GET /stage/record/mine. */
export interface RecordRow {
  recordId: Id
  reportId?: string
  stage: StageKey
  batchNumber?: string | null
  productName?: string | null
  /** Number of reported codes. */
  codes: number
  firstCode?: string | null
  time: string
  recordedAt: string
  status: RecordStatus
  version: number
  ledger: LedgerState
  change?: ShortChange | null
  /** State of the newest version of the record, which somebody else may have made, and why it was made. */
  newestStatus?: RecordStatus
  newestReason?: string | null
}

/** One answer of a record, with everything needed to show it after its form has changed. */
export interface RecordValue {
  key: string
  type: StageFieldType
  unit?: string
  dict?: string
  /** The label of a template's attribute; a stage's field is labelled by its phrase. */
  label?: string
  /** Pictures and files are sent as file descriptions. */
  value: unknown
}

/** GET /stage/record/{id}. */
export interface FullRecord extends RecordRow {
  change?: ChangeOfRecord | null
  /** Until when the reporter may ask for a change; null when they may not. */
  changeUntil?: string | null
  parentCode?: string | null
  documentCode?: string | null
  operator?: string | null
  longitude?: string | number | null
  latitude?: string | number | null
  /** When the phone's clock was wrong: the time it showed at submission, the estimated true time, and the time as reported. */
  phoneTime?: string | null
  reckonedTime?: string | null
  claimedTime?: string | null
  /** Why this version was made. */
  reason?: string | null
  /** All versions, the oldest first. */
  versions?: { status: RecordStatus; reason: string | null; recordedAt: string }[]
  values: RecordValue[]
  /** What the template added to the stage. An answer that an older version of the page stored has none. */
  attributes?: StageAttribute[]
  /** The first of the codes. */
  codeList?: string[]
}

/** GET /getInfo, the part that the page shows. */
export interface Profile {
  userId: Id
  userName: string
  nickName?: string
  userType?: string | number
  deptName?: string | null
  enterpriseName?: string
  /** Rights of the person beyond reporting. A profile that an older version of the page stored has none. */
  permissions?: string[]
}

export interface DictEntry {
  dictLabel: string
  dictValue: string
}
