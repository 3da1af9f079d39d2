import { isSignInPath } from '@timbermark/contract'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { signOutMessage, loadSessionWithRetry } from './load-session.ts'
import { withFeedback } from '../notices/feedback.ts'
import { decide, type GuardState, signInAddress } from './guard.ts'
import { rememberedUserType, pageToken } from './stored-session.ts'
import { fetchScreen, loadRegistry } from '../registry.ts'
import { deferMessage } from './deferred-message.ts'
import { leaveTo } from './session-end.ts'
import { currentSession, signOut } from './session.ts'

// Only signed-in users need menu and screens.
const loadReachableScreens = async () =>
  (await Promise.all([import('../search/use-reachable-screens.ts'), loadRegistry()]))[0]

async function guardState(): Promise<GuardState> {
  const { loaded, user, mustChangePassword, mustSetUpFactor } = currentSession()
  const { currentReachableScreens: currentPlaces } = loaded ? await loadReachableScreens() : {}
  return {
    token: pageToken(),
    loaded,
    userType: user?.userType ?? rememberedUserType(),
    mustChangePassword,
    mustSetUpFactor,
    find: path => currentPlaces?.().find(path) ?? 'missing',
  }
}

/** Milliseconds for which navigation waits for the screen's script; after that the screen shows its own skeleton. */
const preloadMilliseconds = 150

/** Loads the screen of an address before it is opened, if that is quick, so that no skeleton appears. */
async function preloadScreen(path: string): Promise<void> {
  if (!currentSession().loaded) return
  const { currentReachableScreens: currentPlaces } = await loadReachableScreens()
  const id = currentPlaces().at(path)?.screen.screen
  if (!id) return
  // A failure happens again, and is reported, where the screen is drawn.
  await Promise.race([
    fetchScreen(id).catch(() => {}),
    new Promise(resolve => setTimeout(resolve, preloadMilliseconds)),
  ])
}

const never = new Promise<never>(() => {})

let isFirst = true

/** Runs before every navigation and carries out what the guard decides. */
export async function guard({ request }: LoaderFunctionArgs): Promise<Response | null> {
  const { pathname, search } = new URL(request.url)
  const first = isFirst
  isFirst = false

  /** Loads a page of another program of this site. */
  const leave = (to: string) => {
    // When a page load for another program's address was answered with this program, leaving again would repeat
    // forever.
    if (first && to === pathname + search) return null
    if (first) location.replace(to)
    else leaveTo(to)
    return never
  }

  for (;;) {
    const decision = decide(pathname, search, await guardState())
    if (decision.go === 'on') {
      if (isSignInPath(pathname)) return leave(pathname + search)
      await preloadScreen(pathname)
      return null
    }
    if (decision.go === 'redirect') {
      const { pathname: target } = new URL(decision.to, location.origin)
      return isSignInPath(target) ? leave(decision.to) : redirect(decision.to)
    }
    if (decision.go === 'leave') {
      if (decision.endSession) await signOut()
      return leave(decision.to)
    }
    void loadReachableScreens()
    try {
      await loadSessionWithRetry()
    } catch (error) {
      await signOut()
      await new Promise<void>(deferred =>
        withFeedback(({ t }) => {
          deferMessage(signOutMessage(t, error))
          deferred()
        }),
      )
      return leave(signInAddress('/'))
    }
  }
}
