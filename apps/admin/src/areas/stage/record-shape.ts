import type { ChangeOfRecord, ErrorKey, StageFieldType, StageKey } from '@timbermark/contract'
import type { Flag } from '@timbermark/contract/plausible'
import type { StageAttribute } from '@timbermark/contract/stages'
import type { Row } from '../../entity/types.ts'

/** A reported value as `GET /stage/record/{id}` answers it. */
export interface ReportedValue {
  key: string
  type: StageFieldType
  group: string
  unit?: string
  dict?: string
  /** Name of an attribute that an enterprise's own template added. */
  label?: string
  /** Not shown on public pages: personal data or a trade secret. */
  withheld?: boolean
  /** Files have the same form as in rows. */
  value: unknown
}

/** One version of a record, as the list of its versions answers it. */
export interface RecordVersion {
  id: number
  version: number
  status: 'current' | 'superseded' | 'voided'
  reason: string | null
  recordedAt: string
  createBy: string | null
}

/** A paper that a record relies on. */
export interface RecordPaper {
  /** The field that names it; empty for the document of the whole report. */
  field: string
  code: string
  name: string
  /** The relied-on version, and the newest one. */
  version: number
  newest: number
  validUntil: string | null
}

/** The plot that a record names. */
export interface RecordPlot {
  id: number
  /** As the record named it. */
  number: string
  name: string
  /** The version of its shape at that time, and the newest one. */
  version: number
  newest: number
}

export interface StageRecord extends Row {
  can: string[]
  why: Record<string, ErrorKey>
  stage: StageKey
  batchNumber: string
  status: RecordVersion['status']
  version: number
  reason: string | null
  operator: string
  documentCode: string
  time: string
  /** Of a phone with a wrong clock: the time it showed at sending, the corrected time, and the time as reported. */
  phoneTime: string | null
  reckonedTime: string | null
  claimedTime: string | null
  longitude: number | string | null
  latitude: number | string | null
  place: string | null
  parentCode: string | null
  ledger: 'queued' | 'logged'
  ledgerIndex: number | null
  /** Unlikely values that the reporter confirmed. */
  flags: Flag[]
  values: ReportedValue[]
  /** What the template added to the stage when the record was made. */
  attributes: StageAttribute[]
  versions: RecordVersion[]
  papers: RecordPaper[]
  plot: RecordPlot | null
  /** The newest request of the reporter to change it. */
  change: ChangeOfRecord | null
  /** The first hundred codes of the record. */
  codeList: string[]
}
