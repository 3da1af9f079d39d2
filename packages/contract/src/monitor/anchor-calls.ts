import { z } from 'zod'
import { defineCall } from '../call.ts'
import { count, moment, nothing } from '../wire/shapes.ts'
import { anchorFaults, endpointStates } from './anchor-states.ts'

/** An amount in whole units of the chain, as a decimal number. */
const amount = z.string()

const chain = z.strictObject({
  chainId: count,
  contract: z.string(),
  /** Address that records and pays; null before the first look at the chain. */
  sender: z.string().nullable(),
  /** Development chain of a demonstration. */
  demonstration: z.boolean(),
  everyMinutes: z.number().nonnegative(),
  /** `finalized`, or a number of blocks. */
  finality: z.string(),
  fault: z.enum(anchorFaults).nullable(),
  faultAt: moment.nullable(),
  askedAt: moment.nullable(),
  balance: amount.nullable(),
  /** Of an anchor, and of a year at the set interval; null before the first anchor. */
  cost: amount.nullable(),
  yearCost: amount.nullable(),
  /** For how long a head has not been anchored, and when that becomes an alarm, in seconds. */
  /** Senders before it, under the same contract: how many heads each recorded, and when the last one was in a block. */
  earlier: z.array(z.strictObject({ sender: z.string(), heads: count, lastAt: moment.nullable() })),
  lag: z.number().nonnegative(),
  lagLimit: z.number().nonnegative(),
  endpoints: z.array(
    z.strictObject({ name: z.string(), state: z.enum(endpointStates), block: count.nullable(), ms: count }),
  ),
})

export const anchoringState = defineCall({
  method: 'GET',
  path: '/monitor/anchor/state',
  access: { permission: 'monitor:anchor:list' },
  summary: 'How anchoring of the ledger stands: lag, cost, balance, sender and endpoints; null without a chain',
  answer: z.strictObject({ chain: chain.nullable() }),
})

export const retryAnchor = defineCall({
  method: 'POST',
  path: '/monitor/anchor/retry',
  access: { permission: 'monitor:anchor:retry' },
  summary: 'Replaces a transaction that waits by one with a higher fee, at the next look at the chain',
  answer: nothing,
  audit: { title: 'monitor.anchor', kind: 'other' },
})

export const anchorCalls = [anchoringState, retryAnchor] as const
