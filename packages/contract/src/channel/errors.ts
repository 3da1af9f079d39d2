import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about dealers, stores, customers and suppliers. */
export const channelErrors = {
  'channel.parentRequired': 500,
  'channel.parentRefused': 500,
  'channel.parentLevel': 500,
  'channel.hasSubDealers': 500,
  'channel.levelInUse': 500,
  'channel.accountType': 500,
  /** The dealer has this division in these days already. */
  'channel.territoryTwice': 500,
  /** The last day comes before the first. */
  'channel.territoryDays': 500,
  /** Another dealer has one of the codes. */
  'channel.assigned': 500,
  /** The dealer has all of these codes already. */
  'channel.assignedHere': 500,
  /** Moving codes from one dealer to another needs a reason. */
  'channel.reassignReason': 500,
  /** One of the codes is with no dealer. */
  'channel.notAssigned': 500,
  'channel.nothingHeld': 500,
  'channel.tooManyRanges': 500,
  /** Whoever is given a case could not open it. */
  'channel.assigneeMissing': 500,
} as const satisfies Record<string, WireCode>
