/** What the system has to say to one person: phrases `message.<kind>.title` and `.text`, and the page that it leads to. */
export const messageKinds = {
  /** The platform set another password for an administrator of the enterprise. */
  adminReset: '/system/user',
  /** An administrator took a lost second factor away. */
  factorReset: '/user/profile?tab=factor',
  /** Somebody registered and waits to be taken or refused. */
  registration: '/system/user',
  /** The account's password is being guessed. */
  guessing: '/user/profile?tab=sessions',
  /** Scans or checks have raised a case against codes. */
  caseRaised: '/channel/case?status=open',
  /** Somebody gave the account a case to look into. */
  caseAssigned: '/channel/case?assigned=me',
} as const satisfies Record<string, string>

export type MessageKind = keyof typeof messageKinds
