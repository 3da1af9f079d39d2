import { safeRedirect } from '@timbermark/client'
import { h5UserType } from './stored-session.ts'

/** Open without signing in (specification section 2). */
export const publicPaths = ['/login', '/auth-redirect', '/bind', '/register', '/c', '/test', '/wx/webAuth'] as const
export const passwordPath = '/change-password'
export const factorPath = '/second-factor'
const errorPaths = ['/401', '/404']

export interface GuardState {
  token: string | null
  /** User information and menu are loaded. */
  loaded: boolean
  /** From the session, or remembered from the last one; null while unknown. */
  userType: number | null
  mustChangePassword: boolean
  mustSetUpFactor: boolean
  /** Looks a path up in the menu and the hidden routes. */
  find(path: string): 'open' | 'forbidden' | 'missing' | { redirect: string }
}

export type Decision =
  | { go: 'on' }
  | { go: 'load' }
  | { go: 'redirect'; to: string }
  /** A page of another program of this site: the browser loads it. */
  | { go: 'leave'; to: string; endSession?: true }

/** Whether `segment` is a whole segment of the path; `/catalog` does not contain `/c`. */
const hasSegment = (path: string, segment: string) => path.split('/').includes(segment)

/** Whether a path is a short address of the trace page. */
const isShortTracePath = (path: string) => path.startsWith('/t/')

/** Address of the sign-in page that then opens the wanted path. */
export const signInAddress = (wanted: string): string => `/login?redirect=${encodeURIComponent(wanted)}`

/** Whether a path is open without signing in. */
export const isPublic = (path: string): boolean => publicPaths.some(open => path === open) || path.startsWith('/c/')

/**
 * Decides where a visit to `path` (with its query in `search`) leads: the specification's route guard, without side
 * effects.
 */
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
  // /h5 comes first: its pages may contain /c later in their path.
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

/** Where signing in leads: the remembered path of this site, else the server's answer, else Home. */
export function afterSignIn(redirect: string | null, answered: string | null | undefined): string {
  const home = safeRedirect(answered || '/index', '/index')
  const wanted = redirect ? safeRedirect(redirect, home) : home
  // The root and the sign-in page do not count as a wanted path.
  return wanted === '/' || /^\/(login|register)(\?|$)/.test(wanted) ? home : wanted
}
