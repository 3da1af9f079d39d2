import type { WireCode } from '../errors.ts'

/** Refusals about categories, products and batches. */
export const catalogErrors = {
  'catalog.batchState': 500,
} as const satisfies Record<string, WireCode>
