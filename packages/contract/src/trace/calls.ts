import { z } from 'zod'
import { defineCall } from '../call.ts'
import { codeText } from '../wire/shapes.ts'
import { stageKeys } from '../stage/keys.ts'
import { sealedProof } from './sealed.ts'
import { checkAnswer, scanAnswer, traceAnswer, traceRecordsAnswer } from './answers.ts'

/** Limit in bytes, more than any of these bodies needs. */
const smallBody = 4096
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
/** A name that the device chose; other characters than plain text are replaced before it is stored. */
const device = z
  .string()
  .max(200)
  .transform(name => name.replace(/[^\x20-\x7e]/g, '?').slice(0, 64))

/**
 * Idempotency key that the client makes for one visit: repeats within 24 hours count once and get the same answer. Scans of one
 * `device` are one visit for half an hour, whatever their keys. A position in a repeat is added to a scan that was counted without.
 */
const visit = z.uuid().nullish()

const scanBody = z.strictObject({ code: codeText, ...position, device: device.nullish(), visit })
const checkBody = z.strictObject({
  code: codeText,
  securityCode: z.string().trim().min(1).max(80),
  ...position,
  device: device.nullish(),
  visit,
  captcha: z.strictObject({ uuid: z.string().max(64), text: z.string().max(20) }).nullish(),
  /** Instead of the captcha: the task from an answer, and the proof of work for it. */
  work: z.strictObject({ task: z.string().max(200), answer: z.string().max(20) }).nullish(),
})

/** Most records of one answer. */
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

/** Records to prove: named one by one, or as in `recordsQuery`. */
const proofQuery = z.object({
  ...recordsSelection,
  stage: recordsSelection.stage.optional(),
  records: z
    .string()
    .max(2000)
    .transform(text => text.split(','))
    .pipe(z.array(recordId.transform(Number)).min(1).max(most))
    .optional(),
  /** Size of a head that the reader saw before: the answer proves that the log only grew since. */
  since: recordId.transform(Number).optional(),
  /** Digests of contents (base64url) whose entries the answer must hold, however long their chains: a reader was promised them. */
  entries: z
    .string()
    .max(2000)
    .transform(text => text.split(','))
    .pipe(
      z
        .array(z.string().regex(/^[\w-]{43}$/))
        .min(1)
        .max(40),
    )
    .optional(),
})

export const traceCode = defineCall({
  method: 'GET',
  path: '/trace/:code',
  access: 'public',
  reads: 'replica',
  summary: 'What anyone sees of a code: product, stages, counts, ledger state, warnings',
  answer: traceAnswer,
})

export const traceRecords = defineCall({
  method: 'GET',
  path: '/trace/:code/records',
  access: 'public',
  reads: 'replica',
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
  // Otherwise a page could take a refusal's text for the bytes of a paper and report it as changed.
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
