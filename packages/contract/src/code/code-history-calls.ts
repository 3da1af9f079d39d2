import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { certificationStates } from '../certification/states.ts'
import { caseKinds, caseStates } from '../channel/case.ts'
import { stageKeys } from '../stage/keys.ts'
import { count, moment, rowId } from '../wire/shapes.ts'

/** Most scans and checks in the answer; the logs have all of them. */
export const historyEntries = 10

const where = {
  time: moment,
  /** ISO 3166-1 alpha-2. */
  country: z.string().nullable(),
  province: z.string().nullable(),
  city: z.string().nullable(),
  district: z.string().nullable(),
}

const historyRecord = z.strictObject({
  id: rowId,
  stage: z.enum(stageKeys),
  /** When it happened, by the reporter's statement. */
  time: moment,
  operator: z.string(),
  documentCode: z.string(),
  version: count,
  /** Something in it was unlikely and the reporter confirmed it. */
  flagged: z.boolean(),
  /** Reported for this code, or for others of its batch and valid for it too. */
  named: z.boolean(),
})

/** Reasons to look at a code. */
export const codeWarnings = ['manyWrongChecks', 'checkedAgain', 'flaggedRecord', 'ownerInactive'] as const

export const codeHistory = defineCall({
  method: 'GET',
  path: '/code/qr/:code/life',
  access: { anyOf: ['code:qr:query', 'code:qr:list'] },
  scope: { tested: 'a code of a request in scope', in: 'apps/server/test/code' },
  summary: 'What a code belongs to, what was reported of it, and where it was last scanned and checked',
  answer: z.strictObject({
    request: z.strictObject({
      id: rowId,
      name: z.string(),
      updateStage: z.enum(stageKeys),
      stageType: z.enum(['inStock', 'outOfStock', 'regular']),
    }),
    batch: z.strictObject({ id: rowId, batchNumber: z.string(), status: z.string() }),
    product: z.strictObject({ id: rowId, name: z.string() }),
    /** By time: of each stage the record of this code, else the last of its batch; null for callers that may not list records. */
    records: z.array(historyRecord).nullable(),
    /** The latest; null for callers that may not read the log. */
    scans: z.array(z.strictObject(where)).nullable(),
    checks: z.array(z.strictObject({ ...where, genuine: z.boolean() })).nullable(),
    /** Cases about it, newest first; null for callers that may not list cases. */
    cases: z
      .array(
        z.strictObject({
          id: rowId,
          kind: z.enum(caseKinds),
          status: z.enum(caseStates.values),
          firstAt: moment,
          lastAt: moment,
          /** Reason of its last transition. */
          note: z.string().nullable(),
        }),
      )
      .nullable(),
    /** Steps of its certification, newest first; null for callers that may not list certifications of the own codes. */
    certification: z
      .array(
        z.strictObject({
          id: rowId,
          action: z.enum(['submit', 'authorize', 'resubmit', 'withdraw', 'pass', 'fail']),
          state: z.enum(certificationStates.values),
          operator: z.string(),
          enterpriseName: z.string(),
          reason: z.string().nullable(),
          recordedAt: moment,
        }),
      )
      .nullable(),
    warnings: z.array(z.enum(codeWarnings)),
  }),
})

export type CodeHistory = AnswerOf<typeof codeHistory>
export const codeHistoryCalls = [codeHistory] as const
