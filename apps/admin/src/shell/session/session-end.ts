import { ApiError, type Translate } from '@timbermark/client'
import { onSessionEnd } from '../client.ts'
import { onReported, type Question, speak } from '../notices/feedback.ts'
import { signInAddress } from './guard.ts'
import { isOvertaken, onOtherSession } from './stored-session.ts'
import { clearSession, currentSession, isLoadingSession, tagsKey } from './session.ts'
import { readSession, writeSession } from '../storage.ts'

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

/** Leaves for whoever is signed in in this browser now, or for the sign-in. */
function goOn(): void {
  if (isOvertaken()) {
    // The views that were open are the last person's. What was typed is kept by person.
    writeSession(tagsKey, null)
    location.reload()
    return
  }
  rememberPlace()
  clearSession()
  leaveTo(signInAddress('/index'))
}

let asked: Promise<void> | undefined

/** Asks once whether to stay (to copy what was typed) or to go on. Until it is answered nothing is cleared. */
function askOnce(question: (t: Translate) => Question, unasked: () => void): Promise<void> {
  asked ??= new Promise<void>(resolve =>
    speak(async ({ t, ask }) => {
      const agreed = await ask?.(question(t))
      resolve()
      if (agreed) goOn()
      else if (!ask) unasked()
    }),
  ).finally(() => {
    asked = undefined
  })
  return asked
}

const over = (t: Translate): Question => ({
  title: t('shell.session.title'),
  text: t('shell.session.text'),
  yes: t('shell.session.again'),
  no: t('shell.session.stay'),
})

const elsewhere = (t: Translate): Question =>
  isOvertaken()
    ? {
        title: t('shell.session.overtakenTitle'),
        text: t('shell.session.overtakenText', { name: currentSession().user?.userName ?? '' }),
        yes: t('shell.broken.reload'),
        no: t('shell.session.stay'),
      }
    : { ...over(t), title: t('shell.session.leftTitle'), text: t('shell.session.leftText') }

// The session is over on the server. While the guard fetches the session it decides by itself: it signs out and says why.
onSessionEnd(() => (isLoadingSession() ? undefined : askOnce(over, () => {})))

/** Says that this page is no longer of whoever is signed in in this browser. */
export function watchSession(): void {
  onOtherSession(() => void askOnce(elsewhere, () => location.reload()))
}

const heldBack = ['auth.initialPassword', 'auth.secondFactorDemanded']

// The password was reset meanwhile, or a role demands a second factor: loading the page anew lets the guard lead to where
// that is done.
onReported(error => {
  if (error instanceof ApiError && error.error && heldBack.includes(error.error)) leaveTo('/')
})
