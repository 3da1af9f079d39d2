import { z } from 'zod'
import { defineCall } from '../call.ts'
import { stageKeys } from '../stage/keys.ts'
import { sealedProof } from './sealed.ts'
import { checkAnswer, scanAnswer, traceAnswer, traceRecordsAnswer } from './answers.ts'

/** So many bytes are more than any of these bodies needs. */
const smallBody = 4096
const code = z.string().trim().min(1).max(500)
const degrees = (maxRecords: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,3}(\.\d{1,15})?$/)
        .transform(Number),
    ])
    .pipe(z.number().min(-maxRecords).max(maxRecords))
const position = { longitude: degrees(180).nullish(), latitude: degrees(90).nullish() }
/** A name that the device gave itself; whatever is not plain text is replaced before it meets the database. */
const device = z
  .string()
  .max(200)
  .transform(name => name.replace(/[^\x20-\x7e]/g, '?').slice(0, 64))

/**
 * Made by the client for one visit: what the visit sends again is counted once and answered as before, for 24 hours. A
 * position that comes with a scan that was counted without one goes to that scan.
 */
const visit = z.uuid().nullish()

const scanBody = z.strictObject({ code, ...position, device: device.nullish(), visit })
const checkBody = z.strictObject({
  code,
  securityCode: z.string().trim().min(1).max(80),
  ...position,
  device: device.nullish(),
  visit,
  captcha: z.strictObject({ uuid: z.string().max(64), text: z.string().max(20) }).nullish(),
  /** In place of the picture: the task that an answer brought, and what was found for it. */
  work: z.strictObject({ task: z.string().max(200), answer: z.string().max(20) }).nullish(),
})

/** Records that one call answers at most. */
const most = 100
const recordId = z.string().regex(/^\d{1,15}$/)
const recordsSelection = {
  stage: z.enum(stageKeys),
  after: recordId.optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().int().min(1).max(most))
    .optional(),
}

/** Records of a stage, in order: those after a record, or the first ones. */
export const recordsQuery = z.object(recordsSelection)

/** Which records a proof is wanted of: named one by one, or as for `recordsQuery`. */
const proofQuery = z.object({
  ...recordsSelection,
  stage: recordsSelection.stage.optional(),
  records: z
    .string()
    .max(2000)
    .transform(text => text.split(','))
    .pipe(z.array(recordId.transform(Number)).min(1).max(most))
    .optional(),
  /** Entries of a head that the reader has seen before: the answer shows that the log only grew since. */
  since: recordId.transform(Number).optional(),
})

export const traceCode = defineCall({
  method: 'GET',
  path: '/trace/:code',
  access: 'public',
  summary: 'What anyone sees of a code: product, stages, counts, ledger state, warnings',
  answer: traceAnswer,
})

export const traceRecords = defineCall({
  method: 'GET',
  path: '/trace/:code/records',
  access: 'public',
  summary: 'Records of one stage of a code, in order, from a record on',
  query: recordsQuery,
  answer: traceRecordsAnswer,
})

export const traceProof = defineCall({
  method: 'GET',
  path: '/trace/:code/proof',
  access: 'public',
  summary: 'Entries of the ledger about a code with the fields that its holder may see, and what proves them',
  query: proofQuery,
  answer: sealedProof,
})

export const tracePaper = defineCall({
  method: 'GET',
  path: '/trace/:code/paper/:sha256',
  access: 'public',
  summary: 'Copy of a paper about a code that its enterprise lets buyers open, by the hash that was sealed',
  file: ['application/pdf', 'image/webp'],
  // A page that took the words of a refusal for the bytes of a paper would call it changed.
  refusedByStatus: true,
})

export const countScan = defineCall({
  method: 'POST',
  path: '/trace/scan',
  access: 'public',
  summary: 'Counts a scan of a code; exactly one caller is told that it is the first',
  body: scanBody,
  answer: scanAnswer,
  bodyLimit: smallBody,
})

export const checkCode = defineCall({
  method: 'POST',
  path: '/trace/check',
  access: 'public',
  summary:
    'Compares an anti-counterfeit code; after too many wrong ones a picture has to be solved, or work to be done',
  body: checkBody,
  answer: checkAnswer,
  bodyLimit: smallBody,
})

export const traceCalls = [traceCode, traceRecords, traceProof, tracePaper, countScan, checkCode] as const
