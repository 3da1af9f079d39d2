import { z } from 'zod'
import { defineCall } from '../call.ts'
import { entityBody } from '../entity-body.ts'
import { added, removed } from '../wire/shapes.ts'
import { listing } from './listing.ts'
import { quote } from './quote.ts'

/** User types that trade: everybody but field users. */
const traders = [1, 3, 4, 5] as const

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

export const tradeCalls = [addListing, editListing, removeListings, addQuote] as const
