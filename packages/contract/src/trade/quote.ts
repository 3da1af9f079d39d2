import { defineEntity } from '../entity.ts'
import { choice, date, datetime, decimal, integer, ref, text } from '../field.ts'
import { rowExtras, defineView, viewOf } from '../view.ts'
import type { States } from '../states.ts'
import { traders } from '../user-types.ts'
import { maxYuan } from './listing.ts'

/** Lifecycle of a quote: applied once the listing's owner has accepted it, which closes all others on that listing. */
export const quoteStates = {
  field: 'status',
  initial: 'notApplied',
  values: ['notApplied', 'applied', 'closed'],
  transitions: [
    {
      verb: 'accept',
      from: ['notApplied'],
      to: 'applied',
      confirm: 'plain',
      final: 'both sides have the message, and the other quotes are closed',
      userTypes: traders,
      audit: 'grant',
    },
    { verb: 'close', from: ['notApplied'], to: 'closed', by: 'server' },
  ],
  editable: [],
  removable: [],
} as const satisfies States

/**
 * Quote (application) on a listing of another enterprise, visible to the two of them only. It stores names as they were
 * when it was made, because neither side may read the other's accounts. It is never changed: another amount is a new
 * quote that replaces it.
 */
export const quote = defineEntity({
  area: 'trade',
  name: 'quote',
  tenancy: 'tenant',
  label: 'goodsName',
  defaultColumns: [
    'goodsName',
    'status',
    'quoteEnterprise',
    'quoteUser',
    'price',
    'validUntil',
    'quoteTime',
    'lastUpdater',
  ],
  scoped: true,
  fields: {
    listingId: ref({ entity: 'trade/listing', required: true, search: 'eq', createOnly: true, shared: true }),
    goodsName: text({ max: 100, readonly: true }),
    quoteUser: text({ max: 50, readonly: true }),
    quoteEnterprise: text({ max: 100, readonly: true }),
    price: decimal({ min: 0.01, max: maxYuan, scale: 2, unit: 'yuan', required: true, createOnly: true }),
    /** Last day on which it can be accepted (UTC); empty means no end. */
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

/** Quotes as both sides see them, only the newest of each series; the listing is named by its goods. */
export const quotes = defineView({
  ...viewOf(quote),
  unscoped: 'between two enterprises: apps/server/test/trade',
  fields: {
    goodsName,
    quoteUser,
    quoteEnterprise,
    price,
    /** Number of earlier amounts. */
    revisions: integer({ readonly: true, required: true }),
    validUntil,
    /** Whether it can still be accepted by its dates, independent of its state. */
    standing: choice({ options: ['open', 'expired', 'settled'], required: true, readonly: true, search: 'eq' }),
    quoteTime,
    status,
    lastUpdater,
    updateTime: datetime({ readonly: true }),
  },
  rowExtras: rowExtras<{
    listingId: number
    kind: 'supply' | 'purchase' | null
    /** Made by the own enterprise, or received on its listing. */
    side: 'made' | 'received'
  }>(),
})
