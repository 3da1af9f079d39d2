import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about certificates and forms. */
export const evidenceErrors = {
  'evidence.fileCodeTaken': 500,
  'evidence.documentCodeTaken': 500,
  'evidence.inUse': 500,
  /** A number that the scheme does not give. */
  'evidence.schemeNumber': 500,
  /** Valid until a day before it is valid from. */
  'evidence.validity': 500,
  /** The file belongs to something else, which could take it away. */
  'evidence.fileElsewhere': 500,
} as const satisfies Record<string, WireCode>
