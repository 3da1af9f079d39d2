import { safeRedirect } from '@timbermark/client'
import { h5UserType } from './stored-session.ts'

/** Open without signing in (specification section 2). */
export const publicPaths = ['/login', '/auth-redirect', '/bind', '/register', '/c', '/test', '/wx/webAuth'] as const
export const passwordPath = '/change-password'
export const factorPath = '/second-factor'
const bare = ['/401', '/404']

export interface Standing {
  token: string | null
  /** User information and menu are here. */
  loaded: boolean
  /** As soon as it is known: from the session, or remembered from the last one. */
  userType: number | null
  mustChangePassword: boolean
  mustSetUpFactor: boolean
  /** What the menu and the hidden routes say about a path. */
  find(path: string): 'open' | 'forbidden' | 'missing' | { redirect: string }
}

export type Decision =
  | { go: 'on' }
  | { go: 'load' }
  | { go: 'redirect'; to: string }
  /** A page of another program on this site: the browser loads it. */
  | { go: 'leave'; to: string; endSession?: true }

/** Whether `segment` is one of the path's whole segments; `/catalog` does not contain `/c`. */
const holds = (path: string, segment: string) => path.split('/').includes(segment)

/** Short addresses of the trace page, which belong to it alone. */
const isShort = (path: string) => path.startsWith('/t/')

/** The sign-in page, which then leads to where somebody wanted to go. */
export const signInAddress = (wanted: string): string => `/login?redirect=${encodeURIComponent(wanted)}`

/** Open without signing in? */
export const isPublic = (path: string): boolean => publicPaths.some(open => path === open) || path.startsWith('/c/')

/** Where a visit to `path` (with its query in `search`) leads. The specification's route guard, without any effect. */
export function decide(path: string, search: string, standing: Standing): Decision {
  const whole = path + search
  const { token, loaded, userType } = standing
  if (isShort(path)) return { go: 'leave', to: whole }

  if (!token) {
    if (isPublic(path)) return holds(path, 'c') ? { go: 'leave', to: whole } : { go: 'on' }
    return { go: 'redirect', to: signInAddress(whole) }
  }
  if (path === '/login') return { go: 'redirect', to: '/' }
  if (!loaded) {
    if (holds(path, 'c') && userType !== null) return visitTrace(whole, userType)
    return isPublic(path) && !holds(path, 'c') ? { go: 'on' } : { go: 'load' }
  }
  if (standing.mustChangePassword && path !== passwordPath && !isPublic(path))
    return { go: 'redirect', to: passwordPath }
  if (path === passwordPath) return standing.mustChangePassword ? { go: 'on' } : { go: 'redirect', to: '/' }
  if (standing.mustSetUpFactor && path !== factorPath && !isPublic(path)) return { go: 'redirect', to: factorPath }
  if (path === factorPath) return { go: 'on' }
  // /h5 comes first: its pages may carry /c further on in their path.
  if (holds(path, 'h5')) return { go: 'leave', to: whole }
  if (holds(path, 'c')) return visitTrace(whole, userType)
  if (isPublic(path)) return { go: 'on' }
  if (userType === h5UserType) return { go: 'leave', to: '/h5' }
  if (path === '/') return { go: 'redirect', to: '/index' }
  if (bare.includes(path) || path.startsWith('/redirect/')) return { go: 'on' }

  const found = standing.find(path)
  if (found === 'open') return { go: 'on' }
  if (found === 'forbidden') return { go: 'redirect', to: '/401' }
  if (found === 'missing') return { go: 'redirect', to: '/404' }
  return { go: 'redirect', to: found.redirect }
}

function visitTrace(whole: string, userType: number | null): Decision {
  return userType === h5UserType ? { go: 'leave', to: whole, endSession: true } : { go: 'leave', to: whole }
}

/** Where signing in leads: the remembered own path, else what the server answered, else Home. */
export function afterSignIn(redirect: string | null, answered: string | null | undefined): string {
  const home = safeRedirect(answered || '/index', '/index')
  const wanted = redirect ? safeRedirect(redirect, home) : home
  // Root and the sign-in page are no wish of their own.
  return wanted === '/' || /^\/(login|register)(\?|$)/.test(wanted) ? home : wanted
}
