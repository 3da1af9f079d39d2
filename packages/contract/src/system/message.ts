import type { Permission } from '../permission.ts'

/**
 * What the system has to say to one person: phrases `message.<kind>.title` and `.text`, and the page that it leads to, whose
 * `{name}` is filled in by the facts of that name.
 */
export const messageKinds = {
  /** The platform set another password for an administrator of the enterprise. */
  adminReset: '/system/user',
  /** An administrator took a lost second factor away. */
  factorReset: '/user/profile?tab=factor',
  /** Somebody registered and waits to be taken or refused. */
  registration: '/system/user?userName={name}',
  /** The account's password is being guessed. */
  guessing: '/user/profile?tab=sessions',
  /** Papers of the enterprise end soon. */
  papersExpiring: '/evidence/document',
  /** A scheduled task failed that had succeeded before. */
  taskFailed: '/monitor/job-log/index',
  /** The platform approved a listing of one's own, or rejected it for a reason. */
  listingApproved: '/trade/publishInfo/detail/{id}',
  listingRejected: '/trade/publishInfo/detail/{id}',
  /** Somebody quoted on a listing of one's own. */
  quoteReceived: '/trade/publishInfo/applyList?side=received&listingId={id}',
  /** Somebody put another amount in the place of his quote. */
  quoteRevised: '/trade/publishInfo/applyList?side=received&listingId={id}',
  /** One's own quote was accepted: the whole phone number can be read now. */
  quoteAccepted: '/trade/publishInfo/detail/{id}',
  /** Something stands in the way of the service. */
  alarm: '/monitor/server',
  /** Scans or checks have raised a case against codes. */
  caseRaised: '/channel/case?status=open',
  /** Somebody gave the account a case to look into. */
  caseAssigned: '/channel/case?assigned=me',
  /** Cases that the account was given, or that nobody was, have been open for days. */
  casesWaiting: '/channel/case?status=open&assigned=me',
  casesUnassigned: '/channel/case?status=open&assigned=nobody',
} as const satisfies Record<string, string>

export type MessageKind = keyof typeof messageKinds

/** What a kind of message speaks of is for those who may read that: it is told and shown to nobody else. Null: of the own account. */
export const messageNeeds = {
  adminReset: 'system:user:list',
  factorReset: null,
  registration: 'system:user:list',
  guessing: null,
  papersExpiring: 'evidence:document:list',
  taskFailed: 'monitor:job-log:list',
  listingApproved: 'trade:listing:list',
  listingRejected: 'trade:listing:list',
  quoteReceived: 'trade:quote:list',
  quoteRevised: 'trade:quote:list',
  quoteAccepted: 'trade:quote:list',
  alarm: 'monitor:server:list',
  caseRaised: 'channel:case:list',
  caseAssigned: 'channel:case:list',
  casesWaiting: 'channel:case:list',
  casesUnassigned: 'channel:case:list',
} as const satisfies Record<MessageKind, Permission | null>
