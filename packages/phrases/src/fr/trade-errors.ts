import type { tradeErrors as english } from '../en/trade-errors.ts'

export const tradeErrors = {
  'error.trade.ownListing': 'Vous ne pouvez pas répondre à une annonce de votre entreprise',
  'error.trade.notOnShelf': 'L’annonce n’est pas en ligne, elle ne reçoit pas de proposition',
  'error.trade.offShelf': 'L’annonce a été retirée : remettez-la en ligne pour accepter une proposition',
  'error.trade.enterpriseDisabled':
    'L’autre entreprise est désactivée : elle ne donne ni ne reçoit d’offre avant d’être réactivée',
  'error.trade.heldByPlatform': 'La plateforme a retiré cette annonce ; modifiez-la pour la faire valider à nouveau',
  'error.trade.quoteAccepted': 'Une proposition a été acceptée, l’annonce ne peut pas être supprimée',
  'error.trade.quoteExpired': 'L’offre a expiré',
  'error.trade.quoteOpen':
    'Vous avez déjà une offre ouverte sur cette annonce : modifiez son montant au lieu d’en faire une seconde',
  'error.trade.quoteReplaced': 'Un autre montant a remplacé cette offre',
  'error.trade.validUntilPast': '{label} : cette date est déjà passée',
  'error.trade.noConsent': 'Le propriétaire de l’annonce n’a pas consenti à vous montrer le numéro',
} as const satisfies Record<keyof typeof english, string>
