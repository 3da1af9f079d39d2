import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about dealers, stores, customers and suppliers. */
export const channelErrors = {
  'channel.parentRequired': 500,
  'channel.parentRefused': 500,
  'channel.parentLevel': 500,
  'channel.hasSubDealers': 500,
  'channel.levelInUse': 500,
  'channel.accountType': 500,
  /** The dealer already has this division on some of these days. */
  'channel.territoryTwice': 500,
  /** The last day is before the first. */
  'channel.territoryDays': 500,
  /** Another dealer holds one of the codes. */
  'channel.assigned': 500,
  /** The dealer already holds all of these codes. */
  'channel.assignedHere': 500,
  /** Moving codes from one dealer to another needs a reason. */
  'channel.reassignReason': 500,
  /** No dealer holds one of the codes. */
  'channel.notAssigned': 500,
  'channel.nothingHeld': 500,
  'channel.tooManyRanges': 500,
  /** The assignee could not open the case. */
  'channel.assigneeMissing': 500,
} as const satisfies Record<string, WireCode>
