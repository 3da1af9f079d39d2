import { ApiError, TransportError } from '@timbermark/client'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { decide, type Standing } from './guard.ts'
import { reportError, sayMilliseconds, speak } from './feedback.ts'
import { loadRegistry } from './registry.ts'
import { leaveTo } from './session-end.ts'
import { currentSession, loadSession, signOut, storedToken, UserMissing, userTypeKey } from './session.ts'
import { readLocal } from './storage.ts'

// Menu and screens are only of use to those who are signed in; the sign-in page does without.
const loadPlaces = async () => (await Promise.all([import('./use-places.ts'), loadRegistry()]))[0]

async function standing(): Promise<Standing> {
  const { loaded, user, mustChangePassword, mustSetUpFactor } = currentSession()
  const { currentPlaces } = loaded ? await loadPlaces() : {}
  const remembered = readLocal(userTypeKey)
  return {
    token: storedToken(),
    loaded,
    userType: user?.userType ?? (remembered === null ? null : Number(remembered)),
    mustChangePassword,
    mustSetUpFactor,
    find: path => currentPlaces?.().find(path) ?? 'missing',
  }
}

const never = new Promise<never>(() => {})

/** A page load that was answered with this program for an address of another one would otherwise repeat for ever. */
let isFirst = true

/** Runs before every navigation and carries out what the guard decides. */
export async function guard({ request }: LoaderFunctionArgs): Promise<Response | null> {
  const { pathname, search } = new URL(request.url)
  const first = isFirst
  isFirst = false
  for (;;) {
    const decision = decide(pathname, search, await standing())
    if (decision.go === 'on') return null
    if (decision.go === 'redirect') return redirect(decision.to)
    if (decision.go === 'leave') {
      if (decision.endSession) await signOut()
      if (first && decision.to === pathname + search) return null
      leaveTo(decision.to)
      return never
    }
    void loadPlaces()
    try {
      await loadOnce()
    } catch (error) {
      await signOut()
      explain(error)
      return redirect('/')
    }
  }
}

/** A dropped connection gets a second chance, because failing means to sign in again. */
async function loadOnce(): Promise<void> {
  try {
    await loadSession()
  } catch (error) {
    if (!(error instanceof TransportError) || error.kind !== 'network') throw error
    await new Promise(resolve => setTimeout(resolve, 800))
    await loadSession()
  }
}

const complain = (key: 'shell.session.userMissing' | 'shell.session.title') =>
  speak(({ t, say }) => say('error', t(key), sayMilliseconds))

function explain(error: unknown): void {
  if (error instanceof UserMissing) complain('shell.session.userMissing')
  else if (error instanceof ApiError && error.code === 401) complain('shell.session.title')
  else reportError(error)
}
