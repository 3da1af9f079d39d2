import type { WireCode } from '../errors.ts'

/** Refusals about listings and quotes. */
export const tradeErrors = {
  'trade.ownListing': 500,
  'trade.notOnShelf': 500,
  'trade.heldByPlatform': 500,
  'trade.quoteAccepted': 500,
} as const satisfies Record<string, WireCode>
