import { isSignInPath } from '@timbermark/contract'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { farewell, loadOnce } from './entering.ts'
import { speak } from './feedback.ts'
import { decide, type Standing, signInAddress } from './guard.ts'
import { rememberedUserType, storedToken } from './kept-session.ts'
import { loadRegistry } from './registry.ts'
import { sayLater } from './said-later.ts'
import { leaveTo } from './session-end.ts'
import { currentSession, signOut } from './session.ts'

// Menu and screens are only of use to those who are signed in.
const loadPlaces = async () => (await Promise.all([import('./use-places.ts'), loadRegistry()]))[0]

async function standing(): Promise<Standing> {
  const { loaded, user, mustChangePassword, mustSetUpFactor } = currentSession()
  const { currentPlaces } = loaded ? await loadPlaces() : {}
  return {
    token: storedToken(),
    loaded,
    userType: user?.userType ?? rememberedUserType(),
    mustChangePassword,
    mustSetUpFactor,
    find: path => currentPlaces?.().find(path) ?? 'missing',
  }
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
    if (decision.go === 'on') return isSignInPath(pathname) ? leave(pathname + search) : null
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
