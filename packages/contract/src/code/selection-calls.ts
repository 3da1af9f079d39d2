import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { limits } from '../limits.ts'
import { count, rowId } from '../wire/shapes.ts'

/** Most codes in a list, and most values in one answer. */
export const maxSelectedCodes = limits.importRows
/** Bytes of a workbook with a list of codes (specification section 5: 500 KB). */
export const codeListBytes = limits.importKilobytes * 1024
/** Most unreadable texts that are listed one by one. */
export const maxUnreadTexts = 200

/** Serial numbers within a request, both included, from 1. */
export const printedSerialRange = z.strictObject({ from: z.number().int().min(1), to: z.number().int().min(1) })
export type PrintedSerialRange = z.output<typeof printedSerialRange>

const readAnswer = z.strictObject({
  /** The codes by request, each once. */
  requests: z.array(
    z.strictObject({
      id: rowId,
      name: z.string(),
      batchNumber: z.string(),
      count,
      spans: z.array(printedSerialRange),
    }),
  ),
  /** Number of texts, of repeated texts, and of texts that are no codes of requests in the caller's scope. */
  given: count,
  twice: count,
  unread: count,
  /** The first unreadable texts, each with its row or position in the list, from 1. */
  refused: z.array(z.strictObject({ row: z.number().int(), text: z.string(), message: z.string() })),
})

export const readCodeList = defineCall({
  method: 'POST',
  path: '/code/qr/read',
  access: { permission: 'code:qr:list' },
  scope: { tested: 'codes of requests in scope', in: 'apps/server/test/code' },
  summary: 'Reads a list of codes as people paste them: which requests they are of, and which are none',
  body: z.strictObject({ codes: z.array(z.string().max(500)).min(1).max(maxSelectedCodes) }),
  answer: readAnswer,
})

export const codeValues = defineCall({
  method: 'POST',
  path: '/code/qr/values',
  access: { permission: 'code:qr:list' },
  scope: { row: 'code/request', key: 'requestId' },
  summary: 'The values of chosen codes of a request, by their numbers',
  body: z.strictObject({ requestId: rowId, spans: z.array(printedSerialRange).min(1).max(maxSelectedCodes) }),
  answer: z.array(z.string()),
})

export type ParsedCodes = AnswerOf<typeof readCodeList>
export const selectionCalls = [readCodeList, codeValues] as const
