import type { WireCode } from '../errors.ts'

/** Refusals about dealers, stores, customers and suppliers. */
export const channelErrors = {
  'channel.parentRequired': 500,
  'channel.parentRefused': 500,
  'channel.parentLevel': 500,
  'channel.hasSubDealers': 500,
  'channel.levelInUse': 500,
  'channel.accountType': 500,
} as const satisfies Record<string, WireCode>
