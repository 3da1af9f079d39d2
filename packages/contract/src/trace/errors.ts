import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about the public trace, scans, checks and the ledger. */
export const traceErrors = {
  'trace.notActivated': 500,
  'trace.busy': 500,
  'trace.prefetch': 500,
  /** Stored data of the ledger is damaged; `data.part` says which: head, tile, index or content. */
  'trace.ledgerDamaged': 500,
  /** A foreign code that several enterprises have. */
  'trace.several': 500,
  /** A check of goods with foreign codes. */
  'trace.noSecurityCode': 500,
  /** Something in the database differs from what was sealed of it, so that it is not sealed again. */
  'ledger.altered': 500,
} as const satisfies Record<string, WireCode>
