import type { WireCode } from '../errors.ts'

/** Refusals about code requests, codes, labels and downloads. */
export const codeErrors = {
  'code.count': 500,
  'code.securityLength': 500,
  'code.running': 500,
  'code.notMade': 500,
  'code.interrupted': 500,
  'code.notCompleted': 500,
  'code.labelRange': 500,
  'code.labelSize': 500,
  'code.labelsRunning': 500,
  'code.linkUsed': 500,
  'code.unknown': 404,
} as const satisfies Record<string, WireCode>
