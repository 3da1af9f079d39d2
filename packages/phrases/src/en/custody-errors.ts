/** What may be refused of goods that change hands, or that partners report about. */
export const custodyErrors = {
  'error.custody.handedOver': 'Code {code} was handed over to {holder}, who answers for it now',
  'error.custody.heldByOther': 'Code {code} belongs to goods of another enterprise',
  'error.custody.invitedOnly':
    'Code {code} belongs to goods of another enterprise: you were invited to report stages about it, nothing else',
  'error.custody.stageNotInvited': '{holder} has not invited you to report this stage about code {code}',
  'error.custody.invitationEnded':
    'Your invitation to report about code {code} has ended. Ask {holder} for another one',
  'error.custody.notInvited': 'You are not invited to report about code {code}. Ask {holder} for an invitation',
  'error.custody.packingNotInvited':
    'You are invited to report stages, not to pack into {parent}: leave the package out',
  'error.custody.noSupplier': 'No account of a supplier that is in use',
  'error.custody.noReceiver': 'No enterprise was found by this identification',
  'error.custody.ownReceiver': 'This is the own enterprise',
  'error.custody.expired': 'The offer has expired',
  'error.custody.expiresPast': 'The last day is in the past',
  'error.custody.underReview': 'The certification of code {code} is being judged',
  'error.custody.packedElsewhere':
    'Code {code} is packed in {parent}, which is not handed over with it: unpack it, or hand the package over',
  'error.custody.recalled': 'Code {code} is recalled',
  'error.custody.notOffered': 'Code {code} is not in this offer',
  'error.custody.nothingAccepted': 'Nothing would be taken over: decline the offer instead',
  'error.custody.giverDisabled': 'The enterprise that holds the goods is disabled',
  'error.custody.tooManyRanges': 'These are more than {max} separate ranges of codes: send them in several parts',
  'error.custody.invitationOver': 'The last day of the invitation is over',
  'error.custody.alreadyInvited': '{partner} is invited already to one of these stages of code {code}',
  'error.custody.noDeliveryNote': 'An offer that was declined or withdrawn has no delivery note',
  'error.custody.noReceipt': 'Goods that were not taken over have no receipt',
  'error.custody.notAccepted': 'Only goods that were taken over can be disputed',
  'error.custody.disputeOpen': 'These goods are in dispute already',
  'error.custody.noDispute': 'Nothing is in dispute',
  'error.custody.noProposal': 'No resolution has been proposed',
  'error.custody.ownProposal': 'The other side agrees to a resolution, not the one that proposed it',
  'error.custody.notOpener': 'Only the side that opened the dispute can take it back',
  'error.custody.disputeFull': 'So much has been written that only an agreement or taking back is possible',
} as const
