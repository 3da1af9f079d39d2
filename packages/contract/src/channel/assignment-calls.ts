import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { limits } from '../limits.ts'
import { codeText, count, moment, rowId, written } from '../wire/shapes.ts'

/** Single codes, rows of codes by the first and the last code of each, and all codes of requests. */
const codesInput = {
  codes: z.array(z.string().max(500)).max(20_000).default([]),
  ranges: z
    .array(z.strictObject({ first: codeText, last: codeText }))
    .max(1000)
    .default([]),
  requestIds: z.array(rowId).max(100).default([]),
}

const reason = written().max(limits.remark)

export const assignCodes = defineCall({
  method: 'POST',
  path: '/channel/assignment/assign',
  access: { permission: 'channel:assignment:assign' },
  scope: {
    tested: 'codes of requests in scope, and a dealer in scope',
    in: 'apps/server/test/channel/assignment.test.ts',
  },
  summary:
    'Gives codes to a dealer, packages and containers with all that is in them; with `reassign` also those of another dealer',
  body: z.strictObject({
    dealerId: rowId,
    ...codesInput,
    reassign: z.boolean().default(false),
    reason: reason.nullish(),
  }),
  answer: z.strictObject({ id: rowId, assigned: count, reassigned: count }),
  labels: 'channel.assignment',
  audit: { title: 'channel.assignment', kind: 'add' },
})

export const takeFromDealers = defineCall({
  method: 'POST',
  path: '/channel/assignment/withdraw',
  access: { permission: 'channel:assignment:withdraw' },
  scope: { tested: 'codes of requests in scope', in: 'apps/server/test/channel/assignment.test.ts' },
  summary: 'Takes codes back from their dealers; with `assignmentId` alone all that the dealer still has of it',
  body: z.strictObject({ assignmentId: rowId.nullish(), ...codesInput, reason: reason.min(1) }),
  answer: z.strictObject({ id: rowId, withdrawn: count }),
  labels: 'channel.assignment',
  audit: { title: 'channel.assignment', kind: 'add' },
})

export const assignmentsOfCode = defineCall({
  method: 'GET',
  path: '/channel/assignment/code/:code',
  access: { permission: 'channel:assignment:query' },
  scope: { tested: 'a code of a request in scope', in: 'apps/server/test/channel/assignment.test.ts' },
  summary: 'Which dealers had a code, from when to when; the last one first',
  answer: z.array(
    z.strictObject({
      dealerName: z.string(),
      since: moment,
      /** Null while the dealer has it. */
      until: moment.nullable(),
      assignedBy: z.string().nullable(),
      endedBy: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
})

export const assignmentCalls = [assignCodes, takeFromDealers, assignmentsOfCode] as const

export type AssignmentPeriod = AnswerOf<typeof assignmentsOfCode>[number]
