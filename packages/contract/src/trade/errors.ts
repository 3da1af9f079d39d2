import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about listings and quotes. */
export const tradeErrors = {
  'trade.ownListing': 500,
  /** Nobody approves what he published himself. */
  'trade.ownAudit': 500,
  'trade.notOnShelf': 500,
  'trade.heldByPlatform': 500,
  /** Of the other side: it neither gives nor takes quotes while it is disabled. */
  'trade.enterpriseDisabled': 500,
  'trade.quoteAccepted': 500,
  'trade.quoteExpired': 500,
  /** Another amount took its place meanwhile. */
  'trade.quoteReplaced': 500,
  'trade.validUntilPast': 500,
  'trade.noConsent': 500,
  /** The listing's owner has taken back what an accepted quote meant. */
  'trade.consentWithdrawn': 500,
  /** The species is not that of the product. */
  'trade.otherSpecies': 500,
} as const satisfies Record<string, WireCode>
