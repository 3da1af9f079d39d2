import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about the certification of codes. */
export const certificationErrors = {
  /** A code whose state does not allow the step, with its state. */
  'certification.stateRefused': 500,
  /** The enterprise to authorize is no certifier, is disabled, or is the caller's own. */
  'certification.noCertifier': 500,
  /** Only the third party reviews codes that were handed to it. */
  'certification.byThirdParty': 500,
  'certification.ownSubmission': 500,
  'certification.severalOwners': 500,
  'certification.tooManyRanges': 500,
} as const satisfies Record<string, WireCode>
