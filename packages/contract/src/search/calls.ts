import { z } from 'zod'
import { defineCall } from '../call.ts'
import { certificationStates } from '../certification/states.ts'
import { labelStates } from '../code/label-states.ts'
import { codeLevels, type CodeType } from '../code/request.ts'
import { stageKeys } from '../stage/keys.ts'
import { count, moment, rowId } from '../wire/shapes.ts'

/** Longest text that is read, in UTF-16 units: an address that gateways have wrapped. */
export const longestSearch = 4096
/** Most records of one list in an answer. */
export const foundPerList = 5

const card = z.strictObject({
  code: z.string(),
  /** Foreign code that this code stands for. */
  printed: z.string().nullable(),
  codeType: z.enum(Object.keys(codeLevels) as [CodeType, ...CodeType[]]),
  /** Number within the request, from 1, as printed. */
  serial: count,
  request: z.strictObject({ id: rowId, name: z.string() }),
  batch: z.strictObject({ id: rowId, batchNumber: z.string() }),
  product: z.strictObject({ id: rowId, name: z.string() }),
  /** State in the life of its label; null when the reader may not list codes by state. */
  state: z.enum(labelStates.values).nullable(),
  certification: z.enum(certificationStates.values),
  recalled: z.boolean(),
  /** Package that it is in. */
  parentCode: z.string().nullable(),
  /** Who has it; null when nobody, or when the reader may not list assignments. */
  dealerName: z.string().nullable(),
  scanCount: count,
  firstScanTime: moment.nullable(),
  checkCount: count,
  wrongCheckCount: count,
  /** The newest stage record about it in the reader's scope; null when there is none or the reader may not list them. */
  lastStage: z.strictObject({ id: rowId, stage: z.enum(stageKeys), time: moment }).nullable(),
})
export type CodeCard = z.output<typeof card>

/** What a text is as a code. */
const foundCode = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('known'), card }),
  /** A genuine code that the reader may not open: of another enterprise, or out of scope. */
  z.strictObject({ is: z.literal('elsewhere'), code: z.string() }),
  /** One typing error away from a genuine code, in this group of five, from 1. */
  z.strictObject({ is: z.literal('mistyped'), code: z.string(), group: count }),
  /** It has the form of a code, and no enterprise has issued it. */
  z.strictObject({ is: z.literal('unknown'), code: z.string() }),
  /** It looks like a code with characters missing or too many. */
  z.strictObject({ is: z.literal('incomplete'), characters: count, expected: count }),
])
export type FoundCode = z.output<typeof foundCode>

const foundRecord = z.strictObject({
  id: rowId,
  name: z.string(),
  /** Fields that the list's declaration shows in a search, as they are stored. */
  facts: z.array(z.strictObject({ field: z.string(), text: z.string() })),
})

const foundGroup = z.strictObject({
  /** Key of the list. */
  list: z.string(),
  rows: z.array(foundRecord),
  /** Whether the list has more of them. */
  more: z.boolean(),
  /** Query of the list that shows them all. */
  filter: z.strictObject({ field: z.string(), value: z.string() }),
})
export type FoundGroup = z.output<typeof foundGroup>

export const search = defineCall({
  method: 'GET',
  path: '/search',
  access: 'signedIn',
  summary:
    'What a text is: a code, in whatever surrounds it, and records of each list that the caller may see, best matches first. Less than two letters find no records',
  query: z.object({ q: z.string().max(longestSearch) }),
  answer: z.strictObject({ code: foundCode.nullable(), groups: z.array(foundGroup) }),
})

export const searchCalls = [search] as const
