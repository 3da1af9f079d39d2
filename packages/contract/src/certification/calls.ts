import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { codeText, count, fileInfo, moment, rowId, written } from '../wire/shapes.ts'
import { certificationStates } from './states.ts'

const id = z.number().int().positive()

/** Single codes, and rows of codes by the first and the last code of each. */
const codesInput = {
  codes: z.array(z.string().max(500)).max(2000).default([]),
  ranges: z
    .array(z.strictObject({ first: codeText, last: codeText }))
    .max(200)
    .default([]),
}
/** The same for own codes; rows of a request also by serial numbers, both ends included, counted from 1. */
const ownCodesInput = {
  ...codesInput,
  numbers: z
    .array(z.strictObject({ requestId: id, from: id, to: id }))
    .max(200)
    .default([]),
}
const reason = written().min(1).max(500)
const judgement = {
  result: z.enum(['pass', 'fail']),
  judgedOn: z.iso.date(),
  /** Reason; required when the review is not passed. */
  reason: written().max(500).nullish(),
  /** Codes of the reviewer's certificates and forms. */
  papers: z.array(z.string().trim().min(1).max(50)).max(10).default([]),
}
const answer = z.strictObject({ codes: count })
const audit = { title: 'certification.authorization', kind: 'edit' } as const
const labels = 'certification'

const codesInScope = { tested: 'codes of requests in scope', in: 'apps/server/test/certification' } as const

export const certifiers = defineCall({
  method: 'GET',
  path: '/certification/authorization/certifiers',
  access: { permission: 'certification:authorization:authorize' },
  scope: { none: 'names of other enterprises' },
  summary: 'Enterprises that can be authorized to review codes',
  answer: z.array(z.strictObject({ id: rowId, label: z.string() })),
})

export const otherReviewers = defineCall({
  method: 'GET',
  path: '/certification/authorization/reviewers',
  access: { permission: 'certification:authorization:submit' },
  scope: { none: 'a number of people of the own enterprise' },
  summary: 'How many other people of the own enterprise may review codes that the caller submits',
  answer: z.strictObject({ others: count }),
})

export const authorizeCertifier = defineCall({
  method: 'POST',
  path: '/certification/authorization/authorize',
  access: { permission: 'certification:authorization:authorize' },
  scope: codesInScope,
  summary: 'Authorizes another enterprise to review codes',
  body: z.strictObject({ certifierId: id, ...ownCodesInput }),
  answer,
  labels,
  audit: { ...audit, kind: 'grant' },
})

export const submitCodes = defineCall({
  method: 'POST',
  path: '/certification/authorization/submit',
  access: { permission: 'certification:authorization:submit' },
  scope: codesInScope,
  summary: 'Hands codes in for the own review, without a third party',
  body: z.strictObject({ ...ownCodesInput }),
  answer,
  labels,
  audit,
})

export const resubmitCodes = defineCall({
  method: 'POST',
  path: '/certification/authorization/resubmit',
  access: { permission: 'certification:authorization:resubmit' },
  scope: codesInScope,
  summary: 'Hands codes in again whose review was not passed',
  body: z.strictObject({ ...ownCodesInput, reason }),
  answer,
  labels,
  audit,
})

export const withdrawCodes = defineCall({
  method: 'POST',
  path: '/certification/authorization/withdraw',
  access: { permission: 'certification:authorization:withdraw' },
  scope: codesInScope,
  summary: 'Takes an authorization or submission of codes back, with what came of it: they are not authorized again',
  body: z.strictObject({ ...ownCodesInput, reason }),
  answer,
  labels,
  audit,
})

export const judgeOwnCodes = defineCall({
  method: 'POST',
  path: '/certification/authorization/judge',
  access: { permission: 'certification:authorization:judge' },
  scope: codesInScope,
  summary: 'Result of the own review of codes, by somebody else than who handed them in',
  body: z.strictObject({ ...ownCodesInput, ...judgement }),
  answer,
  labels,
  audit,
})

export const judgeCodes = defineCall({
  method: 'POST',
  path: '/certification/review/judge',
  access: { permission: 'certification:review:judge' },
  scope: { tested: 'codes of another enterprise that asks for certification', in: 'apps/server/test/certification' },
  summary: 'Result of the review of codes that another enterprise authorized the own one for',
  body: z.strictObject({ ...codesInput, ...judgement }),
  answer,
  labels,
  audit: { title: 'certification.review', kind: 'edit' },
})

const steps = z.array(
  z.strictObject({
    id: rowId,
    action: z.enum(['submit', 'authorize', 'resubmit', 'withdraw', 'pass', 'fail']),
    state: z.enum(certificationStates.values),
    firstCode: z.string(),
    lastCode: z.string(),
    codes: count,
    certifierName: z.string().nullable(),
    operator: z.string(),
    enterpriseName: z.string(),
    reason: z.string().nullable(),
    judgedOn: z.iso.date().nullable(),
    papers: z.array(z.strictObject({ code: z.string(), name: z.string(), file: fileInfo })),
    recordedAt: moment,
  }),
)

/** Of one code, or of a row of codes. */
const ofCodes = z.object({ first: codeText, last: codeText.optional() })

export const certificationHistory = defineCall({
  method: 'GET',
  path: '/certification/authorization/history',
  access: { permission: 'certification:authorization:list' },
  scope: { tested: 'a code of a request in scope', in: 'apps/server/test/certification' },
  summary: 'Every step of the certification of own codes, the last one first',
  query: ofCodes,
  answer: steps,
})

export const reviewHistory = defineCall({
  method: 'GET',
  path: '/certification/review/history',
  access: { permission: 'certification:review:list' },
  scope: { tested: 'a code of another enterprise that asks for certification', in: 'apps/server/test/certification' },
  summary: 'Every step of the certification of codes under an authorization of the own enterprise, the last one first',
  query: ofCodes,
  answer: steps,
})

export const certificationCalls = [
  certifiers,
  otherReviewers,
  authorizeCertifier,
  submitCodes,
  resubmitCodes,
  withdrawCodes,
  judgeOwnCodes,
  judgeCodes,
  certificationHistory,
  reviewHistory,
] as const

export type CertificationStep = AnswerOf<typeof certificationHistory>[number]
