/** The decision about goods that are offered to the enterprise, as the phone stores it until it is sent. */
import type { offers, RowOf } from '@timbermark/contract'
import type { Problem } from './check.ts'
import { filesOf } from './files.ts'
import type { FormField } from './form-model.ts'
import { type Delivery, type FieldValue, isUnread, type ScannedCode } from './report.ts'
import { countCodes, nameCodes } from './scanned-codes.ts'
import type { Id } from './wire.ts'

export const receiptVerbs = ['accept', 'decline'] as const
export type ReceiptVerb = (typeof receiptVerbs)[number]

/** What arrived: all of it, only the scanned codes with what is packed in them, or all but the scanned ones. */
export const arrivals = ['all', 'scanned', 'except'] as const
export type Arrival = (typeof arrivals)[number]

/** An offer as the list has it. */
export type OfferRow = Pick<
  RowOf<typeof offers>,
  'id' | 'goods' | 'giver' | 'codes' | 'volume' | 'weight' | 'deliveryNote' | 'expiresOn' | 'standing'
>

/** What the person entered. Stored on the phone: property names must stay. */
export interface ReceiptContent {
  offerId: Id
  /** The offer as it was read, for lists and for a phone without a network. */
  goods: string
  giver: string
  offered: number
  volume: string | null
  weight: string | null
  verb: ReceiptVerb
  arrival: Arrival
  codes: ScannedCode[]
  /** As it is typed; empty: as offered. */
  receivedVolume: FieldValue
  receivedWeight: FieldValue
  difference: string
  /** Why the goods are declined. */
  reason: string
  /** Keys of pictures that are stored on the phone; receipts of earlier versions of the page have none. */
  photos?: string[]
  /** Key of the drawn signature, by itself. */
  signature?: string[]
  signedBy?: string
  /** When it was drawn, ISO 8601 in UTC. */
  signedAt?: string
}

export interface LocalReceipt extends Delivery {
  kind: 'receipt'
  content: ReceiptContent
  /** What the enterprise holds now; no codes once the goods are declined. */
  taken?: { codes: number; batchNumber?: string }
}

const asText = (measure: string | number | null): string | null => (measure === null ? null : String(measure))

/** The decision about an offer before anything is entered: everything has arrived. */
export function newReceipt(input: { id: string; owner: string; now: number; offer: OfferRow }): LocalReceipt {
  const { id, owner, now, offer } = input
  return {
    kind: 'receipt',
    key: id,
    owner,
    reportId: id,
    state: 'draft',
    content: {
      offerId: offer.id,
      goods: String(offer.goods),
      giver: String(offer.giver),
      offered: Number(offer.codes),
      volume: asText(offer.volume),
      weight: asText(offer.weight),
      verb: 'accept',
      arrival: 'all',
      codes: [],
      receivedVolume: '',
      receivedWeight: '',
      difference: '',
      reason: '',
    },
    createdAt: now,
    updatedAt: now,
    attempts: 0,
    nextAt: 0,
    left: false,
  }
}

const measured = { type: 'number', group: 'common', min: 0 } as const
export const measureFields = {
  receivedVolume: { ...measured, key: 'receivedVolume', max: 1_000_000 },
  receivedWeight: { ...measured, key: 'receivedWeight', max: 1_000_000_000 },
} as const satisfies Record<string, FormField>
export type MeasureKey = keyof typeof measureFields

/** The number of codes that arrived, as far as the phone knows: what is packed in an unchecked code is unknown. */
export function arrivedCodes({ arrival, codes, offered }: ReceiptContent): number | undefined {
  if (arrival === 'all') return offered
  if (codes.some(({ check }) => check.state !== 'good')) return undefined
  const named = countCodes(codes)
  return arrival === 'scanned' ? named : offered - named
}

const isOther = (offered: string | null, received: FieldValue): boolean =>
  offered !== null && typeof received === 'string' && received !== '' && Number(offered) !== Number(received)

/** What must be corrected before the decision may be sent. */
export function checkReceipt(content: ReceiptContent): Problem[] {
  const { verb, arrival, codes, offered, difference, reason } = content
  if (verb === 'decline') return reason.trim() ? [] : [{ at: 'reason', phrase: 'h5.receive.reasonMissing' }]
  const problems: Problem[] = []
  const refused = codes.filter(({ check }) => check.state === 'refused').length
  if (arrival !== 'all' && codes.length === 0) problems.push({ at: 'codes', phrase: 'h5.receive.noCodes' })
  else if (arrival !== 'all' && refused > 0)
    problems.push({ at: 'codes', phrase: 'h5.receive.refused', params: { n: refused } })
  for (const key of ['receivedVolume', 'receivedWeight'] as const)
    if (isUnread(content[key])) problems.push({ at: key, phrase: 'h5.receive.notNumber' })
  const isDifferent =
    (arrival === 'except' && codes.length > 0) ||
    (codes.length > 0 && (arrivedCodes(content) ?? offered) < offered) ||
    isOther(content.volume, content.receivedVolume) ||
    isOther(content.weight, content.receivedWeight)
  if (isDifferent && !difference.trim()) problems.push({ at: 'difference', phrase: 'h5.receive.differenceMissing' })
  const isSigned = filesOf(content.signature).length > 0
  const name = content.signedBy?.trim() ?? ''
  if (isSigned && !name) problems.push({ at: 'signedBy', phrase: 'h5.receive.nameMissing' })
  if (!isSigned && name) problems.push({ at: 'signature', phrase: 'h5.receive.signatureMissing' })
  return problems
}

/** Keys of the pictures that go with the decision. */
export const receiptFiles = ({ verb, photos, signature }: ReceiptContent): string[] =>
  verb === 'accept' ? [...filesOf(photos), ...filesOf(signature)] : []

/** The same decision without some pictures; without the signature nobody has signed. */
export function withoutReceiptFiles(content: ReceiptContent, removed: ReadonlySet<string>): ReceiptContent {
  const photos = filesOf(content.photos).filter(key => !removed.has(key))
  if (!filesOf(content.signature).some(key => removed.has(key))) return { ...content, photos }
  return { ...content, photos, signature: [], signedBy: '', signedAt: undefined }
}

const measureOf = (value: FieldValue): string | null => (typeof value === 'string' && value !== '' ? value : null)

/**
 * The body of the call: always identical for the same decision, because the server compares retries.
 * @param fileId the server's id of a picture by its key
 */
export function receiptBody({ content }: Pick<LocalReceipt, 'content'>, fileId: (key: string) => string) {
  const { verb, arrival, codes, difference, reason } = content
  if (verb === 'decline') return { verb, body: { reason: reason.trim() } } as const
  const named = nameCodes(codes)
  const photos = filesOf(content.photos)
  const [signature] = filesOf(content.signature)
  const body = {
    productId: null,
    ...(arrival === 'scanned' && { arrived: named }),
    ...(arrival === 'except' && { without: named }),
    receivedVolume: measureOf(content.receivedVolume),
    receivedWeight: measureOf(content.receivedWeight),
    difference: difference.trim() || null,
    ...(photos.length > 0 && { photos: photos.map(fileId) }),
    ...(signature !== undefined && {
      signature: fileId(signature),
      signedBy: content.signedBy?.trim() ?? '',
      signedAt: content.signedAt ?? '',
    }),
  }
  return { verb, body } as const
}
