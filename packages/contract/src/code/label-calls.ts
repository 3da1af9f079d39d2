import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { count, moment, nothing, rowId, written } from '../wire/shapes.ts'
import { labelCauses, labelReasons, labelStates } from './label-states.ts'
import { byPhoneToo } from '../user-types.ts'

const codesInScope = { tested: 'codes of requests in scope', in: 'apps/server/test/code' } as const
const audit = { title: 'code.label', kind: 'edit' } as const
const labels = 'code.label'

const code = z.string().trim().min(1).max(500)
const serial = z.number().int().positive()
/** Most ranges of labels in one act, after adjacent ones are joined: each is a row. */
export const maxLabelRanges = 5000
/** Single labels, rows of labels by the first and the last one, and rows of a request by serial numbers, both ends included, from 1. */
const labelsInput = {
  codes: z.array(z.string().max(500)).max(20_000).default([]),
  ranges: z
    .array(z.strictObject({ first: code, last: code }))
    .max(1000)
    .default([]),
  numbers: z
    .array(z.strictObject({ requestId: serial, from: serial, to: serial }))
    .max(maxLabelRanges)
    .default([]),
}

/** `unchanged` labels had that state already. */
const answer = z.strictObject({ codes: count, unchanged: count })
const note = written().max(200).nullish()

export const activateLabels = defineCall({
  method: 'POST',
  path: '/code/label/activate',
  access: { permission: 'code:label:activate', userTypes: byPhoneToo },
  scope: codesInScope,
  summary: 'Puts labels in use: they are attached to goods; labels in use already stay as they are',
  body: z.strictObject({ ...labelsInput }),
  answer,
  labels,
  audit,
})

export const spoilLabels = defineCall({
  method: 'POST',
  path: '/code/label/spoil',
  access: { permission: 'code:label:spoil', userTypes: byPhoneToo },
  scope: codesInScope,
  summary: 'Reports labels as spoiled or destroyed: anyone who scans one is warned, and no report may name it',
  body: z.strictObject({ ...labelsInput, reason: z.enum(labelReasons.spoil), note }),
  answer,
  labels,
  audit,
})

export const loseLabels = defineCall({
  method: 'POST',
  path: '/code/label/lose',
  access: { permission: 'code:label:lose', userTypes: byPhoneToo },
  scope: codesInScope,
  summary: 'Reports labels as lost or stolen: anyone who scans one is warned, and no report may name it',
  body: z.strictObject({ ...labelsInput, reason: z.enum(labelReasons.lose), note }),
  answer,
  labels,
  audit,
})

export const reinstateLabels = defineCall({
  method: 'POST',
  path: '/code/label/reinstate',
  access: { permission: 'code:label:reinstate' },
  scope: codesInScope,
  summary: 'Takes a loss or spoilage back: the labels are again what they were before; the ledger shows both',
  body: z.strictObject({ ...labelsInput, note: written().min(1).max(200) }),
  answer,
  labels,
  audit,
})

export const labelCounts = defineCall({
  method: 'GET',
  path: '/code/label/counts/:id(^\\d+$)',
  access: { anyOf: ['code:label:list', 'code:qr:list'] },
  scope: { row: 'code/request' },
  summary:
    'How many labels of a request are made, delivered, in use, spoiled and lost, and how often unused ones were scanned',
  answer: z.strictObject({
    made: count,
    delivered: count,
    inUse: count,
    spoiled: count,
    lost: count,
    /** Labels that are not in use, and were scanned. */
    scannedUnused: count,
    /** Of those the spoiled and lost ones. */
    scannedGone: count,
  }),
})

export const labelHistory = defineCall({
  method: 'GET',
  path: '/code/label/history',
  access: { permission: 'code:label:list' },
  scope: codesInScope,
  summary: 'What happened to a label, the last act first',
  query: z.object({ code: z.string().trim().min(1).max(500) }),
  answer: z.array(
    z.strictObject({
      id: rowId,
      verb: z.enum(labelStates.transitions.map(({ verb }) => verb)),
      state: z.enum(labelStates.values),
      cause: z.enum(labelCauses).nullable(),
      reason: z.enum([...labelReasons.spoil, ...labelReasons.lose]).nullable(),
      note: z.string().nullable(),
      firstCode: z.string(),
      lastCode: z.string(),
      codes: count,
      operator: z.string(),
      recordedAt: moment,
    }),
  ),
})

const rule = z.strictObject({
  /** Reports, packings, certifications and assignments of labels that are not in use are refused. */
  mustActivate: z.boolean(),
})

export const labelRule = defineCall({
  method: 'GET',
  path: '/code/label/rule',
  access: { permission: 'code:label:list' },
  scope: { none: 'a setting of the whole enterprise' },
  summary: 'Whether labels must be put in use before anything else names them',
  answer: rule,
})

export const setLabelRule = defineCall({
  method: 'PUT',
  path: '/code/label/rule',
  access: { permission: 'code:label:rule' },
  scope: { none: 'a setting of the whole enterprise' },
  summary:
    'Sets whether labels must be put in use before anything else names them; otherwise the first act puts them in use',
  body: rule,
  answer: nothing,
  labels,
  audit,
})

export type LabelCounts = AnswerOf<typeof labelCounts>
export type LabelAct = AnswerOf<typeof labelHistory>[number]

export const labelCalls = [
  activateLabels,
  spoilLabels,
  loseLabels,
  reinstateLabels,
  labelCounts,
  labelHistory,
  labelRule,
  setLabelRule,
] as const
