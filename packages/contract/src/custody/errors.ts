import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about goods that change hands. */
export const custodyErrors = {
  /** No enterprise with this identification can receive goods; the same for a disabled one, so that nobody learns which exist. */
  'custody.noReceiver': 500,
  'custody.ownReceiver': 500,
  /** The enterprise has handed the code on. */
  'custody.handedOver': 500,
  /** The code is genuine, and another enterprise answers for it. */
  'custody.heldByOther': 500,
  'custody.expired': 500,
  'custody.expiresPast': 500,
  /** Certification of a code is being judged. */
  'custody.underReview': 500,
  /** A code is packed in something that is not offered with it. */
  'custody.packedElsewhere': 500,
  'custody.recalled': 500,
  /** A code to leave out is not in the offer. */
  'custody.notOffered': 500,
  /** Nothing of the offer would be taken over. */
  'custody.nothingAccepted': 500,
  /** The holder of the offered goods is disabled. */
  'custody.giverDisabled': 500,
  'custody.tooManyRanges': 500,
  /** The enterprise was invited to report stages about these goods; it may do nothing else with them. */
  'custody.invitedOnly': 500,
  /** The invitation does not name this stage. */
  'custody.stageNotInvited': 500,
  /** The supplier was never invited to report about this code. */
  'custody.notInvited': 500,
  /** A supplier packs only where it is invited to a packing stage. */
  'custody.packingNotInvited': 500,
  /** No account of a supplier of the own enterprise that is in use. */
  'custody.noSupplier': 500,
  /** The invitation was revoked, or its last day is over. */
  'custody.invitationEnded': 500,
  /** The partner is already invited to this stage of one of these codes. */
  'custody.alreadyInvited': 500,
  /** The last day of the invitation is over. */
  'custody.invitationOver': 500,
  /** An offer that was declined or withdrawn moves no goods. */
  'custody.noDeliveryNote': 500,
  /** Nothing was taken over. */
  'custody.noReceipt': 500,
  /** Only goods that were taken over can be disputed. */
  'custody.notAccepted': 500,
  /** The goods are in dispute already. */
  'custody.disputeOpen': 500,
  /** Nothing is in dispute: it was never opened, or is settled. */
  'custody.noDispute': 500,
  'custody.noProposal': 500,
  /** The other side agrees to a proposal, not the one who made it. */
  'custody.ownProposal': 500,
  /** Only who opened a dispute takes it back. */
  'custody.notOpener': 500,
  'custody.disputeFull': 500,
} as const satisfies Record<string, WireCode>
