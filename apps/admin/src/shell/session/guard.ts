import { safeRedirect } from '@timbermark/client'
import { h5UserType } from './stored-session.ts'

/** Open without signing in (specification section 2). */
export const publicPaths = ['/login', '/auth-redirect', '/bind', '/register', '/c', '/test', '/wx/webAuth'] as const
export const passwordPath = '/change-password'
export const factorPath = '/second-factor'
const errorPaths = ['/401', '/404']

export interface GuardState {
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
const hasSegment = (path: string, segment: string) => path.split('/').includes(segment)

/** Short addresses of the trace page, which belong to it alone. */
const isShortTracePath = (path: string) => path.startsWith('/t/')

/** The sign-in page, which then leads to where somebody wanted to go. */
export const signInAddress = (wanted: string): string => `/login?redirect=${encodeURIComponent(wanted)}`

/** Open without signing in? */
export const isPublic = (path: string): boolean => publicPaths.some(open => path === open) || path.startsWith('/c/')

/** Where a visit to `path` (with its query in `search`) leads. The specification's route guard, without any effect. */
export function decide(path: string, search: string, state: GuardState): Decision {
  const fullPath = path + search
  const { token, loaded, userType } = state
  if (isShortTracePath(path)) return { go: 'leave', to: fullPath }

  if (!token) {
    if (isPublic(path)) return hasSegment(path, 'c') ? { go: 'leave', to: fullPath } : { go: 'on' }
    return { go: 'redirect', to: signInAddress(fullPath) }
  }
  if (path === '/login') return { go: 'redirect', to: '/' }
  if (!loaded) {
    if (hasSegment(path, 'c') && userType !== null) return visitTrace(fullPath, userType)
    return isPublic(path) && !hasSegment(path, 'c') ? { go: 'on' } : { go: 'load' }
  }
  if (state.mustChangePassword && path !== passwordPath && !isPublic(path)) return { go: 'redirect', to: passwordPath }
  if (path === passwordPath) return state.mustChangePassword ? { go: 'on' } : { go: 'redirect', to: '/' }
  if (state.mustSetUpFactor && path !== factorPath && !isPublic(path)) return { go: 'redirect', to: factorPath }
  if (path === factorPath) return { go: 'on' }
  // /h5 comes first: its pages may carry /c further on in their path.
  if (hasSegment(path, 'h5')) return { go: 'leave', to: fullPath }
  if (hasSegment(path, 'c')) return visitTrace(fullPath, userType)
  if (isPublic(path)) return { go: 'on' }
  if (userType === h5UserType) return { go: 'leave', to: '/h5' }
  if (path === '/') return { go: 'redirect', to: '/index' }
  if (errorPaths.includes(path) || path.startsWith('/redirect/')) return { go: 'on' }

  const match = state.find(path)
  if (match === 'open') return { go: 'on' }
  if (match === 'forbidden') return { go: 'redirect', to: '/401' }
  if (match === 'missing') return { go: 'redirect', to: '/404' }
  return { go: 'redirect', to: match.redirect }
}

function visitTrace(fullPath: string, userType: number | null): Decision {
  return userType === h5UserType ? { go: 'leave', to: fullPath, endSession: true } : { go: 'leave', to: fullPath }
}

/** Where signing in leads: the remembered own path, else what the server answered, else Home. */
export function afterSignIn(redirect: string | null, answered: string | null | undefined): string {
  const home = safeRedirect(answered || '/index', '/index')
  const wanted = redirect ? safeRedirect(redirect, home) : home
  // Root and the sign-in page are no wish of their own.
  return wanted === '/' || /^\/(login|register)(\?|$)/.test(wanted) ? home : wanted
}
