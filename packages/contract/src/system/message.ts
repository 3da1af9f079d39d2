import type { Permission } from '../permission.ts'

/**
 * Messages from the system to one person: phrases `message.<kind>.title` and `.text`, and the linked page, whose `{name}`
 * is replaced by the fact of that name.
 */
export const messageKinds = {
  /** The platform set another password for an administrator of the enterprise. */
  adminReset: '/system/user',
  /** An administrator removed a lost second factor. */
  factorReset: '/user/profile?tab=factor',
  /** An identity of the messaging platform was bound to the account: it signs in from now on. */
  identityBound: '/user/profile?tab=identities',
  /** Somebody with access to the machine reset how an administrator of the platform signs in. */
  accountRescued: '/system/log/operlog',
  /** Records of the enterprise were restored from a backup. */
  recordsRestored: '/system/log/operlog',
  /** A user registered and waits for approval. */
  registration: '/system/user?userName={name}',
  /** Somebody is guessing the account's password. */
  guessing: '/user/profile?tab=sessions',
  /** Papers of the enterprise expire soon. */
  papersExpiring: '/evidence/document',
  /** A scheduled task failed that had succeeded before. */
  taskFailed: '/monitor/job-log/index',
  /** The platform approved or rejected an own listing. */
  listingApproved: '/trade/publishInfo/detail/{id}',
  listingRejected: '/trade/publishInfo/detail/{id}',
  /** A quote on an own listing. */
  quoteReceived: '/trade/publishInfo/applyList?side=received&listingId={id}',
  /** A quote was revised. */
  quoteRevised: '/trade/publishInfo/applyList?side=received&listingId={id}',
  /** An own quote was accepted: the complete phone number is visible now. */
  quoteAccepted: '/trade/publishInfo/detail/{id}',
  /** Another quote on the listing was accepted: the own one is closed. */
  quoteClosed: '/trade/publishInfo/applyList?side=made&listingId={id}',
  /** Another enterprise offers goods, or has withdrawn an offer. */
  offerReceived: '/custody/offer?side=received',
  offerWithdrawn: '/custody/offer?side=received',
  /** Another enterprise invites to stages, or has withdrawn or revoked an invitation. */
  invitationReceived: '/custody/invitation?side=received',
  invitationWithdrawn: '/custody/invitation?side=received',
  invitationRevoked: '/custody/invitation?side=received',
  /** An own invitation was accepted or declined. */
  invitationAccepted: '/custody/invitation?side=given',
  invitationDeclined: '/custody/invitation?side=given',
  /** An own offer was accepted or declined. */
  offerAccepted: '/custody/offer?side=given',
  offerDeclined: '/custody/offer?side=given',
  /** The giver of goods lets the enterprise see the plots of their wood, or has ended that. */
  offerPlotsShared: '/custody/offer?side=received',
  offerPlotsEnded: '/custody/offer?side=received',
  /** An offer can be accepted for some days only, can no longer be accepted, or has been open for long: to each side. */
  offerEnding: '/custody/offer?side=received&standing=open',
  ownOfferEnding: '/custody/offer?side=given&standing=open',
  offerExpired: '/custody/offer?side=received&standing=expired',
  ownOfferExpired: '/custody/offer?side=given&standing=expired',
  offerWaiting: '/custody/offer?side=received&standing=open',
  ownOfferWaiting: '/custody/offer?side=given&standing=open',
  /** The other side of a handover wrote in a dispute about it. */
  disputeOpened: '/custody/offer?words={id}',
  disputeAnswered: '/custody/offer?words={id}',
  disputeProposed: '/custody/offer?words={id}',
  disputeAgreed: '/custody/offer?words={id}',
  disputeTakenBack: '/custody/offer?words={id}',
  /** A reporter asks to withdraw or correct their record. */
  changeRequested: '/stage/change-request?status=waiting',
  /** What became of an own request. */
  changeAgreed: '/stage/record?view={record}',
  changeDeclined: '/stage/record?view={record}',
  changeClosed: '/stage/record?view={record}',
  /** An alarm about the service. */
  alarm: '/monitor/server',
  /** Scans or checks have opened a case. */
  caseRaised: '/channel/case?status=open',
  /** The account was assigned a case. */
  caseAssigned: '/channel/case?assigned=me',
  /** Cases that are assigned to the account, or to nobody, have been open for days. */
  casesWaiting: '/channel/case?status=open&assigned=me',
  casesUnassigned: '/channel/case?status=open&assigned=nobody',
} as const satisfies Record<string, string>

export type MessageKind = keyof typeof messageKinds

/** Permission that recipients of each kind need: others neither get nor see such messages. Null: about the own account. */
export const messageNeeds = {
  adminReset: 'system:user:list',
  factorReset: null,
  identityBound: null,
  accountRescued: 'monitor:operlog:list',
  recordsRestored: 'monitor:operlog:list',
  registration: 'system:user:list',
  guessing: null,
  papersExpiring: 'evidence:document:list',
  taskFailed: 'monitor:job-log:list',
  listingApproved: 'trade:listing:list',
  listingRejected: 'trade:listing:list',
  quoteReceived: 'trade:quote:list',
  quoteRevised: 'trade:quote:list',
  quoteAccepted: 'trade:quote:list',
  quoteClosed: 'trade:quote:list',
  offerReceived: 'custody:offer:list',
  offerWithdrawn: 'custody:offer:list',
  offerAccepted: 'custody:offer:list',
  offerDeclined: 'custody:offer:list',
  offerPlotsShared: 'custody:offer:list',
  offerPlotsEnded: 'custody:offer:list',
  invitationReceived: 'custody:invitation:list',
  invitationWithdrawn: 'custody:invitation:list',
  invitationRevoked: 'custody:invitation:list',
  invitationAccepted: 'custody:invitation:list',
  invitationDeclined: 'custody:invitation:list',
  offerEnding: 'custody:offer:list',
  ownOfferEnding: 'custody:offer:list',
  offerExpired: 'custody:offer:list',
  ownOfferExpired: 'custody:offer:list',
  offerWaiting: 'custody:offer:list',
  ownOfferWaiting: 'custody:offer:list',
  disputeOpened: 'custody:offer:list',
  disputeAnswered: 'custody:offer:list',
  disputeProposed: 'custody:offer:list',
  disputeAgreed: 'custody:offer:list',
  disputeTakenBack: 'custody:offer:list',
  changeRequested: 'stage:change-request:list',
  changeAgreed: 'stage:record:report',
  changeDeclined: 'stage:record:report',
  changeClosed: 'stage:record:report',
  alarm: 'monitor:server:list',
  caseRaised: 'channel:case:list',
  caseAssigned: 'channel:case:list',
  casesWaiting: 'channel:case:list',
  casesUnassigned: 'channel:case:list',
} as const satisfies Record<MessageKind, Permission | null>
