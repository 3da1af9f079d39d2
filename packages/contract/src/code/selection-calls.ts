import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { limits } from '../limits.ts'
import { count, rowId } from '../wire/shapes.ts'

/** So many codes a list may hold, and so many values are told at once. */
export const mostChosen = limits.importRows
/** Bytes of a workbook with a list of codes (specification section 5: 500 KB). */
export const codeListBytes = limits.importKilobytes * 1024
/** So many of the texts that are no codes are told one by one. */
export const mostUnread = 200

/** Numbers of codes in their request, both included, from 1. */
export const serialSpan = z.strictObject({ from: z.number().int().min(1), to: z.number().int().min(1) })
export type SerialSpan = z.output<typeof serialSpan>

const readAnswer = z.strictObject({
  /** The codes by request, each once. */
  requests: z.array(
    z.strictObject({
      id: rowId,
      name: z.string(),
      batchNumber: z.string(),
      count,
      spans: z.array(serialSpan),
    }),
  ),
  /** How many texts were given, how many of them were given twice, and how many are no codes of requests in reach. */
  given: count,
  twice: count,
  unread: count,
  /** The first of these, each with its row or its place in the list, from 1. */
  refused: z.array(z.strictObject({ row: z.number().int(), text: z.string(), message: z.string() })),
})

export const readCodeList = defineCall({
  method: 'POST',
  path: '/code/qr/read',
  access: { permission: 'code:qr:list' },
  scope: { tested: 'codes of requests in scope', in: 'apps/server/test/code' },
  summary: 'Reads a list of codes as people paste them: which requests they are of, and which are none',
  body: z.strictObject({ codes: z.array(z.string().max(500)).min(1).max(mostChosen) }),
  answer: readAnswer,
})

export const codeValues = defineCall({
  method: 'POST',
  path: '/code/qr/values',
  access: { permission: 'code:qr:list' },
  scope: { row: 'code/request', key: 'requestId' },
  summary: 'The values of chosen codes of a request, by their numbers',
  body: z.strictObject({ requestId: rowId, spans: z.array(serialSpan).min(1).max(mostChosen) }),
  answer: z.array(z.string()),
})

export type ReadCodes = AnswerOf<typeof readCodeList>
export const selectionCalls = [readCodeList, codeValues] as const
