import { defineEntity } from '../entity.ts'
import { choice, date, datetime, decimal, flag, integer, text } from '../field.ts'
import { rowExtras, defineView, viewOf } from '../view.ts'
import { byPhoneToo } from '../user-types.ts'
import type { States } from '../states.ts'
import { disputeStates } from './dispute.ts'

/** Lifecycle of an offer of goods: the receiver accepts or declines it, the holder may withdraw it before. */
export const offerStates = {
  field: 'status',
  initial: 'open',
  values: ['open', 'accepted', 'declined', 'withdrawn'],
  transitions: [
    { verb: 'accept', from: ['open'], to: 'accepted', by: 'separateCall' },
    {
      verb: 'decline',
      from: ['open'],
      to: 'declined',
      permission: 'accept',
      userTypes: byPhoneToo,
      confirm: 'plain',
      reason: { is: 'required', field: 'reason' },
      final: 'the holder has the message and may offer the goods to others',
    },
    {
      verb: 'withdraw',
      from: ['open'],
      to: 'withdrawn',
      permission: 'add',
      confirm: 'plain',
      final: 'the receiver has the message; the goods can be offered again',
    },
  ],
  editable: [],
  removable: [],
} as const satisfies States

/**
 * An offer of goods by their holder to another enterprise, visible to the two of them only. Accepted, it hands custody of the
 * codes over. It stores names as they were, because neither side may read the other's records.
 */
export const offer = defineEntity({
  area: 'custody',
  name: 'offer',
  table: 'custody_offer',
  tenancy: 'tenant',
  label: 'goods',
  scoped: true,
  fields: {
    goods: text({ max: 200, readonly: true }),
    giver: text({ max: 100, readonly: true }),
    receiver: text({ max: 100, readonly: true }),
    codes: integer({ readonly: true }),
    /** Number of codes that the receiver took over; the others stay with the holder. */
    acceptedCodes: integer({ readonly: true }),
    volume: decimal({ min: 0, max: 1_000_000, scale: 3, unit: 'm3', createOnly: true }),
    weight: decimal({ min: 0, max: 1_000_000_000, scale: 3, unit: 'kg', createOnly: true }),
    deliveryNote: text({ max: 50, createOnly: true }),
    place: text({ max: 100, createOnly: true, hideInList: true }),
    terms: text({ max: 500, createOnly: true, hideInList: true }),
    /** Last day on which it can be accepted (UTC); empty means no end. */
    expiresOn: date({ createOnly: true }),
    /** The receiver and later holders may see the plots that the giver's own records name. */
    sharesPlots: flag({ required: true, createOnly: true, hideInList: true }),
    status: choice({ options: offerStates.values, default: 'open', search: 'eq', readonly: true }),
    /** Why it was declined. */
    reason: text({ max: 200, readonly: true, hideInList: true }),
    /** What arrived, as the receiver measured it. */
    receivedVolume: decimal({ scale: 3, unit: 'm3', readonly: true, hideInList: true }),
    receivedWeight: decimal({ scale: 3, unit: 'kg', readonly: true, hideInList: true }),
    /** Why fewer codes or another measure arrived than was offered. */
    difference: text({ max: 200, readonly: true, hideInList: true }),
    offeredAt: datetime({ readonly: true }),
    settledAt: datetime({ readonly: true, hideInList: true }),
  },
  operations: ['list'],
  states: offerStates,
  verbs: ['add', 'accept'],
})

const { terms: _terms, place: _place, ...listed } = offer.fields

/** Offers as both sides see them. */
export const offers = defineView({
  ...viewOf(offer),
  unscoped: 'between two enterprises: apps/server/test/custody',
  defaultColumns: ['goods', 'giver', 'receiver', 'codes', 'status', 'expiresOn', 'offeredAt'],
  fields: {
    ...listed,
    /** Whether it can still be accepted by its dates, independent of its state. */
    standing: choice({
      options: ['open', 'expired', 'settled'],
      required: true,
      readonly: true,
      search: 'eq',
      hideInList: true,
    }),
    /** What the two sides disagree about, after acceptance. */
    dispute: choice({ options: disputeStates, required: true, readonly: true, search: 'eq' }),
    /** Who writes next in a dispute that is not settled. */
    disputeTurn: choice({ options: ['own', 'other'], readonly: true, search: 'eq', hideInList: true }),
    /** When something was last written in a dispute. */
    disputedAt: datetime({ readonly: true }),
  },
  rowExtras: rowExtras<{
    /** Made by the own enterprise, or received by it. */
    side: 'given' | 'received'
  }>(),
})
