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

// Menu and screens are only of use to those who are signed in.
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

/** Milliseconds that an opening waits for its screen's script; what takes longer is waited for by its own picture of waiting. */
const preloadMilliseconds = 150

/** Has the screen of an address at hand before it is opened, if it comes quickly: then nothing stands in for it. */
async function preloadScreen(path: string): Promise<void> {
  if (!currentSession().loaded) return
  const { currentReachableScreens: currentPlaces } = await loadReachableScreens()
  const id = currentPlaces().at(path)?.screen.screen
  if (!id) return
  // What fails is met again, and told, where the screen is drawn.
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

  /** For a page of another program on this site. */
  const leave = (to: string) => {
    // A page load that was answered with this program for an address of another one would otherwise repeat for ever.
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
