import type { WireCode } from '../errors.ts'

/** Refusals about the public trace, scans, checks and the ledger. */
export const traceErrors = {
  'trace.notActivated': 500,
  'trace.busy': 500,
} as const satisfies Record<string, WireCode>
