import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { byPhoneToo, supplierUserType } from '../user-types.ts'
import { stageKeys } from '../stage/keys.ts'
import { count, fileInfo, moment, nothing, rowId, written } from '../wire/shapes.ts'
import { custodySides, disputeKinds, disputeStates, disputeTextLength } from './dispute.ts'
import { whereabouts } from './whereabouts.ts'
import { maxReceiptPhotos, signedByLength } from './receipt-files.ts'

/** Most ranges of codes in one offer, after adjacent ones are joined: each is a row. */
export const maxOfferedRanges = 500
/** Most packages and containers with something in them that change hands together. */
export const maxHandedPackings = 20_000

const code = z.string().trim().min(1).max(500)
const serial = z.number().int().positive()
/** Cubic metres or kilograms, exact. */
const measure = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,3})?$/)
  .nullish()
const fileId = z.string().min(1).max(100)
const named = {
  codes: z.array(z.string().max(500)).max(20_000).default([]),
  ranges: z
    .array(z.strictObject({ first: code, last: code }))
    .max(1000)
    .default([]),
}
const numbers = z
  .array(z.strictObject({ requestId: serial, from: serial, to: serial }))
  .max(maxOfferedRanges)
  .default([])
const labels = 'custody.offer'
const between = { tested: 'offers of the two enterprises', in: 'apps/server/test/custody' } as const

/** The product and the codes as printed on the goods. */
const goods = z.strictObject({
  product: z.strictObject({
    name: z.string(),
    foreignName: z.string(),
    chineseName: z.string(),
    latinName: z.string(),
  }),
  batchNumber: z.string(),
  ranges: z.array(
    z.strictObject({
      codeType: z.enum(['item', 'package', 'container']),
      first: z.string(),
      last: z.string(),
      count,
    }),
  ),
})

export const addOffer = defineCall({
  method: 'POST',
  path: '/custody/offer',
  access: { permission: 'custody:offer:add' },
  scope: { tested: 'codes of requests in scope', in: 'apps/server/test/custody' },
  summary:
    'Offers goods to another enterprise, found by its identification: codes, ranges or numbers of requests; what is packed in them goes with them',
  body: z.strictObject({
    receiver: z.string().trim().min(2).max(20),
    ...named,
    numbers,
    volume: measure,
    weight: measure,
    deliveryNote: written().max(50).nullish(),
    place: written().max(100).nullish(),
    terms: written().max(500).nullish(),
    expiresOn: z.iso.date().nullish(),
    /** Shows the plots that the giver's own records name to the receiver, and to those who hold the goods after. */
    sharesPlots: z.boolean().default(false),
  }),
  answer: z.strictObject({ id: rowId, codes: count }),
  labels,
  audit: { title: 'custody.offer', kind: 'add' },
})

export const offerGoods = defineCall({
  method: 'GET',
  path: '/custody/offer/:id(^\\d+$)/goods',
  access: { permission: 'custody:offer:list', userTypes: byPhoneToo },
  scope: between,
  summary:
    'What an offer consists of: the product, and the codes as printed on the goods; once accepted, with the photos and the signature of the receipt',
  answer: goods.extend({
    place: z.string().nullable(),
    terms: z.string().nullable(),
    /** Whether the plots of the giver's own records are shown to the receiver and to later holders. */
    sharesPlots: z.boolean(),
    /** What the receiver photographed when the goods arrived. */
    photos: z.array(fileInfo),
    signature: z
      .strictObject({
        file: fileInfo,
        /** Who signed for the receiver, as they wrote their name. */
        name: z.string(),
        time: moment,
      })
      .nullable(),
  }),
})

export const shareOfferPlots = defineCall({
  method: 'PUT',
  path: '/custody/offer/:id(^\\d+$)/plots',
  access: { permission: 'custody:offer:add' },
  scope: between,
  summary:
    'Shows the plots of the own records to the receiver of an open or accepted offer and to later holders, or no longer',
  body: z.strictObject({ sharesPlots: z.boolean() }),
  answer: nothing,
  labels,
  audit: { title: 'custody.offer', kind: 'grant', loggable: ['sharesPlots'] },
})

/** The papers of an offer: what goes with the goods, and what the receiver signs for. */
export const offerPapers = ['deliveryNote', 'receipt'] as const
export type OfferPaper = (typeof offerPapers)[number]

export const offerPaper = defineCall({
  method: 'GET',
  path: '/custody/offer/:id(^\\d+$)/paper',
  access: { permission: 'custody:offer:list', userTypes: byPhoneToo },
  scope: between,
  summary: 'The delivery note of an open or accepted offer, or the receipt of an accepted one, to print and sign',
  query: z.object({ kind: z.enum(offerPapers) }),
  file: ['application/pdf'],
  labels,
  audit: { title: 'custody.offer', kind: 'export' },
})

export const offeredCode = defineCall({
  method: 'GET',
  path: '/custody/offer/:id(^\\d+$)/code/:code',
  access: { permission: 'custody:offer:list', userTypes: byPhoneToo },
  scope: between,
  summary: 'Whether a code in the hand is among the offered goods, and how many codes are packed in it',
  answer: z.strictObject({
    /** The code as it is printed. */
    code: z.string(),
    codeType: z.enum(['item', 'package', 'container']),
    offered: z.boolean(),
    /** Number of codes, with those that are packed in it. */
    count,
  }),
})

/** What somebody is invited to: goods, stages and the last day. */
const invitedTo = {
  ...named,
  numbers,
  stages: z.array(z.enum(stageKeys)).min(1).max(stageKeys.length),
  untilOn: z.iso.date(),
  note: written().max(500).nullish(),
}

export const addInvitation = defineCall({
  method: 'POST',
  path: '/custody/invitation',
  access: { permission: 'custody:invitation:add' },
  scope: { tested: 'codes of requests in scope', in: 'apps/server/test/custody' },
  summary:
    'Invites another enterprise, found by its identification, to report named stages about goods that stay in the own custody',
  body: z.strictObject({
    partner: z.string().trim().min(2).max(20),
    ...invitedTo,
  }),
  answer: z.strictObject({ id: rowId, codes: count }),
  labels: 'custody.invitation',
  audit: { title: 'custody.invitation', kind: 'add' },
})

export const invitationGoods = defineCall({
  method: 'GET',
  path: '/custody/invitation/:id(^\\d+$)/goods',
  access: { permission: 'custody:invitation:list' },
  scope: between,
  summary: 'What an invitation is about: the product, the codes as printed on the goods, and what the holder says',
  answer: goods.extend({ note: z.string().nullable() }),
})

export const acceptInvitation = defineCall({
  method: 'PUT',
  path: '/custody/invitation/:id(^\\d+$)/accept',
  access: { permission: 'custody:invitation:accept' },
  scope: between,
  summary:
    'Accepts an invitation to stages: the own enterprise gets a batch to report about, the goods stay with their holder',
  body: z.strictObject({
    /** The own product that they are; null: the one with the same names, or a new one made from the holder's. */
    productId: rowId.nullish(),
  }),
  answer: z.strictObject({ batchId: rowId, batchNumber: z.string(), codes: count }),
  labels: 'custody.invitation',
  audit: { title: 'custody.invitation', kind: 'edit' },
})

const suppliersTested = { tested: 'accounts and codes in scope', in: 'apps/server/test/custody' } as const

export const suppliers = defineCall({
  method: 'GET',
  path: '/custody/supplier-invitation/suppliers',
  access: { permission: 'custody:supplier-invitation:add' },
  scope: suppliersTested,
  summary: 'Accounts of suppliers that can be invited to stages',
  query: z.object({ search: z.string().max(50).optional() }),
  answer: z.array(z.strictObject({ id: rowId, label: z.string(), disabled: z.boolean() })),
})

export const inviteSupplier = defineCall({
  method: 'POST',
  path: '/custody/supplier-invitation',
  access: { permission: 'custody:supplier-invitation:add' },
  scope: suppliersTested,
  summary: 'Invites an account of a supplier of the own enterprise to report named stages about goods until a day',
  body: z.strictObject({
    accountId: rowId,
    ...invitedTo,
  }),
  answer: z.strictObject({ id: rowId, codes: count }),
  labels: 'custody.supplier-invitation',
  audit: { title: 'custody.supplier-invitation', kind: 'add' },
})

export const supplierInvitationGoods = defineCall({
  method: 'GET',
  path: '/custody/supplier-invitation/:id(^\\d+$)/goods',
  access: { permission: 'custody:supplier-invitation:list' },
  scope: suppliersTested,
  summary: 'What an invitation of a supplier is about: the product, the codes as printed on the goods, and the note',
  answer: goods.extend({ note: z.string().nullable() }),
})

/** What a supplier may report: on its phone, also without a network. */
export const ownSupplierInvitations = defineCall({
  method: 'GET',
  path: '/custody/supplier-invitation/mine',
  access: { permission: 'stage:record:report', userTypes: [supplierUserType] },
  scope: { none: 'the invitations of the caller' },
  summary: 'Stages and goods that the calling supplier is invited to, newest first; an ended one for some days more',
  answer: z.array(
    z.strictObject({
      id: rowId,
      goods: z.string(),
      stages: z.array(z.enum(stageKeys)),
      untilOn: z.string(),
      /** The last day is over: what happened before may still be reported. */
      ended: z.boolean(),
      note: z.string().nullable(),
      codes: count,
      /** As printed on the goods, the first ones only. */
      ranges: goods.shape.ranges,
    }),
  ),
})

export const acceptOffer = defineCall({
  method: 'PUT',
  path: '/custody/offer/:id(^\\d+$)/accept',
  access: { permission: 'custody:offer:accept', userTypes: byPhoneToo },
  scope: between,
  summary:
    'Takes goods over, wholly or without some codes: custody passes to the own enterprise, with a batch of its own to report about',
  body: z.strictObject({
    /** The own product that they are; null: the one with the same names, or a new one made from the offered one. */
    productId: rowId.nullish(),
    /** Codes that did arrive, with everything that is packed in them; left out: all of them. */
    arrived: z.strictObject(named).optional(),
    /** Codes that did not arrive or are refused: they stay with the holder. */
    without: z.strictObject(named).default({ codes: [], ranges: [] }),
    receivedVolume: measure,
    receivedWeight: measure,
    difference: written().max(200).nullish(),
    /** Ids of the caller's uploads: what the goods looked like when they arrived. */
    photos: z.array(fileId).max(maxReceiptPhotos).default([]),
    /** Id of the caller's upload: a signature on glass. It needs `signedBy` and `signedAt`, and they need it. */
    signature: fileId.nullish(),
    signedBy: written().trim().max(signedByLength).nullish(),
    /** By the clock of the phone; the arrival of the receipt when that clock is ahead. */
    signedAt: moment.nullish(),
  }),
  answer: z.strictObject({ batchId: rowId, batchNumber: z.string(), codes: count }),
  labels,
  audit: { title: 'custody.offer', kind: 'edit' },
})

const disputeKind = z.enum(disputeKinds)
const custodySide = z.enum(custodySides)

export const offerDispute = defineCall({
  method: 'GET',
  path: '/custody/offer/:id(^\\d+$)/dispute',
  access: { permission: 'custody:offer:list', userTypes: byPhoneToo },
  scope: between,
  summary: 'What both sides wrote in disputes about goods that were handed over, and what the own side may write now',
  answer: z.strictObject({
    goods: z.string(),
    giver: z.string(),
    receiver: z.string(),
    /** The own side. */
    side: custodySide,
    state: z.enum(disputeStates),
    /** Expected version of the next line: the number of the last one, 0 before the first. */
    seen: count,
    /** Kinds that the caller may write now. */
    can: z.array(disputeKind),
    lines: z.array(
      z.strictObject({
        number: count,
        /** From 1: an offer can be disputed again after the last dispute is settled. */
        dispute: count,
        side: custodySide,
        kind: disputeKind,
        text: z.string().nullable(),
        operator: z.string(),
        time: moment,
        /** On an agreement: the number of the proposal that was agreed to. */
        proposal: count.nullable(),
      }),
    ),
  }),
})

export const writeDispute = defineCall({
  method: 'POST',
  path: '/custody/offer/:id(^\\d+$)/dispute',
  access: { anyOf: ['custody:offer:add', 'custody:offer:accept'], userTypes: byPhoneToo },
  scope: between,
  summary:
    'Writes a line in a dispute about goods that were handed over: opens it, answers, proposes how to settle it, agrees to the proposal of the other side, or takes it back',
  body: z.strictObject({
    kind: disputeKind,
    /** May be empty on an agreement and when it is taken back. */
    text: written().trim().max(disputeTextLength),
    /** Number of the last line that the caller has read. */
    seen: count,
  }),
  answer: z.strictObject({ number: count, state: z.enum(disputeStates) }),
  labels: 'custody.dispute',
  // Words may name people, and stand in the dispute for those who may read it.
  audit: { title: 'custody.dispute', kind: 'edit', loggable: ['kind'] },
})

export { whereabouts, type Whereabouts } from './whereabouts.ts'

export type OfferGoods = AnswerOf<typeof offerGoods>
export type OfferDispute = AnswerOf<typeof offerDispute>
export type OwnSupplierInvitation = AnswerOf<typeof ownSupplierInvitations>[number]
export type InvitationGoods = AnswerOf<typeof invitationGoods>
export const custodyCalls = [
  addOffer,
  offerGoods,
  shareOfferPlots,
  offerPaper,
  offeredCode,
  acceptOffer,
  offerDispute,
  writeDispute,
  addInvitation,
  invitationGoods,
  acceptInvitation,
  suppliers,
  inviteSupplier,
  supplierInvitationGoods,
  ownSupplierInvitations,
  whereabouts,
] as const
