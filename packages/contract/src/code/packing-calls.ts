import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { codeText, count, moment, rowId, written } from '../wire/shapes.ts'

const codesInScope = { tested: 'codes of requests in scope', in: 'apps/server/test/code' } as const

const codeType = z.enum(['item', 'package', 'container'])

/** Single codes, and rows of codes by the first and the last code of each. */
const codesInput = {
  codes: z.array(z.string().max(500)).max(20_000).default([]),
  ranges: z
    .array(z.strictObject({ first: codeText, last: codeText }))
    .max(1000)
    .default([]),
}

const loggable = {
  operator: written().min(1).max(50),
  time: z.iso.datetime({ offset: true }),
}

export const packCodes = defineCall({
  method: 'POST',
  path: '/code/packing/pack',
  access: { permission: 'code:packing:pack' },
  scope: codesInScope,
  summary: 'Puts codes into a package or container; with `repack` also those that are in another one, which they leave',
  body: z.strictObject({
    parentCode: codeText,
    ...codesInput,
    ...loggable,
    repack: z.boolean().default(false),
    reason: written().max(200).nullish(),
  }),
  answer: z.strictObject({ id: rowId, packed: count, repacked: count }),
  labels: 'code.packing',
  audit: { title: 'code.packing', kind: 'add' },
})

export const unpackCodes = defineCall({
  method: 'POST',
  path: '/code/packing/unpack',
  access: { permission: 'code:packing:unpack' },
  scope: codesInScope,
  summary: 'Takes codes out of what they are packed in; with `parentCode` alone everything that is directly in it',
  body: z.strictObject({
    parentCode: codeText.nullish(),
    ...codesInput,
    ...loggable,
    reason: written().min(1).max(200),
  }),
  answer: z.strictObject({ id: rowId, unpacked: count }),
  labels: 'code.packing',
  audit: { title: 'code.packing', kind: 'add' },
})

const counts = z.array(z.strictObject({ codeType, count }))

const group = z.strictObject({
  first: z.string(),
  last: z.string(),
  codeType,
  count,
  /** Since when they are packed in it, and who packed them. */
  since: moment,
  operator: z.string().nullable(),
  /** What all of them contain, at any depth. */
  counts,
  /** Those that contain something; at most the first of `filledTotal`. */
  filled: z.array(z.strictObject({ code: z.string(), counts })),
  filledTotal: count,
})

export const packingContents = defineCall({
  method: 'GET',
  path: '/code/packing/contents/:code',
  access: { permission: 'code:packing:query' },
  scope: { tested: 'a code of a request in scope', in: 'apps/server/test/code' },
  summary: 'What is in a package or container, in rows of codes that stand side by side, with counts at any depth',
  query: z.object({ page: z.string().optional(), limit: z.string().optional() }),
  answer: z.strictObject({
    code: z.string(),
    codeType,
    /** The packages around it, nearest first. */
    within: z.array(z.strictObject({ code: z.string(), codeType })),
    /** Everything inside it, by type. */
    counts,
    groups: z.array(group),
    total: count,
  }),
})

export const packingHistory = defineCall({
  method: 'GET',
  path: '/code/packing/history/:code',
  access: { permission: 'code:packing:query' },
  scope: { tested: 'a code of a request in scope', in: 'apps/server/test/code' },
  summary: 'What a code was packed in, from when to when, and who packed and unpacked it; the last one first',
  answer: z.array(
    z.strictObject({
      parentCode: z.string(),
      codeType,
      since: moment,
      packedBy: z.string().nullable(),
      /** The stage report that packed it. */
      recordId: rowId.nullable(),
      /** Null while it is packed in it. */
      until: moment.nullable(),
      unpackedBy: z.string().nullable(),
      /** Why it was unpacked. */
      reason: z.string().nullable(),
    }),
  ),
})

export const packingCalls = [packCodes, unpackCodes, packingContents, packingHistory] as const

export type PackingContents = AnswerOf<typeof packingContents>
export type PackingGroup = PackingContents['groups'][number]
export type PackingPeriod = AnswerOf<typeof packingHistory>[number]
