import { z } from 'zod'
import { certificationStates } from '../certification/states.ts'
import { labelReasons } from '../code/label-states.ts'
import { languages } from '../limits.ts'
import { stageKeys } from '../stage/keys.ts'
import type { FieldGroup, StageFieldType } from '../stage/types.ts'
import { count, moment } from '../wire/shapes.ts'

const stage = z.enum(stageKeys)
const word = <T extends string>() => z.custom<T>(value => typeof value === 'string').meta({ type: 'string' })

/** Language of an entered text; left out when unknown. */
const language = z.enum(languages).optional()

const publicFile = z.strictObject({ url: z.string(), name: z.string(), type: z.string(), sha256: z.string() })

const traceValue = z.strictObject({
  key: z.string(),
  type: word<StageFieldType>(),
  group: word<FieldGroup>(),
  unit: z.string().optional(),
  /** Canonical value, as sealed; choices are option keys, dictionaries carry `label`. */
  value: z.unknown(),
  label: z.string().optional(),
  labelIn: language,
  /** Label of a field that the enterprise added to its form; the stages' own fields have phrases. */
  fieldName: z.string().optional(),
  fieldNameIn: language,
  highlight: z.boolean().optional(),
})

/** The copy of a paper that buyers may open if its enterprise consents: the hash of its bytes. */
const paperCopy = z.strictObject({ sha256: z.string(), type: z.string() })

const certificationStep = z.strictObject({
  /** Rises from step to step. */
  step: count,
  action: z.enum(['submit', 'authorize', 'resubmit', 'withdraw', 'pass', 'fail']),
  /** State of the code after it. */
  state: z.enum(certificationStates.values),
  /** Enterprise that took the step. */
  enterprise: z.string(),
  /** The authorized third party; null when the enterprise reviews its codes itself. */
  certifier: z.string().nullable(),
  /** By the server's clock. */
  at: moment,
  /** Day of the review, by the reviewer's statement. */
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
  /** Steps, oldest first. */
  steps: z.array(certificationStep),
})

const label = z.strictObject({
  /** `notInUse`: it should not be on goods; `spoiled` and `lost`: nor should these, and the enterprise said so. */
  state: z.enum(['inUse', 'notInUse', 'spoiled', 'lost']),
  /** When it came to be so; null for a label without any act. */
  since: moment.nullable(),
  reason: z.enum([...labelReasons.spoil, ...labelReasons.lose]).nullable(),
})

const traceStage = z.strictObject({
  recordId: z.string(),
  stage,
  order: z.number().int(),
  version: z.number().int(),
  /** When it was reported, by the server's clock. */
  recordedAt: moment,
  /** When it happened, by the reporter's statement. */
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
  /** Reason of the correction, as the reporter wrote it; null for a first version. */
  reason: z.string().nullable(),
})

/** A declared break: the log continues under a new name because signed entries were lost. */
const ledgerBreak = z.strictObject({
  at: moment,
  /** As the operator wrote it. */
  reason: z.string(),
  /** Number of entries from which the log continues. */
  size: count,
  /** The largest lost head that is known to have been signed; root in hexadecimal. */
  lost: z.strictObject({ size: count, root: z.string() }),
})

const ledger = z.strictObject({
  /**
   * Concerns only the records in the same answer. `recorded`: every shown record is in the ledger; `pending`: some are
   * queued; `unavailable`: cannot check now.
   */
  state: z.enum(['recorded', 'pending', 'mismatch', 'unavailable']),
  /** Whether a head of the log is anchored on a chain; by the platform's statement. */
  anchored: z.boolean(),
  /** Declared breaks of the log, oldest first; missing means none. */
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

/** An active or lifted recall of the goods. */
const traceRecall = z.strictObject({
  /** All of its batch, or codes including this one. */
  of: z.enum(['batch', 'codes']),
  /** What is wrong, what to do, and whom to ask, as the enterprise wrote it. */
  reason: z.string(),
  reasonIn: language,
  advice: z.string(),
  adviceIn: language,
  contact: z.string(),
  contactIn: language,
  since: moment,
  /** Null while it is active. */
  lifted: z.strictObject({ at: moment, reason: z.string(), reasonIn: language }).nullable(),
})

/** Wood that came into the batch from another batch of the enterprise. */
const traceTransfer = z.strictObject({
  /** Number of the other batch, whose stages are not those of these goods. */
  batch: z.string(),
  species: z.string(),
  speciesIn: language,
  form: z.enum(['log', 'sawn', 'product']),
  /** Cubic metres. */
  volume: z.string(),
  at: moment,
})

/** Extent of one stage's records, of which `stages` may hold a part. */
const stageHistory = z.strictObject({
  stage,
  total: count,
  /** How many of them `stages` holds. */
  shown: count,
  /** When the first and the last of all records happened. */
  firstAt: moment,
  lastAt: moment,
  /** Records before the first one that is shown. */
  before: count,
  /** The shown record after which `total - shown - before` records are left out; null when none are. */
  gapAfter: z.string().nullable(),
})

/** Checks of a code, from the check log. */
const checkCounts = {
  /** Evaluated anti-counterfeit codes, right and wrong. */
  checks: count,
  /** The wrong ones. */
  wrongChecks: count,
  /** When the first one was entered; null before that. */
  firstCheckAt: moment.nullable(),
  /** When the first right one was entered. */
  firstRightAt: moment.nullable(),
}

/** A paper that buyers may or could open, by the hash of the copy. */
const tracePaper = z.strictObject({ sha256: z.string(), state: z.enum(['open', 'withdrawn']) })

/** What a later holder, or an invited partner, reported about the same goods. */
const traceHolder = z.strictObject({
  /** The code that stands for the item in the holder's records; the label on the goods keeps its own. */
  code: z.string(),
  /** When custody passed to the holder, or the partner was invited. */
  since: moment,
  /** `partner`: invited by the holder before it to report single stages; custody stays there. */
  role: z.enum(['holder', 'partner']),
  name: z.string(),
  nameIn: language,
  batchNumber: z.string(),
  /** Certification of the holder's code; a partner takes no step. */
  certification,
  /** Papers of its records and steps that buyers may or could open. */
  papers: z.array(tracePaper),
  /** As in the answer about a code; of a long history a window. */
  stages: z.array(traceStage),
  records: z.strictObject({ total: count, shown: count }),
  histories: z.array(stageHistory),
})
export type TraceHolder = z.output<typeof traceHolder>

const traceStore = z.strictObject({ name: z.string(), address: z.string() })
export type TraceStore = z.output<typeof traceStore>

const traceCounts = z.strictObject({ scans: count, firstScanAt: moment.nullable(), ...checkCounts })

/** What anyone sees of a code. Everything here is public. */
export const traceAnswer = z.strictObject({
  /** Code in its canonical spelling, 20 characters. */
  code: z.string(),
  /** `recalled`: it has an active recall; takes precedence over other states. */
  status: z.enum(['active', 'notActivated', 'voided', 'recalled']),
  /** Foreign code on the goods, for which the code stands; left out for own codes. Such goods have no anti-counterfeit code. */
  foreign: z.string().optional(),
  /** Printed next to the code. */
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
    descriptionIn: language,
    images: z.array(publicFile),
    video: publicFile.nullable(),
  }),
  batch: z.strictObject({ number: z.string(), date: z.string().nullable(), volume: z.string().nullable() }),
  /** Wood of other batches in this one, in the order of the transfers; left out without any. */
  transfers: z.array(traceTransfer).optional(),
  /** Recalls of this code, newest first, including lifted ones. */
  recalls: z.array(traceRecall),
  owner: z.strictObject({ id: z.string(), name: z.string(), nameIn: language, active: z.boolean() }),
  /** Certification of the code. */
  certification,
  /** The life of the label that carries the code. */
  label,
  /** Papers that buyers may or could open, by the hash of the copy. */
  papers: z.array(tracePaper),
  /**
   * Records in the order of the stages and, within a stage, by time. A long history is a window: the first and the last
   * records of every long stage. `histories` describes what is left out, `GET …/records` answers it.
   */
  stages: z.array(traceStage),
  /** Number of current records of this code, and how many of them `stages` holds. */
  records: z.strictObject({ total: count, shown: count }),
  /** Every reported stage, in order. */
  histories: z.array(stageHistory),
  /** Enterprises to which the goods were handed over, in order, with what each reported; left out when they were not. */
  later: z.array(traceHolder).optional(),
  counts: traceCounts,
  /** Stores of the code's dealer that the enterprise shows. Stated, not in the ledger. */
  stores: z.array(traceStore).optional(),
  ledger,
  warnings: z.array(traceWarning),
})

/** Records of one stage, in order. */
export const traceRecordsAnswer = z.strictObject({
  stage,
  /** Number of current records of the stage for this code. */
  total: count,
  /** Number of records before the first one in this answer. */
  before: count,
  records: z.array(traceStage),
  /** Value of `after` for the next records; null after the last. */
  next: z.string().nullable(),
  /** As in the answer about the code, for these records only. */
  ledger,
  warnings: z.array(traceWarning),
})

/** Exactly one caller of a code gets `first: true`. */
export const scanAnswer = z.strictObject({
  scans: count,
  firstScanAt: moment,
  first: z.boolean(),
  /** Warnings about the code after this scan; left out when there are none. */
  warnings: z.array(traceWarning).optional(),
})

/**
 * Three results instead of a boolean: a buyer who misses the captcha must not take an unchecked code for a wrong one.
 */
export const checkAnswer = z.strictObject({
  outcome: z.enum(['genuine', 'notGenuine', 'notJudged']),
  ...checkCounts,
  /** This was the first right code; wrong guesses by others do not change that. */
  first: z.boolean(),
  /** Town and country of the first right one, in the reader's language, for later right ones. */
  firstPlace: z.string().optional(),
  /**
   * After many wrong codes, when nothing was checked: solve the captcha and send `captcha`; or, if `work` is present, do
   * the proof of work: find a text whose SHA-256 after the task and a dot begins with so many zero bits, and send it as
   * `work`.
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
export type TraceLabel = z.output<typeof label>
export type TracePaper = z.output<typeof tracePaper>
export type TraceWarning = z.output<typeof traceWarning>
export type TraceRecall = z.output<typeof traceRecall>
export type TraceCounts = z.output<typeof traceCounts>
export type StageHistory = z.output<typeof stageHistory>
export type TraceLedgerBreak = z.output<typeof ledgerBreak>
export type PublicFile = z.output<typeof publicFile>
export type ScanAnswer = z.output<typeof scanAnswer>
export type CheckAnswer = z.output<typeof checkAnswer>
