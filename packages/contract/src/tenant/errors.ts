import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about enterprises. */
export const tenantErrors = {
  'tenant.identificationTaken': 500,
  'tenant.identificationReserved': 500,
  'tenant.nameTaken': 500,
  'tenant.administratorTaken': 500,
  'tenant.administratorMissing': 500,
  'tenant.platform': 500,
} as const satisfies Record<string, WireCode>
