import { isSignInPath, type SignInPath } from '@timbermark/contract'
import { useSyncExternalStore } from 'react'
import { signOutMessage, loadSessionWithRetry } from '../shell/session/load-session.ts'
import { withFeedback, showFeedback } from '../shell/notices/feedback.ts'
import { decide, type GuardState } from '../shell/session/guard.ts'
import { rememberedUserType, pageToken } from '../shell/session/stored-session.ts'
import { currentSession, signOut } from '../shell/session/session.ts'

/** The page that is open. */
export interface VisitedPage {
  /** Undefined at an address without a page of this program. */
  path: SignInPath | undefined
  search: URLSearchParams
  /** What the previous page passed on. */
  state: unknown
  /** Another number each time that a page is opened, the same page again included. */
  visit: number
}

let visited: VisitedPage | undefined
let latest = 0
const listeners = new Set<() => void>()
const never = new Promise<never>(() => {})

/** The page to show; undefined until the guard has decided. */
export const useVisited = (): VisitedPage | undefined =>
  useSyncExternalStore(
    changed => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => visited,
  )

export function useVisitedPage(): VisitedPage {
  const place = useVisited()
  if (!place) throw new Error('No page is open yet')
  return place
}

function guardState(): GuardState {
  const { loaded, user, mustChangePassword, mustSetUpFactor } = currentSession()
  const userType = user?.userType ?? rememberedUserType()
  // Only the back office knows the screens behind the sign-in.
  return { token: pageToken(), loaded, userType, mustChangePassword, mustSetUpFactor, find: () => 'open' }
}

const partsOf = (address: string) => new URL(address, location.origin)

/** The final target of an address: the guard is asked until it has no further redirect. */
async function resolveTarget(wanted: string): Promise<string> {
  for (let to = wanted; ; ) {
    const { pathname, search } = partsOf(to)
    const decision = decide(pathname, search, guardState())
    if (decision.go === 'on') return to
    if (decision.go === 'redirect') to = decision.to
    else if (decision.go === 'leave') {
      if (decision.endSession) await signOut()
      return decision.to
    } else {
      try {
        await loadSessionWithRetry({ withMenu: false })
      } catch (error) {
        await signOut()
        withFeedback(output => showFeedback(output, signOutMessage(output.t, error)))
        to = '/'
      }
    }
  }
}

function show(path: SignInPath | undefined): void {
  visited = { path, search: new URLSearchParams(location.search), state: history.state, visit: latest }
  for (const changed of listeners) changed()
}

interface NavigateOptions {
  /** The page that is left gets no history entry. */
  replace?: boolean
  /** Passed on to the page, if it belongs to this program. */
  state?: unknown
}

/** Opens a path of this site. Resolves when its page is shown; never resolves when another program is loaded for it. */
export async function go(to: string, { replace = false, state = null }: NavigateOptions = {}): Promise<void> {
  const visit = ++latest
  const end = await resolveTarget(to)
  if (visit !== latest) return
  const { pathname } = partsOf(end)
  if (!isSignInPath(pathname)) {
    if (replace) location.replace(end)
    else location.assign(end)
    return never
  }
  if (replace) history.replaceState(state, '', end)
  else history.pushState(state, '', end)
  show(pathname)
}

/** Shows the page of the present address, or opens the one that the guard decides. */
async function openCurrentAddress(): Promise<void> {
  const visit = ++latest
  const here = location.pathname + location.search
  const end = await resolveTarget(here)
  if (visit !== latest) return
  const { pathname } = partsOf(end)
  if (isSignInPath(pathname)) {
    if (end !== here) history.replaceState(null, '', end)
    return show(pathname)
  }
  // When a page load for another program's address was answered with this program, leaving again would repeat forever.
  if (end === here && !visited) return show(undefined)
  location.replace(end)
}

/**
 * Opens the page at the address, and follows back and forward. Resolves when the page is decided, or when that needs a
 * request.
 */
export async function startNavigation(): Promise<void> {
  addEventListener('popstate', () => void openCurrentAddress())
  await Promise.race([openCurrentAddress(), new Promise(resolve => setTimeout(resolve))])
}
