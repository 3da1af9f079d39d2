import { z } from 'zod'
import { certificationStates } from '../certification/states.ts'
import { languages } from '../limits.ts'
import { stageKeys } from '../stage/keys.ts'
import type { FieldGroup, StageFieldType } from '../stage/types.ts'
import { count, moment } from '../wire/shapes.ts'

const stage = z.enum(stageKeys)
const word = <T extends string>() => z.custom<T>(value => typeof value === 'string').meta({ type: 'string' })

/** In which language a text is that people gave; left out where nobody said. */
const language = z.enum(languages).optional()

const publicFile = z.strictObject({ url: z.string(), name: z.string(), type: z.string(), sha256: z.string() })

const traceValue = z.strictObject({
  key: z.string(),
  type: word<StageFieldType>(),
  group: word<FieldGroup>(),
  unit: z.string().optional(),
  /** As in the ledger leaf; choices are option keys, dictionaries carry `label`. */
  value: z.unknown(),
  label: z.string().optional(),
  labelIn: language,
  /** Name of a field that the enterprise added to its form, as it wrote it; the stages' own fields have phrases. */
  fieldName: z.string().optional(),
  fieldNameIn: language,
  highlight: z.boolean().optional(),
})

/** What buyers may be shown of a paper, as far as its enterprise consents: the hash of its bytes. */
const paperCopy = z.strictObject({ sha256: z.string(), type: z.string() })

const certificationStep = z.strictObject({
  /** Rises from step to step. */
  step: count,
  action: z.enum(['submit', 'authorize', 'resubmit', 'withdraw', 'pass', 'fail']),
  /** What the code was after it. */
  state: z.enum(certificationStates.values),
  /** Of whom took it. */
  enterprise: z.string(),
  /** The third party that was authorized; null where the enterprise reviews its codes itself. */
  certifier: z.string().nullable(),
  /** By the server's clock. */
  at: moment,
  /** Day of the review, as the reviewer says. */
  judgedOn: z.string().nullable(),
  documents: z.array(
    z.strictObject({
      code: z.string(),
      name: z.string(),
      number: z.string().nullable(),
      scheme: z.string().nullable(),
      copies: z.array(paperCopy),
    }),
  ),
})

const certification = z.strictObject({
  state: z.enum(certificationStates.values),
  /** How it came to be so, the first step first. */
  steps: z.array(certificationStep),
})

const traceStage = z.strictObject({
  recordId: z.string(),
  stage,
  order: z.number().int(),
  version: z.number().int(),
  /** When it was reported, by the server's clock. */
  recordedAt: moment,
  /** When the reporter says it happened. */
  happenedAt: moment,
  enterprise: z.string(),
  place: z.strictObject({ longitude: z.number(), latitude: z.number(), name: z.string().nullable() }).nullable(),
  values: z.array(traceValue),
  files: z.array(
    publicFile.extend({
      field: z.string(),
      fieldName: z.string().optional(),
      fieldNameIn: language,
      kind: z.enum(['image', 'document']),
    }),
  ),
  documents: z.array(z.strictObject({ code: z.string(), name: z.string(), copies: z.array(paperCopy) })),
  corrected: z.boolean(),
  /** Why it was corrected, as the reporter wrote it; null for a first version. */
  reason: z.string().nullable(),
})

/** Where the log goes on under a new name because entries that had been signed were lost. */
const ledgerBreak = z.strictObject({
  at: moment,
  /** As the operator wrote it. */
  reason: z.string(),
  /** Entries that the log goes on from. */
  size: count,
  /** The furthest head that is known to have been signed and is lost; root in hexadecimal. */
  lost: z.strictObject({ size: count, root: z.string() }),
})

const ledger = z.strictObject({
  /** Speaks of the records in the same answer alone. `recorded`: every shown record is in the ledger; `pending`: some are queued; `unavailable`: cannot check now. */
  state: z.enum(['recorded', 'pending', 'mismatch', 'unavailable']),
  anchored: z.boolean(),
  /** Declared breaks of the log, the oldest first; none when left out. */
  breaks: z.array(ledgerBreak).optional(),
})

const traceWarning = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('suspicious'),
    stage: stage.nullable(),
    reason: z.enum(['fingerprintMismatch', 'chainBroken']),
  }),
  z.strictObject({
    kind: z.literal('clone'),
    reason: z.enum(['impossibleSpeed', 'manyPlaces', 'beforePort', 'afterSale', 'checkedElsewhere', 'channel']),
  }),
  z.strictObject({ kind: z.literal('manyWrongChecks') }),
  z.strictObject({ kind: z.literal('ownerInactive') }),
])

/** Goods that their enterprise calls back, or called back. */
const traceRecall = z.strictObject({
  /** All of its batch, or this code among others. */
  of: z.enum(['batch', 'codes']),
  /** What is wrong, what to do, and whom to ask, as the enterprise wrote it. */
  reason: z.string(),
  reasonIn: language,
  advice: z.string(),
  adviceIn: language,
  contact: z.string(),
  contactIn: language,
  since: moment,
  /** Null while it stands. */
  lifted: z.strictObject({ at: moment, reason: z.string(), reasonIn: language }).nullable(),
})

/** All that was reported of one stage, of which `stages` may hold a part. */
const stageHistory = z.strictObject({
  stage,
  total: count,
  /** How many of them `stages` holds. */
  shown: count,
  /** When the first and the last of all of them happened. */
  firstAt: moment,
  lastAt: moment,
  /** Records before the first one that is shown. */
  before: count,
  /** The shown record after which `total - shown - before` others are left out; null when none are. */
  gapAfter: z.string().nullable(),
})

/** Checks of a code as they stand in the log of checks. */
const checkCounts = {
  /** Anti-counterfeit codes that were entered and judged, right and wrong. */
  checks: count,
  /** The wrong ones of them. */
  wrongChecks: count,
  /** When the first of all was entered; null before that. */
  firstCheckAt: moment.nullable(),
  /** When the first right one was. */
  firstRightAt: moment.nullable(),
}

const traceStore = z.strictObject({ name: z.string(), address: z.string() })
export type TraceStore = z.output<typeof traceStore>

const traceCounts = z.strictObject({ scans: count, firstScanAt: moment.nullable(), ...checkCounts })

/** What anyone sees of a code. Everything here is public. */
export const traceAnswer = z.strictObject({
  /** Code in its canonical spelling, 20 characters. */
  code: z.string(),
  /** `recalled`: a recall of it stands, whatever else holds. */
  status: z.enum(['active', 'notActivated', 'voided', 'recalled']),
  /** What another printer put on the goods, for which the code stands; left out for a code of our own. Such goods have no anti-counterfeit code. */
  foreign: z.string().optional(),
  /** Printed beside the code. */
  print: z.strictObject({ country: z.string(), factory: z.string(), batchDate: z.string(), species: z.string() }),
  product: z.strictObject({
    name: z.string(),
    nameIn: language,
    foreignName: z.string(),
    chineseName: z.string(),
    latinName: z.string(),
    category: z.string(),
    categoryIn: language,
    description: z.string(),
    images: z.array(publicFile),
    video: publicFile.nullable(),
  }),
  batch: z.strictObject({ number: z.string(), date: z.string().nullable(), volume: z.string().nullable() }),
  /** Recalls of this code, the newest first; those that were lifted too. */
  recalls: z.array(traceRecall),
  owner: z.strictObject({ id: z.string(), name: z.string(), active: z.boolean() }),
  /** What the code is certified as. */
  certification,
  /** Papers that buyers may open, and those that they could: by the hash of the copy. */
  papers: z.array(z.strictObject({ sha256: z.string(), state: z.enum(['open', 'withdrawn']) })),
  /**
   * Records in the order of the stages and, within one, of when they happened. A long history answers a window of it: of
   * every long stage the first and the last records. `histories` says what is left out, `GET …/records` gives it.
   */
  stages: z.array(traceStage),
  /** How many records speak of this code now, and how many of them `stages` holds. */
  records: z.strictObject({ total: count, shown: count }),
  /** Every reported stage, in order. */
  histories: z.array(stageHistory),
  counts: traceCounts,
  /** Where goods of the code's dealer are sold, as far as the enterprise shows it. Stated, in no entry of the ledger. */
  stores: z.array(traceStore).optional(),
  ledger,
  warnings: z.array(traceWarning),
})

/** Records of one stage, in order. */
export const traceRecordsAnswer = z.strictObject({
  stage,
  /** How many current records the stage has for this code. */
  total: count,
  /** How many of them come before the first one answered here. */
  before: count,
  records: z.array(traceStage),
  /** What to ask `after` for the next ones; null when these were the last. */
  next: z.string().nullable(),
  /** As in the answer about the code, of these records alone. */
  ledger,
  warnings: z.array(traceWarning),
})

/** Exactly one caller of a code is told `first: true`. */
export const scanAnswer = z.strictObject({
  scans: count,
  firstScanAt: moment,
  first: z.boolean(),
  /** What is to be said of the code now that it was met here as well; left out when it is nothing. */
  warnings: z.array(traceWarning).optional(),
})

/**
 * Three outcomes, and none of them is a yes or no: who overlooks the picture cannot take what was not judged for a wrong code.
 */
export const checkAnswer = z.strictObject({
  outcome: z.enum(['genuine', 'notGenuine', 'notJudged']),
  ...checkCounts,
  /** This right code was the first right one: a stranger's guess does not take that from the buyer. */
  first: z.boolean(),
  /** Town and country of the first right one, in the reader's language, for who enters a right one after it. */
  firstPlace: z.string().optional(),
  /**
   * When many wrong codes have come and nothing was judged: solve the picture and send `captcha`, or, where `work` is there, find
   * a text whose SHA-256 after the task and a dot begins with so many zero bits, and send it as `work`.
   */
  challenge: z
    .strictObject({
      uuid: z.string(),
      image: z.string(),
      work: z.strictObject({ task: z.string(), bits: count }).optional(),
    })
    .optional(),
})

export type TraceAnswer = z.output<typeof traceAnswer>
export type TraceRecords = z.output<typeof traceRecordsAnswer>
export type TraceStage = z.output<typeof traceStage>
export type TraceValue = z.output<typeof traceValue>
export type TraceCertification = z.output<typeof certification>
export type TracePaper = z.output<typeof traceAnswer>['papers'][number]
export type TraceWarning = z.output<typeof traceWarning>
export type TraceRecall = z.output<typeof traceRecall>
export type TraceCounts = z.output<typeof traceCounts>
export type StageHistory = z.output<typeof stageHistory>
export type TraceLedgerBreak = z.output<typeof ledgerBreak>
export type PublicFile = z.output<typeof publicFile>
export type ScanAnswer = z.output<typeof scanAnswer>
export type CheckAnswer = z.output<typeof checkAnswer>
