import { z } from 'zod'
import { defineCall } from '../call.ts'
import { added, nothing, written } from '../wire/shapes.ts'
import { changeKinds, changeTextLength, maxProposedValues } from './change-request.ts'
import { reporters } from '../user-types.ts'

const id = z.number().int().positive()
const words = written().trim().min(1).max(changeTextLength)
// Reasons and remarks are not loggable: they may name people, and can be removed from the request alone.
const audit = { title: 'stage.change-request', kind: 'edit' } as const
const labels = 'stage.change-request'
const ownRecords = { tested: 'records of the caller', in: 'apps/server/test/stage/change-requests.test.ts' } as const

/** Longest time in which reporters may ask for a change, in hours: a year. */
export const maxChangeHours = 8760

/** What the reporter of a correction says would be right. */
const proposed = z.strictObject({
  documentCode: written().trim().min(1).max(50).optional(),
  operator: written().trim().min(1).max(50).optional(),
  time: z.iso.datetime({ offset: true }).optional(),
  values: z
    .record(z.string().max(60), z.unknown())
    .refine(values => Object.keys(values).length <= maxProposedValues)
    .optional(),
})

export const requestChange = defineCall({
  method: 'POST',
  path: '/stage/change-request',
  access: { permission: 'stage:record:report', userTypes: reporters },
  scope: ownRecords,
  summary:
    'Asks the office to withdraw or correct a record of the caller, within the time that the enterprise sets; a correction may say which values would be right',
  body: z.strictObject({ recordId: id, kind: z.enum(changeKinds), reason: words, proposed: proposed.optional() }),
  answer: added,
  labels,
  audit: { ...audit, kind: 'add', loggable: ['recordId', 'kind'] },
})

export const takeChangeBack = defineCall({
  method: 'PUT',
  path: '/stage/change-request/:id(^\\d+$)/take-back',
  access: { permission: 'stage:record:report', userTypes: reporters },
  scope: ownRecords,
  summary: 'Takes an own change request back while it waits',
  body: z.strictObject({}),
  answer: nothing,
  labels,
  audit,
})

export const declineChange = defineCall({
  method: 'PUT',
  path: '/stage/change-request/:id(^\\d+$)/decline',
  access: { anyOf: ['stage:record:void', 'stage:record:correct'] },
  scope: { tested: 'requests in scope', in: 'apps/server/test/stage/change-requests.test.ts' },
  summary: 'Declines a change request with a remark for its reporter',
  body: z.strictObject({ remark: words }),
  answer: nothing,
  labels,
  audit: { ...audit, loggable: [] },
})

const rule = z.strictObject({
  /** Hours after a report reached the server in which its reporter may ask; 0: not at all. */
  hours: z.number().int().min(0).max(maxChangeHours),
})

export const changeRule = defineCall({
  method: 'GET',
  path: '/stage/change-request/rule',
  access: { permission: 'stage:change-request:list' },
  scope: { none: 'a setting of the whole enterprise' },
  summary: 'For how many hours reporters may ask for a change of their records; 0 means not at all',
  answer: rule,
})

export const setChangeRule = defineCall({
  method: 'PUT',
  path: '/stage/change-request/rule',
  access: { permission: 'stage:change-request:rule' },
  scope: { none: 'a setting of the whole enterprise' },
  summary: 'Sets for how many hours reporters may ask for a change of their records; waiting requests stay',
  body: rule,
  answer: nothing,
  labels,
  audit,
})

export const changeRequestCalls = [requestChange, takeChangeBack, declineChange, changeRule, setChangeRule] as const
