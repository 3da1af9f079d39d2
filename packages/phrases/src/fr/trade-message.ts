import type { tradeMessage as english } from '../en/trade-message.ts'

/** What traders are told. */
export const tradeMessage = {
  'message.listingApproved.title': 'Votre annonce est en ligne',
  'message.listingApproved.text':
    '« {goods} » a été approuvée. Toutes les entreprises peuvent la lire et y faire une offre.',
  'message.listingRejected.title': 'Votre annonce a été refusée',
  'message.listingRejected.text':
    '« {goods} » a été refusée : {reason}. Modifiez-la, et elle sera de nouveau examinée.',
  'message.quoteReceived.title': 'Une offre sur votre annonce',
  'message.quoteReceived.text': '{enterprise} offre {price} yuans pour « {goods} ».',
  'message.quoteRevised.title': 'Une offre a changé',
  'message.quoteRevised.text': '{enterprise} offre maintenant {price} yuans pour « {goods} », auparavant {before}.',
  'message.quoteClosed.title': 'Une autre offre a été acceptée',
  'message.quoteClosed.text':
    'Une autre offre sur « {goods} » a été acceptée. La vôtre est clôturée ; vous pouvez en faire une nouvelle tant que l’annonce est publiée.',
  'message.quoteAccepted.title': 'Votre offre a été acceptée',
  'message.quoteAccepted.text':
    '{enterprise} a accepté votre offre pour « {goods} ». Vous pouvez maintenant lire le numéro de téléphone entier.',
} as const satisfies Record<keyof typeof english, string>
