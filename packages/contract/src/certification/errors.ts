import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about the certification of codes. */
export const certificationErrors = {
  /** A code that the step does not fit, with what it is now. */
  'certification.stateRefused': 500,
  /** Whom to authorize is no certifier, is disabled, or the own enterprise. */
  'certification.noCertifier': 500,
  /** Codes that were given to a third party are reviewed by it alone. */
  'certification.byThirdParty': 500,
  'certification.ownSubmission': 500,
  'certification.severalOwners': 500,
  'certification.tooManyRanges': 500,
} as const satisfies Record<string, WireCode>
