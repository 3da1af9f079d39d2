import type { WireCode } from '../errors.ts'

/** Refusals about certificates and forms. */
export const evidenceErrors = {
  'evidence.fileCodeTaken': 500,
  'evidence.documentCodeTaken': 500,
  'evidence.inUse': 500,
} as const satisfies Record<string, WireCode>
