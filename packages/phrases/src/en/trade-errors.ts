/** What may be refused of listings and quotes. */
export const tradeErrors = {
  'error.trade.ownListing': 'You cannot quote on a listing of your own enterprise',
  'error.trade.notOnShelf': 'The listing is not on the shelf, it takes no quote',
  'error.trade.offShelf': 'The listing was taken off the shelf: put it on again to accept a quote',
  'error.trade.enterpriseDisabled':
    'The other enterprise is disabled: it neither gives nor takes quotes until it is enabled again',
  'error.trade.heldByPlatform': 'The platform took this listing off the shelf; edit it to have it audited again',
  'error.trade.quoteAccepted': 'A quote on it was accepted, it cannot be deleted',
  'error.trade.quoteExpired': 'The quote has expired',
  'error.trade.quoteOpen': 'You have an open quote on this listing: change its amount instead of making a second one',
  'error.trade.quoteReplaced': 'Another amount has taken the place of this quote',
  'error.trade.validUntilPast': '{label} has passed already',
  'error.trade.noConsent': 'The owner of the listing has not consented to show you the number',
} as const
