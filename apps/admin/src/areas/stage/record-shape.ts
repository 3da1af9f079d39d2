import type { ErrorKey, StageFieldType, StageKey } from '@timbermark/contract'
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
  /** Name of an attribute that a company's own template added. */
  label?: string
  /** Kept back from public pages: personal, or a secret of the trade. */
  withheld?: boolean
  /** Files come as rows carry them. */
  value: unknown
}

/** One version of a record, as the list of its versions names it. */
export interface RecordVersion {
  id: number
  version: number
  status: 'current' | 'superseded' | 'voided'
  reason: string | null
  recordedAt: string
  createBy: string | null
}

/** A paper that a record relied on. */
export interface RecordPaper {
  /** The field that names it; empty for the proof of the whole report. */
  field: string
  code: string
  name: string
  /** The version that it relied on, and the one that there is now. */
  version: number
  newest: number
  validUntil: string | null
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
  /** Of a phone whose clock was wrong: what it showed at handing over, what it was, and the time as it was reported. */
  phoneTime: string | null
  reckonedTime: string | null
  claimedTime: string | null
  longitude: number | string | null
  latitude: number | string | null
  place: string | null
  parentCode: string | null
  ledger: 'queued' | 'logged'
  ledgerIndex: number | null
  /** What was unlikely and confirmed by whoever reported it. */
  flags: Flag[]
  values: ReportedValue[]
  /** What a template added to the stage when the record was made. */
  attributes: StageAttribute[]
  versions: RecordVersion[]
  papers: RecordPaper[]
  /** The first hundred codes it was reported for. */
  codeList: string[]
}
