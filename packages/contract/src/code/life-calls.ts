import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { certificationStates } from '../certification/states.ts'
import { caseKinds, caseStates } from '../channel/case.ts'
import { stageKeys } from '../stage/keys.ts'
import { count, moment, rowId } from '../wire/shapes.ts'

/** So many scans and checks are told; the logs have all of them. */
export const lifeEntries = 10

const where = {
  time: moment,
  /** ISO 3166-1 alpha-2. */
  country: z.string().nullable(),
  province: z.string().nullable(),
  city: z.string().nullable(),
  district: z.string().nullable(),
}

const lifeRecord = z.strictObject({
  id: rowId,
  stage: z.enum(stageKeys),
  /** When it happened, as whoever reported it said. */
  time: moment,
  operator: z.string(),
  documentCode: z.string(),
  version: count,
  /** Was something in it unlikely, and said to be true all the same? */
  flagged: z.boolean(),
  /** Reported for this code itself, or for others of its batch, which it holds for too. */
  named: z.boolean(),
})

/** Why somebody should look at a code. */
export const lifeWarnings = ['manyWrongChecks', 'checkedAgain', 'flaggedRecord', 'ownerInactive'] as const

export const codeLife = defineCall({
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
    /** In the order in which it happened: of each stage the record of this code, else the last of its batch; null for who may not list records. */
    records: z.array(lifeRecord).nullable(),
    /** The last ones; null for who may not read the log. */
    scans: z.array(z.strictObject(where)).nullable(),
    checks: z.array(z.strictObject({ ...where, genuine: z.boolean() })).nullable(),
    /** What scans and checks said against it, the newest first; null for who may not list cases. */
    cases: z
      .array(
        z.strictObject({
          id: rowId,
          kind: z.enum(caseKinds),
          status: z.enum(caseStates.values),
          firstAt: moment,
          lastAt: moment,
          /** Why it was confirmed, dismissed or opened again, the last time. */
          note: z.string().nullable(),
        }),
      )
      .nullable(),
    /** Steps of its certification, the newest first; null for who may not list certifications of the own codes. */
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
    warnings: z.array(z.enum(lifeWarnings)),
  }),
})

export type CodeLife = AnswerOf<typeof codeLife>
export const lifeCalls = [codeLife] as const
