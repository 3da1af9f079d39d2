import type { WireCode } from '../errors.ts'

/** Refusals about categories, products and batches. */
export const catalogErrors = {
  'catalog.batchState': 500,
  'catalog.sealed': 500,
  'catalog.reason': 500,
} as const satisfies Record<string, WireCode>
