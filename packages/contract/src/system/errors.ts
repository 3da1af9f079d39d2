import type { WireCode } from '../errors.ts'

/** Refusals of sign-in, accounts, roles and the other system administration. */
export const authErrors = {
  'auth.badCredentials': 500,
  'auth.captchaWrong': 500,
  'auth.captchaExpired': 500,
  'auth.accountDisabled': 500,
  'auth.tenantDisabled': 500,
  'auth.wait': 429,
  'auth.initialPassword': 403,
  'auth.initialPasswordExpired': 500,
  'auth.oldPasswordWrong': 500,
  'auth.passwordUnchanged': 500,
  'auth.passwordChangeFailed': 500,
  'auth.passwordCommon': 500,
  'auth.registrationClosed': 500,
} as const satisfies Record<string, WireCode>
