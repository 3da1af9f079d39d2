import { ApiError } from '@timbermark/client'
import { onSessionEnd } from './client.ts'
import { onReported, speak } from './feedback.ts'
import { signInAddress } from './guard.ts'
import { clearSession, currentSession, isLoadingSession } from './session.ts'
import { readSession, writeSession } from './storage.ts'

const placeKey = 'return-place'

/** Remembers where the person was, for the next sign-in of the same account in this window. */
export function rememberPlace(): void {
  const { user } = currentSession()
  if (user)
    writeSession(placeKey, JSON.stringify({ account: user.userName, path: location.pathname + location.search }))
}

/** The place remembered for this account, once. */
export function takePlace(account: string): string | null {
  const text = readSession(placeKey)
  writeSession(placeKey, null)
  try {
    const place = JSON.parse(text ?? 'null') as { account?: unknown; path?: unknown } | null
    return place?.account === account && typeof place.path === 'string' ? place.path : null
  } catch {
    return null
  }
}

/** Leaves by a real page load, so that nothing of the last person stays in memory. */
export function leaveTo(path: string): void {
  location.assign(path)
}

/**
 * The session is over on the server: asks once whether to stay (to copy what was typed) or to sign in again. Until it is
 * answered nothing is cleared.
 */
function askOnce(): Promise<void> | undefined {
  // While the guard fetches the session it decides by itself: it signs out and says why.
  if (isLoadingSession()) return undefined
  return new Promise(resolve =>
    speak(async ({ t, ask }) => {
      const again = await ask({
        title: t('shell.session.title'),
        text: t('shell.session.text'),
        yes: t('shell.session.again'),
        no: t('shell.session.stay'),
      })
      resolve()
      if (!again) return
      rememberPlace()
      clearSession()
      leaveTo(signInAddress('/index'))
    }),
  )
}

onSessionEnd(askOnce)

const heldBack = ['auth.initialPassword', 'auth.secondFactorDemanded']

// The password was reset meanwhile, or a role demands a second factor: loading the page anew lets the guard lead to where
// that is done.
onReported(error => {
  if (error instanceof ApiError && error.error && heldBack.includes(error.error)) leaveTo('/')
})
