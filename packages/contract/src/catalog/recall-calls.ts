import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { textsInput, rowTexts } from '../kinds/shape.ts'
import { codeText, count, moment, rowId } from '../wire/shapes.ts'
import { recallReports } from './recall.ts'

/** In the caller's language; optional when `…Texts` has it in a language. */
const text = z.string().nullish()

export const declareRecall = defineCall({
  method: 'POST',
  path: '/catalog/recall/declare',
  access: { permission: 'catalog:recall:declare' },
  scope: { tested: 'a batch in scope, or codes of requests in scope', in: 'apps/server/test/catalog/recall.test.ts' },
  summary:
    'Calls back all of a batch, or codes with all that is packed in them; every reader of these codes is told at once',
  body: z.strictObject({
    batchId: rowId.nullish(),
    codes: z.array(z.string().max(500)).max(20_000).default([]),
    ranges: z
      .array(z.strictObject({ first: codeText, last: codeText }))
      .max(1000)
      .default([]),
    requestIds: z.array(rowId).max(100).default([]),
    reason: text,
    reasonTexts: textsInput,
    advice: text,
    adviceTexts: textsInput,
    contact: text,
    contactTexts: textsInput,
    reports: z.enum(recallReports),
  }),
  answer: z.strictObject({
    id: rowId,
    /** Recalled codes; null for all codes of a batch, later ones included. */
    codes: count.nullable(),
  }),
  labels: 'catalog.recall',
  audit: { title: 'catalog.recall', kind: 'add' },
})

export const recallsOfCode = defineCall({
  method: 'GET',
  path: '/catalog/recall/code/:code',
  access: { permission: 'catalog:recall:list' },
  scope: { tested: 'a code of a request in scope', in: 'apps/server/test/catalog/recall.test.ts' },
  summary: 'By which recalls a code is, or was, called back; the newest first',
  answer: z.array(
    z.strictObject({
      id: rowId,
      status: z.enum(['standing', 'lifted']),
      /** Recalled with its batch, or by itself. */
      of: z.enum(['batch', 'codes']),
      reason: z.string(),
      reasonTexts: rowTexts,
      recalledAt: moment,
      liftReason: z.string().nullable(),
      liftReasonTexts: rowTexts,
    }),
  ),
})

export type RecallOfCode = AnswerOf<typeof recallsOfCode>[number]

export const recallCalls = [declareRecall, recallsOfCode] as const
