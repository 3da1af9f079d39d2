import { z } from 'zod'
import { defineCall } from '../call.ts'
import { entityBody } from '../entity-body.ts'
import { added, count, nothing, removed } from '../wire/shapes.ts'
import { dealerUserTypes, ownStores } from './own-views.ts'

/** Of the last thirty days. */
const visits = z.strictObject({ scans: count, checks: count, wrongChecks: count })

export const ownOverview = defineCall({
  method: 'GET',
  path: '/channel/own/overview',
  access: { permission: 'channel:own-code:list', userTypes: dealerUserTypes },
  scope: { tested: 'what the dealer of the account has', in: 'apps/server/test/channel/own-channel.test.ts' },
  summary:
    'What the dealer of this account has: codes, their scans and checks in thirty days and the thirty before, stores, cases',
  answer: z.strictObject({
    /** Null when the account belongs to no dealer or to a disabled one: then everything else is zero. */
    dealer: z.string().nullable(),
    codes: count,
    ranges: count,
    products: z.array(z.strictObject({ name: z.string(), codes: count })),
    stores: count,
    cases: count,
    now: visits,
    before: visits,
    /** Where the dealer may sell today; empty when nothing was agreed. */
    territories: z.array(z.string()),
  }),
})

const access = (verb: 'add' | 'edit' | 'remove') => ({
  permission: `channel:own-store:${verb}` as const,
  userTypes: dealerUserTypes,
})
const labels = 'channel.own-store'

export const addOwnStore = defineCall({
  method: 'POST',
  path: '/channel/own-store',
  access: access('add'),
  scope: { tested: 'a store of the dealer of the account', in: 'apps/server/test/channel/own-channel.test.ts' },
  summary: 'Enters a store of the dealer of this account; buyers see it when the enterprise says so',
  body: entityBody(ownStores, 'add'),
  answer: added,
  labels,
  audit: { title: labels, kind: 'add' },
})

export const editOwnStore = defineCall({
  method: 'PUT',
  path: '/channel/own-store',
  access: access('edit'),
  summary:
    'Changes a store of the dealer of this account; with another name or address buyers do not see it until the enterprise says so again',
  body: entityBody(ownStores, 'edit'),
  answer: nothing,
  labels,
  audit: { title: labels, kind: 'edit' },
})

export const removeOwnStores = defineCall({
  method: 'DELETE',
  path: '/channel/own-store/:ids(^[0-9,]+$)',
  access: access('remove'),
  summary: 'Removes stores of the dealer of this account',
  answer: removed,
  audit: { title: labels, kind: 'remove' },
})

export const dealerOwnCalls = [ownOverview, addOwnStore, editOwnStore, removeOwnStores] as const
