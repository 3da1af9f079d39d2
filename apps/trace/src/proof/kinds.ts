import { certificationStates } from '@timbermark/contract/certification-states'
import { stageKeys } from '@timbermark/contract/stage-keys'
import type { SealedMention } from '@timbermark/contract/trace'
import { hashOf } from './bytes.ts'
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
  type Of,
  oneOf,
  optional,
  type Shape,
  text,
} from './shape.ts'

// What the fields of each kind have to be: docs/sealed-fields.md. A field that is not named there is not looked at.

/** 32 bytes: a subject, a digest, the key of blocks. */
const bytes32: Shape<string> = (value): value is string => text(value) && hashOf(value) !== undefined

/** A text, or one for each language that it was given in. */
const inLanguages = members({ zh: optional(text), en: optional(text), fr: optional(text), und: optional(text) })
export const words = either(
  text,
  (value): value is Of<typeof inLanguages> => inLanguages(value) && Object.values(value).some(text),
)

/** Ids that could lead anywhere but to a file are none. */
const file = { file: matching(/^[\w-]{1,100}$/), sha256: hexDigest, type: text, name: text }
export const sealedFile = members(file)

const sealed = { at: moment, reason: optional(nullOr(text)) }

export const enterpriseFacts = members({ ...sealed, name: text, active: flag })

export const productFacts = members({
  ...sealed,
  enterprise: bytes32,
  name: words,
  foreignName: text,
  chineseName: text,
  latinName: text,
  category: words,
  description: text,
  video: optional(nullOr(sealedFile)),
})

const recall = {
  reason: words,
  advice: words,
  contact: words,
  since: moment,
  lifted: nullOr(members({ at: moment, reason: words })),
}
const serials: Shape<readonly (readonly [number, number])[]> = listOf(
  (value): value is readonly [number, number] =>
    Array.isArray(value) && value.length === 2 && value.every(count) && value[0]! < value[1]!,
)

export const batchFacts = members({
  ...sealed,
  enterprise: bytes32,
  product: bytes32,
  records: bytes32,
  number: text,
  date: nullOr(text),
  volume: nullOr(text),
  status: text,
  recalls: optional(listOf(members(recall))),
})

export const requestFacts = members({
  ...sealed,
  enterprise: bytes32,
  batch: bytes32,
  number: count,
  count,
  manifest: hexDigest,
  blocks: bytes32,
  country: text,
  factory: text,
  batchDate: text,
  species: text,
  recalls: optional(listOf(members({ ...recall, codes: serials }))),
})

export type RequestFacts = Of<typeof requestFacts>

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

const parent: Shape<readonly [number, number]> = (value): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && positive(value[0]) && count(value[1])

export const openMention = members({ at: moment, record: mention })
/** What every entry of a block or a span opens, whichever of its codes the reader holds. */
export const ofCodes = members({ codes: serials })

/** Where the codes are after it, and nowhere is said too. */
export const sealedPacking = members({
  at: moment,
  packing: positive,
  action: oneOf(['pack', 'unpack', 'repack']),
  happenedAt: moment,
  parent: nullOr(parent),
})

const degrees = (most: number): Shape<string> => {
  const written = matching(/^-?\d{1,3}(\.\d{1,15})?$/)
  return (value): value is string => written(value) && Math.abs(Number(value)) <= most
}

export const recordFacts = members({
  ...sealed,
  stage,
  version: positive,
  happenedAt: moment,
  recordedAt: moment,
  place: optional(nullOr(members({ longitude: degrees(180), latitude: degrees(90), name: nullOr(words) }))),
  codes: optional(members({ count, sha256: hexDigest })),
})

export type RecordFacts = Of<typeof recordFacts>

/** The bytes behind it are shown as what they are said to be: as nothing that could run. */
const copy = members({ sha256: hexDigest, type: oneOf(['application/pdf', 'image/png', 'image/jpeg', 'image/webp']) })

export const recordDocument = members({
  code: text,
  name: text,
  files: listOf(hexDigest),
  copies: optional(listOf(copy)),
})

export const sealedCertificate = members({
  code: text,
  name: text,
  files: listOf(hexDigest),
  copies: listOf(copy),
  number: nullOr(text),
  scheme: nullOr(text),
})

export const certificationStep = members({
  at: moment,
  step: positive,
  action: oneOf(certificationStates.transitions.map(({ verb }) => verb)),
  state: oneOf(certificationStates.values),
  enterprise: text,
  certifier: nullOr(text),
  judgedOn: nullOr(matching(/^\d{4}-\d\d-\d\d$/)),
})

/** What a form holds is one value or some, never something to look into. */
const plain = either(
  nullOr(text),
  either(flag, (value): value is number => typeof value === 'number'),
)

export const recordValue = members({
  type: text,
  group: text,
  order: count,
  unit: optional(text),
  value: either(plain, listOf(plain)),
  label: words,
  word: optional(words),
  highlight: optional(flag),
})

export const recordFile = members({ ...file, label: words, order: count })
