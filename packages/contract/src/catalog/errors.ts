import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about categories, products and batches. */
export const catalogErrors = {
  'catalog.batchState': 500,
  'catalog.sealed': 500,
  'catalog.reason': 500,
  /** The batch is called back already. */
  'catalog.batchRecalled': 500,
  /** One of the codes is called back already. */
  'catalog.codeRecalled': 500,
  /** A recall is about a batch or about codes, not about both. */
  'catalog.recallWhat': 500,
  /** Too many pieces of one request's codes were called back, which its readers would have to read all of. */
  'catalog.recallPieces': 500,
} as const satisfies Record<string, WireCode>
