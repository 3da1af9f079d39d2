import { z } from 'zod'
import { type AnswerOf, type BodyOf, defineCall, type ParsedBodyOf } from '../call.ts'
import type { StageAttribute } from './attribute.ts'
import { rowTexts } from '../kinds/shape.ts'
import { labelReasons } from '../code/label-states.ts'
import { moment, nothing, written } from '../wire/shapes.ts'
import { stageKeys } from './keys.ts'
import { ownCirculation } from './own-circulation.ts'
import { softRules } from './plausible/keys.ts'
import { fieldGroups } from './types.ts'
import { reporters } from '../user-types.ts'

/** Field users and suppliers who report, and back-office users who enter reports for others. */
const reporter = { anyOf: ['stage:record:report', 'stage:record:enter'], userTypes: reporters } as const

const id = z.number().int().positive()

const degrees = (most: number) =>
  z
    .union([z.number(), z.string().regex(/^-?\d{1,3}(\.\d{1,15})?$/)])
    .transform(Number)
    .pipe(z.number().min(-most).max(most))

/** Members of a report that concern all its codes, in two halves: the idempotency check compares the serialized body, so their order matters. */
const head = {
  reportId: z.uuid(),
  stage: z.enum(stageKeys),
  templateId: id,
  /** Circulation of the batch, or `ofBatch`: the batch's own, whichever that is. */
  circulationId: z.union([id, z.literal(ownCirculation)]),
  documentCode: written().min(1).max(50),
  operator: written().min(1).max(50),
  time: z.iso.datetime({ offset: true }),
}

const rest = {
  values: z.record(z.string().max(60), z.unknown()).default({}),
  attributes: z.record(z.string().max(60), z.unknown()).default({}),
  longitude: degrees(180).nullish(),
  latitude: degrees(90).nullish(),
  /** Reasons that answer the questions of a report refused as `stage.unconfirmed`. */
  confirmed: z
    .array(z.strictObject({ rule: z.enum(softRules), reason: written().min(1).max(200) }))
    .max(softRules.length)
    .optional(),
  /** When the user submitted it: by the phone's clock, and by the server's clock as the phone estimates it. */
  clock: z
    .strictObject({ shown: z.iso.datetime({ offset: true }), reckoned: z.iso.datetime({ offset: true }) })
    .optional(),
}

/** Members of a report that the operation log may show. Its values are only in the record, where they can be removed. */
const loggableReportFields = [
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
  tested: 'what a field user is authorized for, and a supplier invited to; at a desk batches and papers in scope',
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
     * Codes of a request from one serial number to another, both included, counted from 1; or from one scanned code to another of the same request.
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
    /** In a stage other than packing: this report packs the codes into the parent. */
    linkCodes: z.boolean().optional(),
    ...rest,
  }),
  answer: z.strictObject({
    recordId: id,
    accepted: z.array(z.string()),
    /** Number of reported codes, including ranges; older stored answers lack it. */
    count: z.number().int().positive().optional(),
    refused: z.array(z.strictObject({ code: z.string(), error: z.string(), message: z.string() })),
  }),
  labels: 'stage.report',
  audit: { title: 'stage.record', kind: 'add', loggable: loggableReportFields },
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
  audit: { title: 'stage.record', kind: 'add', loggable: loggableReportFields },
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
/** A name that people entered: in the caller's language, and by language. */
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
          /** Earlier versions: reports begun with one of them are accepted. */
          earlier: z.array(id),
        }),
      ),
      /** Circulations with this stage, each with the stages required before it. */
      circulations: z.array(named.extend({ before: z.array(z.enum(stageKeys)) })),
      /** Parameter templates: preset values of the stage's fields. */
      parameters: z.array(inLanguages.extend({ values: z.record(z.string(), z.unknown()) })),
    }),
  ),
})

/** The state of scanned labels; where they differ, the most serious one. */
const scannedLabel = z.strictObject({
  state: z.enum(['notInUse', 'inUse', 'spoiled', 'lost']),
  /** The first label with that state, and how many have it. */
  code: z.string(),
  codes: z.number().int().positive(),
  /** Since when, and why, of spoiled and lost labels. */
  since: moment.nullable(),
  reason: z.enum([...labelReasons.spoil, ...labelReasons.lose]).nullable(),
})

export const stageCode = defineCall({
  method: 'GET',
  path: '/stage/code/:code',
  access: reporter,
  scope: reportScope,
  summary: 'What is known of a scanned code, or of all from it to `last`, before it is reported',
  query: z.object({
    /** Another code of the same request: then the answer is about the range. */
    last: z.string().max(500).optional(),
    stage: z.string().max(40).optional(),
    templateId: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional(),
  }),
  answer: z.strictObject({
    /** Null when the text is no code. */
    code: z.string().nullable(),
    known: z.boolean(),
    /** With `last`: that code, and the number of codes in the range. */
    last: z.string().optional(),
    count: z.number().int().positive().optional(),
    level: z.number().int().optional(),
    codeType: z.string().optional(),
    batchNumber: z.string().optional(),
    productName: z.string().optional(),
    /** Species by its code request. */
    species: z.string().optional(),
    alreadyReported: z.boolean().optional(),
    /** The stage that its request proposes. */
    proposed: z.enum(stageKeys).optional(),
    /** That stage is already reported: for the code, or for others of the batch and valid for it too. */
    proposedReported: z.enum(['code', 'batch']).nullish(),
    /** Circulation of its batch; null while it has none. */
    circulation: named.nullish(),
    /** The stage that must be reported before the requested one, or the only one its history can begin with. */
    first: z.enum(stageKeys).nullish(),
    label: scannedLabel.optional(),
    /** Why the goods are called back, in the caller's language; null while they are not. */
    recalled: z.string().nullish(),
    /** Refusal key that a report with this code would get. */
    refusal: z.string().nullable(),
    /** The refusal as a sentence, where its key does not say enough. */
    refusalText: z.string().optional(),
    /** For a code that is not certified: who can certify it, as a sentence. */
    ask: z.string().optional(),
  }),
})

export const documentLookup = defineCall({
  method: 'GET',
  path: '/evidence/document/lookup',
  access: reporter,
  scope: reportScope,
  summary: 'A certificate or form by its code; only one that has a file',
  query: z.object({ code: z.string().trim().min(1).max(50), stage: z.enum(stageKeys).optional() }),
  answer: z.strictObject({
    code: z.string(),
    name: z.string(),
    type: z.string(),
    /** Days, last valid day included; null when unknown. */
    validFrom: z.string().nullable(),
    validUntil: z.string().nullable(),
    /** What it still covers at the stage: cubic metres, pieces; null where it limits nothing. Absent without a stage. */
    left: z.strictObject({ volume: z.string().nullable(), pieces: z.number().nullable() }).optional(),
  }),
})

/** Erases personal data on request: the sealed rest stays provable without it. */
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

/** A report in a request. */
export type ReportBody = BodyOf<typeof reportStage>
/** Codes of a request by their serial numbers. */
export interface NumberedRange {
  requestId: number
  from: number
  to: number
}
/** A report after the server has parsed it. */
export type ReceivedReport = ParsedBodyOf<typeof reportStage>
/** The same in own codes and serial numbers, independent of what was scanned. */
export type Report = Omit<ReceivedReport, 'ranges'> & { ranges?: NumberedRange[] }
export type ReportAnswer = AnswerOf<typeof reportStage>
/** A report of several logs in a request. */
export type RowsBody = BodyOf<typeof reportRows>
/** The same after the server has parsed it. */
export type RowsReport = ParsedBodyOf<typeof reportRows>
export type RowsAnswer = AnswerOf<typeof reportRows>
/** One stage that a user may report, with its choices. */
export type AuthorizedStage = AnswerOf<typeof authorizedStages>[number]
export type CodeAnswer = AnswerOf<typeof stageCode>
export type ScannedLabel = NonNullable<CodeAnswer['label']>
export type DocumentAnswer = AnswerOf<typeof documentLookup>
