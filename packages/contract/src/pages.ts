/**
 * Addresses of the pages that stand before the product: signing in, registering, what an account has to do first, and where
 * others send people back to. They are a small program of their own (docs/decisions/pages-and-browsers.md), at the same addresses as ever.
 */
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

/** Does the program before the sign-in have a page at this path? */
export const isSignInPath = (path: string): path is SignInPath => (signInPaths as readonly string[]).includes(path)
