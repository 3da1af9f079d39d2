import { z } from 'zod'
import { type AnswerOf, type BodyOf, defineCall, type ReadBodyOf } from '../call.ts'
import type { StageAttribute } from './attribute.ts'
import { rowTexts } from '../kinds/shape.ts'
import { nothing, written } from '../wire/shapes.ts'
import { stageKeys } from './keys.ts'
import { softRules } from './plausible/keys.ts'
import { fieldGroups } from './types.ts'

/** Field users who report, and people of the back office who enter what others did. */
const reporter = { anyOf: ['stage:record:report', 'stage:record:enter'], userTypes: [1, 2] } as const

const id = z.number().int().positive()

const degrees = (most: number) =>
  z
    .union([z.number(), z.string().regex(/^-?\d{1,3}(\.\d{1,15})?$/)])
    .transform(Number)
    .pipe(z.number().min(-most).max(most))

/** What a report says of all its codes. In two halves: what identifies a repeated report is its text, and with it the order. */
const head = {
  reportId: z.uuid(),
  stage: z.enum(stageKeys),
  templateId: id,
  /** The circulation process that the batch goes by. */
  circulationId: id,
  documentCode: written().min(1).max(50),
  operator: written().min(1).max(50),
  time: z.iso.datetime({ offset: true }),
}

const rest = {
  values: z.record(z.string().max(60), z.unknown()).default({}),
  attributes: z.record(z.string().max(60), z.unknown()).default({}),
  longitude: degrees(180).nullish(),
  latitude: degrees(90).nullish(),
  /** Answers to the questions of a report that was refused as `stage.unconfirmed`: why it is true all the same. */
  confirmed: z
    .array(z.strictObject({ rule: z.enum(softRules), reason: written().min(1).max(200) }))
    .max(softRules.length)
    .optional(),
  /** When it was handed over: by the phone's own clock, and by the server's as far as the phone knows it. */
  clock: z
    .strictObject({ shown: z.iso.datetime({ offset: true }), reckoned: z.iso.datetime({ offset: true }) })
    .optional(),
}

/** What the operation log tells of a report: whose it is and of what. What it says is the record's to show, and to forget. */
const toldOfReport = [
  'reportId',
  'stage',
  'templateId',
  'circulationId',
  'documentCode',
  'time',
  'codes',
  'ranges',
  'parentCode',
  'linkCodes',
] as const

const reportScope = {
  tested: 'what a field user is authorized for; at a desk batches and papers in scope',
  in: 'apps/server/test/stage',
} as const

export const reportStage = defineCall({
  method: 'POST',
  path: '/stage/report',
  access: reporter,
  scope: reportScope,
  summary: 'Reports a stage for codes and ranges of codes; the same reportId can be sent again with the effect of once',
  body: z.strictObject({
    ...head,
    codes: z.array(z.string().max(500)).max(20_000),
    /**
     * Codes of a request from one number to another, both included, counted from 1; or from one code to another of the same
     * request, as they are scanned.
     */
    ranges: z
      .array(
        z.union([
          z.strictObject({ requestId: id, from: id, to: id }),
          z.strictObject({ first: z.string().max(500), last: z.string().max(500) }),
        ]),
      )
      .max(200)
      .optional(),
    parentCode: z.string().max(500).nullish(),
    /** In a stage that is no packing: the codes go into the parent by this report. */
    linkCodes: z.boolean().optional(),
    ...rest,
  }),
  answer: z.strictObject({
    recordId: id,
    accepted: z.array(z.string()),
    /** How many codes were reported, those of ranges counted; not in answers of before there was it. */
    count: z.number().int().positive().optional(),
    refused: z.array(z.strictObject({ code: z.string(), error: z.string(), message: z.string() })),
  }),
  labels: 'stage.report',
  audit: { title: 'stage.record', kind: 'add', loggable: toldOfReport },
})

export const reportRows = defineCall({
  method: 'POST',
  path: '/stage/report/rows',
  access: reporter,
  scope: reportScope,
  summary:
    'Reports a stage for several logs, each with its own values: one record per row, all or none; the same reportId has the effect of once',
  body: z.strictObject({
    ...head,
    ...rest,
    rows: z
      .array(
        z.strictObject({ code: z.string().max(500), values: z.record(z.string().max(60), z.unknown()).default({}) }),
      )
      .max(20_000),
  }),
  answer: z.strictObject({ records: z.array(z.strictObject({ code: z.string(), recordId: id })) }),
  labels: 'h5',
  audit: { title: 'stage.record', kind: 'add', loggable: toldOfReport },
})

const attribute: z.ZodType<StageAttribute> = z.strictObject({
  key: z.string(),
  label: z.string(),
  labelTexts: rowTexts.optional(),
  input: z.enum(['text', 'image', 'file', 'code']),
  kind: z.enum(['text', 'number', 'date', 'choice', 'place', 'coordinates']).optional(),
  required: z.boolean().optional(),
  unit: z.string().optional(),
  dict: z.string().optional(),
  personal: z.boolean().optional(),
  place: z.strictObject({ group: z.enum(fieldGroups), after: z.string().optional() }).optional(),
})

const named = z.strictObject({ id, name: z.string() })
/** What people named: in the caller's language, and in those that it is given in. */
const inLanguages = named.extend({ nameTexts: rowTexts })

export const authorizedStages = defineCall({
  method: 'GET',
  path: '/stage/authorized',
  access: reporter,
  scope: reportScope,
  summary: 'Stages that the caller may report, with their templates and circulations',
  answer: z.array(
    z.strictObject({
      stage: z.enum(stageKeys),
      /** 1 to 18. */
      order: z.number().int(),
      templates: z.array(
        inLanguages.extend({
          version: z.number().int(),
          attributes: z.array(attribute),
          /** Its versions before: reports that were begun with one of them are taken as they were begun. */
          earlier: z.array(id),
        }),
      ),
      /** Those that have the stage, each with the stages that it wants before this one. */
      circulations: z.array(named.extend({ before: z.array(z.enum(stageKeys)) })),
      /** Parameter templates: usual values of the stage's fields. */
      parameters: z.array(inLanguages.extend({ values: z.record(z.string(), z.unknown()) })),
    }),
  ),
})

export const stageCode = defineCall({
  method: 'GET',
  path: '/stage/code/:code',
  access: reporter,
  scope: reportScope,
  summary: 'What is known of a scanned code, or of all from it to `last`, before it is reported',
  query: z.object({
    /** Another code of the same request: then it is about all of them. */
    last: z.string().max(500).optional(),
    stage: z.string().max(40).optional(),
    templateId: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional(),
  }),
  answer: z.strictObject({
    /** Null when what was asked about is no code at all. */
    code: z.string().nullable(),
    known: z.boolean(),
    /** With `last`: that code, and how many they are together. */
    last: z.string().optional(),
    count: z.number().int().positive().optional(),
    level: z.number().int().optional(),
    codeType: z.string().optional(),
    batchNumber: z.string().optional(),
    productName: z.string().optional(),
    alreadyReported: z.boolean().optional(),
    /** The stage that its request proposes to report. */
    proposed: z.enum(stageKeys).optional(),
    /** That stage has been reported: of the code, or of others of the batch, for which it holds as well. */
    proposedReported: z.enum(['code', 'batch']).nullish(),
    /** The circulation that its batch goes by; null while it has none. */
    circulation: named.nullish(),
    /** The stage that has to be reported before the one asked about, or with which alone its history can begin. */
    first: z.enum(stageKeys).nullish(),
    /** Key of the refusal that a report with this code would get. */
    refusal: z.string().nullable(),
    /** Of a code that is not certified: who can see to it, as a sentence for the reader. */
    ask: z.string().optional(),
  }),
})

export const documentLookup = defineCall({
  method: 'GET',
  path: '/evidence/document/lookup',
  access: reporter,
  scope: reportScope,
  summary: 'A certificate or form by its code; only one that has a file',
  query: z.object({ code: z.string().trim().min(1).max(50) }),
  answer: z.strictObject({
    code: z.string(),
    name: z.string(),
    type: z.string(),
    /** Days, the last one on which it is valid included; null where it says none. */
    validFrom: z.string().nullable(),
    validUntil: z.string().nullable(),
  }),
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

export const stageCalls = [
  forgetPersonal,
  reportStage,
  reportRows,
  authorizedStages,
  stageCode,
  documentLookup,
] as const

/** A report as it travels. */
export type ReportBody = BodyOf<typeof reportStage>
/** Codes of a request by their numbers. */
export interface NumberedRange {
  requestId: number
  from: number
  to: number
}
/** A report as the server has read it. */
export type SentReport = ReadBodyOf<typeof reportStage>
/** The same in own codes and numbers, whatever was scanned. */
export type Report = Omit<SentReport, 'ranges'> & { ranges?: NumberedRange[] }
export type ReportAnswer = AnswerOf<typeof reportStage>
/** A report of several logs as it travels. */
export type RowsBody = BodyOf<typeof reportRows>
/** The same as the server has read it. */
export type RowsReport = ReadBodyOf<typeof reportRows>
export type RowsAnswer = AnswerOf<typeof reportRows>
/** One stage that a user may report, with what can be chosen for it. */
export type AuthorizedStage = AnswerOf<typeof authorizedStages>[number]
export type CodeAnswer = AnswerOf<typeof stageCode>
export type DocumentAnswer = AnswerOf<typeof documentLookup>
