import { isOneOf } from '../one-of.ts'
import { choice, datetime, text } from '../field.ts'
import type { States } from '../states.ts'
import { defineView, rowExtras } from '../view.ts'
import { stageKeys } from './keys.ts'
import type { StageFieldType } from './types.ts'

/** What a reporter may ask the office to do with a record of theirs. */
export const changeKinds = ['withdrawal', 'correction'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Types of values that a reporter may propose: what can be typed or chosen without a new file, scan or place. */
export const proposableTypes = [
  'text',
  'longText',
  'number',
  'integer',
  'date',
  'datetime',
  'yesNo',
  'choice',
  'dict',
  'country',
] as const satisfies readonly StageFieldType[]

export const isProposable = (type: StageFieldType): boolean => isOneOf(proposableTypes, type)

/** Most values of a record's form in one request. */
export const maxProposedValues = 40

/** What the reporter of a correction says would be right; what is left out is right as it is. */
export interface ProposedChange {
  documentCode?: string | undefined
  operator?: string | undefined
  /** ISO 8601. */
  time?: string | undefined
  values?: Record<string, unknown> | undefined
}

/** Longest reason of a change request, and longest remark of its decision, in characters. */
export const changeTextLength = 500

/** A request is decided once; a record that is changed without it closes it. */
export const changeRequestStates = {
  field: 'status',
  initial: 'waiting',
  values: ['waiting', 'agreed', 'declined', 'takenBack', 'closed'],
  transitions: [
    { verb: 'agree', from: ['waiting'], to: 'agreed', by: 'separateCall' },
    { verb: 'decline', from: ['waiting'], to: 'declined', by: 'separateCall' },
    { verb: 'takeBack', from: ['waiting'], to: 'takenBack', by: 'separateCall' },
    { verb: 'close', from: ['waiting'], to: 'closed', by: 'server' },
  ],
  editable: [],
  removable: [],
} as const satisfies States
export type ChangeStatus = (typeof changeRequestStates.values)[number]
export type ChangeVerb = (typeof changeRequestStates.transitions)[number]['verb']

/** The verb of the record that agrees to a request, whose permission decides it. */
export const verbOfChange = { withdrawal: 'void', correction: 'correct' } as const satisfies Record<ChangeKind, string>

/** Requests of reporters to withdraw or correct their records; waiting ones first. */
export const changeRequest = defineView({
  area: 'stage',
  name: 'change-request',
  label: 'batchNumber',
  defaultColumns: ['status', 'kind', 'stage', 'batchNumber', 'reason', 'reporter', 'requestedAt'],
  fields: {
    status: choice({ options: changeRequestStates.values, search: 'eq', readonly: true, required: true }),
    kind: choice({ options: changeKinds, search: 'eq', readonly: true, required: true }),
    stage: choice({ options: stageKeys, search: 'eq', readonly: true, required: true }),
    batchNumber: text({ max: 50, search: 'like', readonly: true, required: true }),
    reason: text({ max: changeTextLength, lines: 3, readonly: true, required: true }),
    reporter: text({ max: 50, readonly: true }),
    requestedAt: datetime({ search: 'range', sortable: true, readonly: true, required: true }),
    decider: text({ max: 50, readonly: true, hideInList: true }),
    decidedAt: datetime({ readonly: true, hideInList: true }),
    remark: text({ max: changeTextLength, lines: 3, readonly: true }),
  },
  operations: ['list', 'export'],
  /** The version of the record that the request is about. */
  rowExtras: rowExtras<{ recordId: number }>(),
})

/** The newest request about a record, as the record's own answer carries it. */
export interface ChangeOfRecord {
  id: number
  kind: ChangeKind
  status: ChangeStatus
  reason: string
  /** Only of corrections; null when the reporter proposed no values. */
  proposed: ProposedChange | null
  remark: string | null
  requestedAt: string
  decidedAt: string | null
}
