/**
 * Addresses of the pages before sign-in: signing in, registering, first steps of an account, and return addresses of
 * other sites. They are a separate small program (docs/decisions/pages-and-browsers.md).
 */
import { isOneOf } from './one-of.ts'

export const signInPaths = [
  '/login',
  '/register',
  '/change-password',
  '/second-factor',
  '/auth-redirect',
  '/bind',
  '/wx/webAuth',
  '/test',
] as const
export type SignInPath = (typeof signInPaths)[number]

/** Whether this path is a page of the sign-in program. */
export const isSignInPath = (path: string): path is SignInPath => isOneOf(signInPaths, path)

/**
 * Why a trip to the messaging platform's consent page ended without an identity; the server names it in the address of
 * `/auth-redirect`.
 */
export const identityProblems = [
  'off',
  'outside',
  'expired',
  'cancelled',
  'visitor',
  'app',
  'code',
  'down',
  'busy',
] as const
export type IdentityProblem = (typeof identityProblems)[number]

/** Begins a trip to the consent page; `redirect` names the page of this site to open afterwards. Not below /api: browsers open it. */
export const identifyPath = '/wx/identify'
