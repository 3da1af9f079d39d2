import type { custodyErrors as english } from '../en/custody-errors.ts'

export const custodyErrors = {
  'error.custody.handedOver': 'Le code {code} a été remis à {holder}, qui en répond désormais',
  'error.custody.heldByOther': 'Le code {code} appartient aux marchandises d’une autre entreprise',
  'error.custody.invitedOnly':
    'Le code {code} appartient aux marchandises d’une autre entreprise : vous êtes invité à déclarer des étapes à son sujet, rien d’autre',
  'error.custody.stageNotInvited': '{holder} ne vous a pas invité à déclarer cette étape pour le code {code}',
  'error.custody.invitationEnded':
    'Votre invitation à déclarer pour le code {code} a pris fin. Demandez-en une autre à {holder}',
  'error.custody.notInvited':
    'Vous n’êtes pas invité à déclarer pour le code {code}. Demandez une invitation à {holder}',
  'error.custody.packingNotInvited':
    'Vous êtes invité à déclarer des étapes, pas à emballer dans {parent} : laissez le colis de côté',
  'error.custody.noSupplier': 'Aucun compte de fournisseur en service',
  'error.custody.noReceiver': 'Aucune entreprise n’a été trouvée avec cet identifiant',
  'error.custody.ownReceiver': 'C’est votre propre entreprise',
  'error.custody.expired': 'La proposition a expiré',
  'error.custody.expiresPast': 'Le dernier jour est déjà passé',
  'error.custody.underReview': 'La certification du code {code} est en cours d’examen',
  'error.custody.packedElsewhere':
    'Le code {code} est emballé dans {parent}, qui n’est pas remis avec lui : déballez-le, ou remettez le colis',
  'error.custody.recalled': 'Le code {code} est rappelé',
  'error.custody.notOffered': 'Le code {code} ne fait pas partie de cette proposition',
  'error.custody.nothingAccepted': 'Rien ne serait repris : déclinez plutôt la proposition',
  'error.custody.giverDisabled': 'L’entreprise qui détient les marchandises est désactivée',
  'error.custody.tooManyRanges': 'Plus de {max} plages de codes séparées : envoyez-les en plusieurs fois',
  'error.custody.invitationOver': 'Le dernier jour de l’invitation est passé',
  'error.custody.alreadyInvited': '{partner} est déjà invité à l’une de ces étapes du code {code}',
  'error.custody.noDeliveryNote': 'Une proposition déclinée ou retirée n’a pas de bon de livraison',
  'error.custody.noReceipt': 'Des marchandises non reprises n’ont pas de bon de réception',
  'error.custody.notAccepted': 'Seules des marchandises reprises peuvent être en litige',
  'error.custody.disputeOpen': 'Ces marchandises sont déjà en litige',
  'error.custody.noDispute': 'Rien n’est en litige',
  'error.custody.noProposal': 'Aucune solution n’a été proposée',
  'error.custody.ownProposal': 'C’est à l’autre partie d’accepter une solution, pas à celle qui l’a proposée',
  'error.custody.notOpener': 'Seule la partie qui a ouvert le litige peut le retirer',
  'error.custody.disputeFull': 'Tant de lignes sont écrites que seul un accord ou un retrait est possible',
} as const satisfies Record<keyof typeof english, string>
