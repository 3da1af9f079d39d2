import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about categories, products and batches. */
export const catalogErrors = {
  'catalog.batchState': 500,
  'catalog.sealed': 500,
  'catalog.reason': 500,
  /** The species is not that of the product. */
  'catalog.otherSpecies': 500,
  /** The batch is already recalled. */
  'catalog.batchRecalled': 500,
  /** One of the codes is already recalled. */
  'catalog.codeRecalled': 500,
  /** A recall concerns a batch or codes, not both. */
  'catalog.recallWhat': 500,
  /** Too many separate ranges of one request were recalled: readers of its codes have to load all of them. */
  'catalog.recallPieces': 500,
} as const satisfies Record<string, WireCode>
