import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about listings and quotes. */
export const tradeErrors = {
  'trade.ownListing': 500,
  /** Publishers cannot approve their own listings. */
  'trade.ownAudit': 500,
  'trade.notOnShelf': 500,
  /** Its owner accepts a quote only while the listing is on the shelf. */
  'trade.offShelf': 500,
  'trade.heldByPlatform': 500,
  /** The other enterprise is disabled: it neither makes nor receives quotes. */
  'trade.enterpriseDisabled': 500,
  'trade.quoteAccepted': 500,
  'trade.quoteExpired': 500,
  /** The quote was revised meanwhile. */
  'trade.quoteReplaced': 500,
  /** The buyer has an open quote on the listing: it is revised, a second one would not say which counts. */
  'trade.quoteOpen': 500,
  'trade.validUntilPast': 500,
  'trade.noConsent': 500,
  /** The listing's owner has withdrawn the consent of an accepted quote. */
  'trade.consentWithdrawn': 500,
} as const satisfies Record<string, WireCode>
