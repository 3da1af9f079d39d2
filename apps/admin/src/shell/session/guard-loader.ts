import { isSignInPath } from '@timbermark/contract'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { farewell, loadOnce } from './load-session.ts'
import { speak } from '../notices/feedback.ts'
import { decide, type Standing, signInAddress } from './guard.ts'
import { rememberedUserType, ownToken } from './stored-session.ts'
import { fetchScreen, loadRegistry } from '../registry.ts'
import { sayLater } from './deferred-message.ts'
import { leaveTo } from './session-end.ts'
import { currentSession, signOut } from './session.ts'

// Menu and screens are only of use to those who are signed in.
const loadPlaces = async () => (await Promise.all([import('../search/use-reachable-screens.ts'), loadRegistry()]))[0]

async function standing(): Promise<Standing> {
  const { loaded, user, mustChangePassword, mustSetUpFactor } = currentSession()
  const { currentPlaces } = loaded ? await loadPlaces() : {}
  return {
    token: ownToken(),
    loaded,
    userType: user?.userType ?? rememberedUserType(),
    mustChangePassword,
    mustSetUpFactor,
    find: path => currentPlaces?.().find(path) ?? 'missing',
  }
}

/** Milliseconds that an opening waits for its screen's script; what takes longer is waited for by its own picture of waiting. */
const quick = 150

/** Has the screen of an address at hand before it is opened, if it comes quickly: then nothing stands in for it. */
async function fetchQuickly(path: string): Promise<void> {
  if (!currentSession().loaded) return
  const { currentPlaces } = await loadPlaces()
  const id = currentPlaces().at(path)?.screen.screen
  if (!id) return
  // What fails is met again, and told, where the screen is drawn.
  await Promise.race([fetchScreen(id).catch(() => {}), new Promise(resolve => setTimeout(resolve, quick))])
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
    const decision = decide(pathname, search, await standing())
    if (decision.go === 'on') {
      if (isSignInPath(pathname)) return leave(pathname + search)
      await fetchQuickly(pathname)
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
    void loadPlaces()
    try {
      await loadOnce()
    } catch (error) {
      await signOut()
      await new Promise<void>(kept =>
        speak(({ t }) => {
          sayLater(farewell(t, error))
          kept()
        }),
      )
      return leave(signInAddress('/'))
    }
  }
}
