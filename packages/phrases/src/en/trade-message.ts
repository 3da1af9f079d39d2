/** What traders are told. */
export const tradeMessage = {
  'message.listingApproved.title': 'Your listing is on the shelf',
  'message.listingApproved.text': '“{goods}” was approved. Every enterprise can read it and quote on it now.',
  'message.listingRejected.title': 'Your listing was rejected',
  'message.listingRejected.text': '“{goods}” was rejected: {reason}. Edit it, and it is audited again.',
  'message.quoteReceived.title': 'A quote on your listing',
  'message.quoteReceived.text': '{enterprise} quoted {price} yuan on “{goods}”.',
  'message.quoteRevised.title': 'A quote was changed',
  'message.quoteRevised.text': '{enterprise} now quotes {price} yuan on “{goods}”, before {before}.',
  'message.quoteClosed.title': 'Another quote was accepted',
  'message.quoteClosed.text':
    'Another quote on “{goods}” was accepted. Yours is closed; you can make a new one while the listing is published.',
  'message.quoteAccepted.title': 'Your quote was accepted',
  'message.quoteAccepted.text':
    '{enterprise} accepted your quote on “{goods}”. You can read the whole phone number now.',
} as const
