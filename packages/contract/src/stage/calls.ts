import { z } from 'zod'
import { type AnswerOf, type BodyOf, defineCall, type ReadBodyOf } from '../call.ts'
import type { StageAttribute } from './attribute.ts'
import { nothing } from '../wire/shapes.ts'
import { stageKeys } from './keys.ts'

/** Field users and back-office users who may report. */
const reporter = { permission: 'stage:record:report', userTypes: [1, 2] } as const

const id = z.number().int().positive()

const degrees = (most: number) =>
  z
    .union([z.number(), z.string().regex(/^-?\d{1,3}(\.\d{1,15})?$/)])
    .transform(Number)
    .pipe(z.number().min(-most).max(most))

export const reportStage = defineCall({
  method: 'POST',
  path: '/stage/report',
  access: reporter,
  summary: 'Reports a stage for scanned codes; the same reportId can be sent again with the effect of once',
  body: z.strictObject({
    reportId: z.uuid(),
    stage: z.enum(stageKeys),
    templateId: id,
    circulationId: id.optional(),
    documentCode: z.string().trim().min(1).max(50),
    operator: z.string().trim().min(1).max(50),
    time: z.iso.datetime({ offset: true }),
    codes: z.array(z.string().max(500)).max(20_000),
    parentCode: z.string().max(500).nullish(),
    values: z.record(z.string().max(60), z.unknown()).default({}),
    attributes: z.record(z.string().max(60), z.unknown()).default({}),
    longitude: degrees(180).nullish(),
    latitude: degrees(90).nullish(),
  }),
  answer: z.strictObject({
    recordId: id,
    accepted: z.array(z.string()),
    refused: z.array(z.strictObject({ code: z.string(), error: z.string(), message: z.string() })),
  }),
  labels: 'stage.report',
  audit: { title: 'stage.record', kind: 'add' },
})

const attribute: z.ZodType<StageAttribute> = z.strictObject({
  key: z.string(),
  label: z.string(),
  input: z.enum(['text', 'image', 'file', 'code']),
  kind: z.enum(['text', 'number', 'date', 'choice', 'place', 'coordinates']).optional(),
  required: z.boolean().optional(),
  unit: z.string().optional(),
  dict: z.string().optional(),
  personal: z.boolean().optional(),
})

const named = z.strictObject({ id, name: z.string() })

export const authorizedStages = defineCall({
  method: 'GET',
  path: '/stage/authorized',
  access: reporter,
  summary: 'Stages that the caller may report, with their templates and circulations',
  answer: z.array(
    z.strictObject({
      stage: z.enum(stageKeys),
      /** 1 to 18. */
      order: z.number().int(),
      templates: z.array(named.extend({ version: z.number().int(), attributes: z.array(attribute) })),
      circulations: z.array(named),
      /** Parameter templates: usual values of the stage's fields. */
      parameters: z.array(named.extend({ values: z.record(z.string(), z.unknown()) })),
    }),
  ),
})

export const stageCode = defineCall({
  method: 'GET',
  path: '/stage/code/:code',
  access: reporter,
  summary: 'What is known of a scanned code before it is reported',
  query: z.object({ stage: z.string().max(40).optional() }),
  answer: z.strictObject({
    /** Null when what was asked about is no code at all. */
    code: z.string().nullable(),
    known: z.boolean(),
    level: z.number().int().optional(),
    codeType: z.string().optional(),
    batchNumber: z.string().optional(),
    productName: z.string().optional(),
    alreadyReported: z.boolean().optional(),
    /** Key of the refusal that a report with this code would get. */
    refusal: z.string().nullable(),
  }),
})

export const documentLookup = defineCall({
  method: 'GET',
  path: '/evidence/document/lookup',
  access: reporter,
  summary: 'A certificate or form by its code; only one that has a file',
  query: z.object({ code: z.string().trim().min(1).max(50) }),
  answer: z.strictObject({ code: z.string(), name: z.string(), type: z.string() }),
})

/** For who has a right to be forgotten: what is sealed stays provable without it. */
export const forgetPersonal = defineCall({
  method: 'POST',
  path: '/stage/record/:id(^\\d+$)/forget',
  access: { permission: 'stage:record:forget' },
  summary: 'Removes the personal data of a record for good; everything else of it stays provable',
  answer: nothing,
  audit: { title: 'stage.record', kind: 'remove' },
})

export const stageCalls = [forgetPersonal, reportStage, authorizedStages, stageCode, documentLookup] as const

/** A report as it travels. */
export type ReportBody = BodyOf<typeof reportStage>
/** A report as the server has read it. */
export type Report = ReadBodyOf<typeof reportStage>
export type ReportAnswer = AnswerOf<typeof reportStage>
/** One stage that a user may report, with what can be chosen for it. */
export type AuthorizedStage = AnswerOf<typeof authorizedStages>[number]
export type CodeAnswer = AnswerOf<typeof stageCode>
export type DocumentAnswer = AnswerOf<typeof documentLookup>
