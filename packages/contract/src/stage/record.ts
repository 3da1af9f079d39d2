import { choice, datetime, flag, integer, naming, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'
import type { States } from '../states.ts'
import { stageKeys } from './keys.ts'

/** What a reader of records looks for: corrections, and reports that came long after their stage. */
export const recordDeviations = ['corrected', 'late'] as const

/** Confirmed questions about wood that a reader of records looks for. */
export const recordQuestions = ['yield', 'species'] as const

/** A report is late when it reached the server more than so many days after its stage happened. */
export const lateReportDays = 7

/** A record is never edited: a correction is a new version that supersedes the previous one. */
export const recordStates = {
  field: 'status',
  initial: 'current',
  values: ['current', 'superseded', 'voided'],
  transitions: [],
  editable: [],
  removable: [],
} as const satisfies States

/** Stage records of batches. Only reports create them. */
export const stageRecord = defineView({
  area: 'stage',
  name: 'record',
  idAlias: 'recordId',
  label: 'batchNumber',
  defaultColumns: ['stage', 'batchNumber', 'status', 'codes', 'recordedAt', 'operator', 'flagged'],
  fields: {
    stage: choice({ options: stageKeys, search: 'eq', readonly: true, required: true }),
    batchNumber: text({ max: 50, search: 'like', readonly: true, required: true }),
    productName: naming({ max: 100, readonly: true, required: true }),
    /** Number of reported codes. */
    codes: integer({ readonly: true, required: true }),
    /** When it reached the server. */
    recordedAt: datetime({ search: 'range', sortable: true, readonly: true, required: true }),
    operator: text({ max: 50, search: 'like', readonly: true, required: true }),
    documentCode: text({ max: 50, search: 'like', readonly: true }),
    version: integer({ readonly: true, required: true }),
    status: choice({ options: recordStates.values, search: 'eq', readonly: true, required: true }),
    ledger: choice({ options: ['queued', 'logged'], readonly: true, required: true }),
    /** Something in it was unlikely and the reporter confirmed it. */
    flagged: flag({ search: 'eq', readonly: true, required: true }),
    circulationName: text({ max: 50, readonly: true, hideInList: true }),
    remark: text({ max: 200, readonly: true, hideInList: true }),
    /** Reason of the correction or withdrawal. */
    reason: text({ max: 500, readonly: true, hideInList: true }),
  },
  globalSearch: { by: ['documentCode'], shows: ['stage', 'documentCode', 'recordedAt'] },
  searches: {
    deviation: choice({ options: recordDeviations, search: 'eq' }),
    question: choice({ options: recordQuestions, search: 'eq' }),
  },
  operations: ['list', 'query', 'export'],
  states: recordStates,
  rowExtras: rowExtras<{
    reportId: string
    /** When the stage happened, by the reporter's statement. */
    time: string
    batchStatus: string
    createBy: string | null
    ledgerIndex: number | null
    /** Among the reporter's own records: state of the newest version of the record, and why it was made. */
    newestStatus?: (typeof recordStates.values)[number]
    newestReason?: string | null
  }>(),
})
