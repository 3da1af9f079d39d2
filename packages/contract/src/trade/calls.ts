import { z } from 'zod'
import { defineCall } from '../call.ts'
import { entityBody } from '../entity-body.ts'
import { added, count, moment, removed, rowId } from '../wire/shapes.ts'
import { listing } from './listing.ts'
import { quote } from './quote.ts'
import { traders } from '../user-types.ts'

export const addListing = defineCall({
  method: 'POST',
  path: '/trade/listing',
  access: { permission: 'trade:listing:add', userTypes: traders },
  summary: 'Publishes a supply or purchase listing; it waits for its audit',
  body: entityBody(listing, 'add'),
  answer: added,
  labels: 'trade.listing',
  audit: { title: 'trade.listing', kind: 'add' },
})

export const editListing = defineCall({
  method: 'PUT',
  path: '/trade/listing',
  access: { permission: 'trade:listing:edit', userTypes: traders },
  summary: 'Edits a listing that is not on the shelf; it waits for its audit again',
  body: entityBody(listing, 'edit'),
  answer: z.strictObject({ status: z.literal('pending') }),
  labels: 'trade.listing',
  audit: { title: 'trade.listing', kind: 'edit' },
})

export const removeListings = defineCall({
  method: 'DELETE',
  path: '/trade/listing/:ids(^[0-9,]+$)',
  access: { permission: 'trade:listing:remove', userTypes: traders },
  summary: 'Removes listings that are not on the shelf, with the quotes that were not accepted',
  answer: removed,
  audit: { title: 'trade.listing', kind: 'remove' },
})

export const addQuote = defineCall({
  method: 'POST',
  path: '/trade/quote',
  access: { permission: 'trade:quote:add', userTypes: traders },
  summary: 'Quotes on a listing of another enterprise that is on the shelf',
  body: entityBody(quote, 'add'),
  answer: added,
  labels: 'trade.quote',
  audit: { title: 'trade.quote', kind: 'add' },
})

export const reviseQuote = defineCall({
  method: 'PUT',
  path: '/trade/quote/:id(^\\d+$)/revise',
  access: { permission: 'trade:quote:add', userTypes: traders },
  summary: 'Puts another amount in the place of an own quote that was not accepted',
  body: z.looseObject({}).meta({
    required: ['price'],
    properties: { price: { type: 'string' }, validUntil: { type: ['string', 'null'], format: 'date' } },
    additionalProperties: false,
  }),
  answer: added,
  labels: 'trade.quote',
  audit: { title: 'trade.quote', kind: 'edit' },
})

export const quoteHistory = defineCall({
  method: 'GET',
  path: '/trade/quote/:id(^\\d+$)/history',
  access: { permission: 'trade:quote:list', userTypes: traders },
  summary: 'The amounts of a quote over time, newest first',
  answer: z.array(
    z.strictObject({
      id: rowId,
      price: z.string(),
      validUntil: z.string().nullable(),
      quoteUser: z.string(),
      quoteTime: moment,
    }),
  ),
})

export const phoneConsent = defineCall({
  method: 'PUT',
  path: '/trade/quote/:id(^\\d+$)/phone',
  access: { permission: 'trade:quote:accept', userTypes: traders },
  summary:
    'Takes back the consent that an accepted quote gave its maker to be told the phone number of the listing, or gives it again; the log of who was told stays',
  body: z.strictObject({ open: z.boolean() }),
  answer: z.strictObject({ open: z.boolean() }),
  labels: 'trade.quote',
  audit: { title: 'trade.quote', kind: 'grant' },
})

export const listingPhone = defineCall({
  method: 'POST',
  path: '/trade/listing/:id(^\\d+$)/phone',
  access: { permission: 'trade:listing:phone', userTypes: traders },
  summary:
    'Tells the phone number of a listing to whom its owner consented, and enters it in the log that the owner reads',
  answer: z.strictObject({ phone: z.string() }),
  audit: { title: 'trade.listing', kind: 'other' },
})

const facet = z.array(z.strictObject({ value: z.string(), count }))

export const listingFacets = defineCall({
  method: 'GET',
  path: '/trade/listing/facets',
  access: { permission: 'trade:listing:list', userTypes: traders },
  scope: { tested: 'counts of the listings in scope', in: 'apps/server/test/trade/listings.test.ts' },
  summary: 'How many listings of a search there are by species, form and place, among the newest 1,000 of them',
  query: z.looseObject({}).meta({ description: 'searches of the list of listings' }),
  answer: z.strictObject({
    species: facet,
    form: facet,
    place: facet,
    /** Number of counted rows. */
    counted: count,
    /** There are more rows than were counted. */
    more: z.boolean(),
  }),
})

export const tradeCalls = [
  addListing,
  editListing,
  removeListings,
  addQuote,
  reviseQuote,
  quoteHistory,
  phoneConsent,
  listingPhone,
  listingFacets,
] as const
