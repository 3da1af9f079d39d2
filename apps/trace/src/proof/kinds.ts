import { certificationStates } from '@timbermark/contract/certification-states'
import { stageKeys } from '@timbermark/contract/stage-keys'
import type { Language } from '@timbermark/contract'
import type { SealedMention } from '@timbermark/contract/trace'
import { languages } from '../format.ts'
import { parseHash } from './bytes.ts'
import {
  count,
  either,
  flag,
  hexDigest,
  listOf,
  matching,
  members,
  moment,
  nullOr,
  type TypeOf,
  oneOf,
  optional,
  type Shape,
  text,
} from './shape.ts'

// The shape of the fields of each kind: docs/sealed-fields.md. Fields that are not listed there are ignored.

/** 32 bytes: a subject, a digest or the key of blocks. */
const bytes32: Shape<string> = (value): value is string => text(value) && parseHash(value) !== undefined

const wordMembers = [...languages, 'und'] as const

/** A text, or one text per language in which it exists. */
const textByLanguage = members(
  Object.fromEntries(wordMembers.map(language => [language, optional(text)])) as {
    [language in Language | 'und']: Shape<string | undefined>
  },
)
export const localizedText = either(
  text,
  (value): value is TypeOf<typeof textByLanguage> =>
    textByLanguage(value) && wordMembers.some(language => Object.hasOwn(value, language)),
)

/** File ids are restricted, so that a URL built from one leads to a file and nowhere else. */
const fileFields = { file: matching(/^[\w-]{1,100}$/), sha256: hexDigest, type: text, name: text }
export const sealedFile = members(fileFields)

const commonFields = { at: moment, reason: optional(nullOr(text)) }

export const enterpriseFacts = members({ ...commonFields, name: localizedText, active: flag })

export const productFacts = members({
  ...commonFields,
  enterprise: bytes32,
  name: localizedText,
  foreignName: text,
  chineseName: text,
  latinName: text,
  category: localizedText,
  description: localizedText,
  video: optional(nullOr(sealedFile)),
})

const recallFields = {
  reason: localizedText,
  advice: localizedText,
  contact: localizedText,
  since: moment,
  lifted: nullOr(members({ at: moment, reason: localizedText })),
}
/** Each range is `[from, to)`; an empty or reversed range is invalid. */
const serialRanges: Shape<readonly (readonly [number, number])[]> = listOf(
  (value): value is readonly [number, number] =>
    Array.isArray(value) && value.length === 2 && value.every(count) && value[0]! < value[1]!,
)

export const batchFacts = members({
  ...commonFields,
  enterprise: bytes32,
  product: bytes32,
  records: bytes32,
  number: text,
  date: nullOr(text),
  volume: nullOr(text),
  status: text,
  recalls: optional(listOf(members(recallFields))),
  /** Wood of other batches; missing without any. */
  transfers: optional(
    listOf(
      members({
        batch: text,
        species: localizedText,
        form: oneOf(['log', 'sawn', 'product']),
        volume: text,
        at: moment,
      }),
    ),
  ),
})

export const requestFacts = members({
  ...commonFields,
  enterprise: bytes32,
  batch: bytes32,
  number: count,
  count,
  manifest: hexDigest,
  /** Missing in requests whose codes have format 1. Only in format 2 does a code state its serial. */
  codeFormat: optional((value): value is 2 => value === 2),
  blocks: bytes32,
  country: text,
  factory: text,
  batchDate: text,
  species: text,
  recalls: optional(listOf(members({ ...recallFields, codes: serialRanges }))),
})

export type RequestFacts = TypeOf<typeof requestFacts>

const positive: Shape<number> = (value): value is number => count(value) && value > 0
const stage = oneOf(stageKeys)

const mention: Shape<SealedMention> = members({
  record: positive,
  version: positive,
  stage,
  status: oneOf(['current', 'voided']),
  says: bytes32,
  closed: optional(text),
})

const parentCode: Shape<readonly [number, number]> = (value): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && positive(value[0]) && count(value[1])

export const mentionFacts = members({ at: moment, record: mention })
/** What every entry of a block or a span opens, whatever code the reader has. */
export const codesFacts = members({ codes: serialRanges })

/** `parent` is what the codes are in afterwards; null means that they are in nothing. */
export const packingFacts = members({
  at: moment,
  packing: positive,
  action: oneOf(['pack', 'unpack', 'repack']),
  happenedAt: moment,
  parent: nullOr(parentCode),
})

/** An act on labels; a label that was spoiled or lost says why. */
export const labelFacts = members({
  at: moment,
  act: positive,
  verb: oneOf(['activate', 'spoil', 'lose', 'reinstate']),
  state: oneOf(['made', 'delivered', 'inUse', 'spoiled', 'lost']),
  reason: nullOr(oneOf(['misprint', 'damaged', 'surplus', 'destroyed', 'lost', 'stolen'])),
})

/** Codes handed to another enterprise: serial plus `shift` is the serial in the receiver's request. */
export const custodyFacts = members({
  at: moment,
  handover: positive,
  receivedRequest: positive,
  shift: (value: unknown): value is number => Number.isSafeInteger(value),
})

/** Of an invitation: the stages that a partner may report. */
export const invitationFacts = members({ stages: listOf(stage) })

const degrees = (limit: number): Shape<string> => {
  const isDecimal = matching(/^-?\d{1,3}(\.\d{1,15})?$/)
  return (value): value is string => isDecimal(value) && Math.abs(Number(value)) <= limit
}

export const recordFacts = members({
  ...commonFields,
  stage,
  version: positive,
  happenedAt: moment,
  recordedAt: moment,
  place: optional(nullOr(members({ longitude: degrees(180), latitude: degrees(90), name: nullOr(localizedText) }))),
  codes: optional(members({ count, sha256: hexDigest })),
})

export type RecordFacts = TypeOf<typeof recordFacts>

/** The page shows the bytes as the declared type, so only types that cannot run scripts are allowed. */
const documentCopy = members({
  sha256: hexDigest,
  type: oneOf(['application/pdf', 'image/png', 'image/jpeg', 'image/webp']),
})

export const recordDocument = members({
  code: text,
  name: text,
  files: listOf(hexDigest),
  copies: optional(listOf(documentCopy)),
})

export const certificateDocument = members({
  code: text,
  name: text,
  files: listOf(hexDigest),
  copies: listOf(documentCopy),
  number: nullOr(text),
  scheme: nullOr(text),
})

export const certificationFacts = members({
  at: moment,
  step: positive,
  action: oneOf(certificationStates.transitions.map(({ verb }) => verb)),
  state: oneOf(certificationStates.values),
  enterprise: text,
  certifier: nullOr(text),
  judgedOn: nullOr(matching(/^\d{4}-\d\d-\d\d$/)),
})

/** A form field holds one plain value or a list of them, never a nested structure. */
const plainValue = either(
  nullOr(text),
  either(flag, (value): value is number => typeof value === 'number'),
)

export const recordValue = members({
  type: text,
  group: text,
  order: count,
  unit: optional(text),
  value: either(plainValue, listOf(plainValue)),
  label: localizedText,
  word: optional(localizedText),
  highlight: optional(flag),
})

export const recordFile = members({ ...fileFields, label: localizedText, order: count })
