/** The pages that `identity-page.tsx` loads when they are opened. */
export { AuthRedirect } from './auth-redirect.tsx'
export { Bind } from './bind.tsx'
