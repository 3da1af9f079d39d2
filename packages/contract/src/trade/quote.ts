import { defineEntity } from '../entity.ts'
import { choice, date, datetime, decimal, integer, ref, text } from '../field.ts'
import { rowExtras, defineView, viewOf } from '../view.ts'
import type { States } from '../states.ts'
import { maxYuan, traders } from './listing.ts'

/** Life of a quote: applied once the listing's owner has accepted it. */
export const quoteStates = {
  field: 'status',
  initial: 'notApplied',
  values: ['notApplied', 'applied'],
  transitions: [
    { verb: 'accept', from: ['notApplied'], to: 'applied', confirm: 'plain', userTypes: traders, audit: 'grant' },
  ],
  editable: [],
  removable: [],
} as const satisfies States

/**
 * Quote (application) on a listing of another enterprise, seen by the two of them alone. Names stand in it as they were
 * when it was made, because neither side may read the other's accounts. It is never changed: another amount is another quote
 * in its place.
 */
export const quote = defineEntity({
  area: 'trade',
  name: 'quote',
  tenancy: 'tenant',
  label: 'goodsName',
  scoped: true,
  fields: {
    listingId: ref({ entity: 'trade/listing', required: true, search: 'eq', createOnly: true, shared: true }),
    goodsName: text({ max: 100, readonly: true }),
    quoteUser: text({ max: 50, readonly: true }),
    quoteEnterprise: text({ max: 100, readonly: true }),
    price: decimal({ min: 0.01, max: maxYuan, scale: 2, unit: 'yuan', required: true, createOnly: true }),
    /** The last day on which it can be accepted (UTC); without one it has no end. */
    validUntil: date({ createOnly: true }),
    quoteTime: datetime({ readonly: true }),
    status: choice({ options: quoteStates.values, default: 'notApplied', search: 'eq', readonly: true }),
    lastUpdater: text({ max: 50, readonly: true }),
  },
  operations: ['list'],
  states: quoteStates,
  verbs: ['add', 'accept'],
})

const {
  listingId: _,
  goodsName,
  quoteUser,
  quoteEnterprise,
  price,
  validUntil,
  quoteTime,
  status,
  lastUpdater,
} = quote.fields

/** Quotes as both sides see them, of each row of amounts the newest; the listing is named by its goods. */
export const quotes = defineView({
  ...viewOf(quote),
  unscoped: 'between two enterprises: apps/server/test/trade',
  fields: {
    goodsName,
    quoteUser,
    quoteEnterprise,
    price,
    /** How often the amount was changed before this one. */
    revisions: integer({ readonly: true, required: true }),
    validUntil,
    /** Whether it can still be accepted: a fact of the calendar, beside its state. */
    standing: choice({ options: ['open', 'expired', 'settled'], required: true, readonly: true, search: 'eq' }),
    quoteTime,
    status,
    lastUpdater,
    updateTime: datetime({ readonly: true }),
  },
  rowExtras: rowExtras<{
    listingId: number
    kind: 'supply' | 'purchase' | null
    /** By the own enterprise, or on a listing of it. */
    side: 'made' | 'received'
  }>(),
})
