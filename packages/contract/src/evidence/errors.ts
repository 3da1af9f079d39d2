import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about certificates and forms. */
export const evidenceErrors = {
  'evidence.fileCodeTaken': 500,
  'evidence.documentCodeTaken': 500,
  'evidence.inUse': 500,
  /** A number that does not fit the scheme's format. */
  'evidence.schemeNumber': 500,
  /** The end of validity is before its start. */
  'evidence.validity': 500,
  /** Another certificate or form of the enterprise has this number: wood would be covered twice. */
  'evidence.numberTaken': 500,
  /** Another certificate or form of the enterprise has the same file: wood would be covered twice. */
  'evidence.sameFile': 500,
  /** The file belongs to another record, which could remove it. */
  'evidence.fileElsewhere': 500,
} as const satisfies Record<string, WireCode>
