/** What the server answers to the phone page (docs/wire.md). */
import type { StageFieldType, StageKey } from '@timbermark/contract'
import type { StageAttribute } from '@timbermark/contract/stages'
import type { RefusedCode } from './report.ts'

export type Id = string | number

/** What an enterprise's template adds to a stage's form; its values travel among the stage's own. */
export type TemplateAttribute = StageAttribute

export interface StageTemplate {
  id: Id
  name: string
  version?: number
  attributes: TemplateAttribute[]
}

/** One stage that this user may report, with what can be chosen for it. */
export interface AuthorizedStage {
  stage: StageKey
  templates: StageTemplate[]
  circulations: { id: Id; name: string }[]
  /** Parameter templates: usual values of the stage's fields. */
  parameters: { id: Id; name: string; values: Record<string, unknown> }[]
}

/** GET /stage/code/{code}. */
export interface CodeAnswer {
  /** Null when what was asked about is no code at all. */
  code: string | null
  known: boolean
  level?: number | null
  batchNumber?: string | null
  productName?: string | null
  alreadyReported?: boolean
  /** Key of the refusal that a report with this code would get. */
  refusal?: string | null
}

/** GET /evidence/document/lookup. */
export interface DocumentAnswer {
  code: string
  name: string
  type?: string
}

/** POST /stage/report. */
export interface ReportAnswer {
  recordId: Id
  accepted: string[]
  refused: RefusedCode[]
}

export type RecordStatus = 'current' | 'superseded' | 'voided'
export type LedgerState = 'queued' | 'logged'

/** One row of GET /stage/record/mine. */
export interface RecordRow {
  recordId: Id
  reportId?: string
  stage: StageKey
  batchNumber?: string | null
  productName?: string | null
  /** How many codes were reported. */
  codes: number
  firstCode?: string | null
  time: string
  recordedAt: string
  status: RecordStatus
  version: number
  ledger: LedgerState
}

/** One answer of a record, with what is needed to show it long after its form changed. */
export interface RecordValue {
  key: string
  type: StageFieldType
  unit?: string
  dict?: string
  /** Of a template's attribute; a stage's field is labelled by its phrase. */
  label?: string
  /** Pictures and files come as file descriptions. */
  value: unknown
}

/** GET /stage/record/{id}. */
export interface FullRecord extends RecordRow {
  parentCode?: string | null
  documentCode?: string | null
  operator?: string | null
  longitude?: string | number | null
  latitude?: string | number | null
  /** Why this version was made. */
  reason?: string | null
  values: RecordValue[]
  /** The first of the codes. */
  codeList?: string[]
}

/** GET /getInfo, the part that the page shows. */
export interface Profile {
  userId: Id
  userName: string
  nickName?: string
  userType?: string | number
  deptName?: string
  enterpriseName?: string
}

export interface DictEntry {
  dictLabel: string
  dictValue: string
}
